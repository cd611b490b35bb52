import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { Missing } from './Missing.tsx'
import './BarList.css'

export interface Bar {
  key: string | number
  name: string
  value: number | null
  /** The formatted value. */
  text: string
  /** Shown after the value, such as a change. */
  extra?: ReactNode
  /** Whether the value exceeds a limit: its bar is orange. */
  over?: boolean
}

interface Props {
  items: readonly Bar[]
  /** Accessible name: what the bars compare. */
  label: string
  /** Opens the rows behind a bar. */
  onPick?: (bar: Bar) => void
}

/**
 * Names with bars from zero; the longest bar fills the width.
 *
 *     <BarList
 *       label={t('昨日咨询量前 8 店')}
 *       items={rows.map((row) => ({
 *         key: row.storeId, name: row.storeName, value: row.consultUsers,
 *         text: formatCount(row.consultUsers), extra: <Change bp={row.changeBp} />,
 *       }))}
 *       onPick={(bar) => navigate(`?storeId=${bar.key}`)}
 *     />
 */
export function BarList({ items, label, onPick }: Props) {
  const longest = Math.max(1, ...items.map(({ value }) => value ?? 0))
  return (
    <ul className="bar-list" aria-label={label}>
      {items.map((bar) => (
        <li key={bar.key}>
          {onPick ? (
            <button
              type="button"
              className="bar-row"
              onClick={() => onPick(bar)}
              title={t('查看 {name} 的明细', { name: bar.name })}
            >
              <BarRow bar={bar} longest={longest} />
            </button>
          ) : (
            <div className="bar-row">
              <BarRow bar={bar} longest={longest} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function BarRow({ bar, longest }: { bar: Bar; longest: number }) {
  const share = Math.max(0, bar.value ?? 0) / longest
  return (
    <>
      <span className="bar-name" title={bar.name}>
        {bar.name}
      </span>
      <span className="bar-room">
        {share > 0 && (
          <i className={bar.over ? 'bar bar-over' : 'bar'} style={{ width: `${share * 100}%` }} />
        )}
      </span>
      <span className="bar-value">{bar.value === null ? <Missing /> : <bdi>{bar.text}</bdi>}</span>
      {bar.extra !== undefined && <span className="bar-extra">{bar.extra}</span>}
    </>
  )
}
