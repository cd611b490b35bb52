import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import type { StoreLine } from './contract.ts'

/** A customer's stores in the week, each beside its own baseline. */
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
          <span>{volumeText(store)}</span>
          <span>{formatCount(store.baseline)}</span>
          <Change bp={store.changeBp} />
        </li>
      ))}
    </ul>
  )
}

function volumeText({ volume, expected, reported }: StoreLine): string {
  if (volume === null) return expected === 0 ? t('未服务') : t('缺数据')
  const lacking = expected - reported
  return lacking > 0
    ? t('{n}（缺 {days} 天）', { n: formatCount(volume), days: lacking })
    : formatCount(volume)
}
