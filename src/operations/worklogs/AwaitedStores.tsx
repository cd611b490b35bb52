import { Button } from 'antd'
import { memo } from 'react'
import { Link } from 'react-router'
import { platformNames } from '#clients/stores/rules.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { AwaitedStore } from './entryStores.ts'

interface Props {
  stores: readonly AwaitedStore[]
  /** Whether the log is today's: its files come tomorrow morning. */
  isToday: boolean
  /** Offers cells to key the figures of stores all the same; absent in a log that cannot be edited. */
  open: ((storeIds: readonly number[]) => void) | undefined
}

/** The stores that the agent need not fill in, a grey row each. */
export const AwaitedRows = memo(({ stores, isToday, open }: Props) => (
  <ul className="entry-awaited" aria-label={t('不用填的店铺')}>
    {stores.map((store) => (
      <li key={store.storeId} className="entry-awaited-row">
        <span className="entry-awaited-name">
          {store.storeReadable ? (
            <Link to={`/store-management/${store.storeId}`}>{store.storeName}</Link>
          ) : (
            store.storeName
          )}
        </span>
        <span>{t(platformNames[store.platform])}</span>
        <span className="entry-awaited-name">{store.nicks.join(t('、'))}</span>
        <span className="entry-awaited-mean">{meanText(store)}</span>
        <span>{awaitedText(isToday)}</span>
        {open && (
          <Button
            type="link"
            size="small"
            aria-label={t('仍要填{store}', { store: store.storeName })}
            onClick={() => open([store.storeId])}
          >
            {t('仍要填')}
          </Button>
        )}
      </li>
    ))}
  </ul>
))

/** On phones, one line that unfolds to the stores; `isRest`: other stores are shown above it. */
export const AwaitedCard = memo(({ stores, isToday, open, isRest }: Props & { isRest: boolean }) => (
  <details className="entry-rest">
    <summary>
      <strong>
        {isRest ? t('其余 {n} 家店', { n: stores.length }) : t('{n} 家店', { n: stores.length })}
      </strong>
      <span>{isToday ? t('明早文件到后自动填') : t('文件到后自动填')}</span>
      <Icon name="down" />
    </summary>
    <ul>
      {stores.map((store) => (
        <li key={store.storeId} className="entry-rest-row">
          <div>
            <span>{store.storeName}</span>
            <small>
              {t(platformNames[store.platform])} {meanText(store)}
            </small>
          </div>
          {open && (
            <Button
              type="link"
              aria-label={t('仍要填{store}', { store: store.storeName })}
              onClick={() => open([store.storeId])}
            >
              {t('仍要填')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  </details>
))

function awaitedText(isToday: boolean): string {
  return isToday ? t('明早导入文件后自动填上，不用填') : t('文件还没到，导入后自动填上，不用填')
}

/** The agent's mean at the store. */
export function meanText({ mean7 }: Pick<AwaitedStore, 'mean7'>): string {
  return mean7 === null ? '' : t('近 7 日均 {n}', { n: formatCount(mean7) })
}
