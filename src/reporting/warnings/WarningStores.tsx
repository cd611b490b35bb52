import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import type { StoreLine } from './contract.ts'

/** A customer's stores in the week, each with its own baseline. */
export function WarningStores({ stores }: { stores: readonly StoreLine[] }) {
  return (
    <ul className="warning-stores">
      <li className="warning-stores-head">
        <span>{t('店铺')}</span>
        <span>{t('当周')}</span>
        <span>{t('基线')}</span>
        <span>{t('较基线')}</span>
      </li>
      {stores.map((store) => (
        <li key={store.storeId}>
          <RecordLink to={`/store-management/${store.storeId}`}>{store.storeName}</RecordLink>
          <Volume {...store} />
          <span>{formatCount(store.baseline)}</span>
          <Change bp={store.changeBp} />
        </li>
      ))}
    </ul>
  )
}

/** The volume, with the number of missing days below it. */
function Volume({ volume, expected, reported }: StoreLine) {
  if (volume === null) return <span>{expected === 0 ? t('未服务') : t('缺数据')}</span>
  const lacking = expected - reported
  return (
    <span>
      {formatCount(volume)}
      {lacking > 0 && <small>{t('缺 {days} 天', { days: lacking })}</small>}
    </span>
  )
}
