import type { ReactNode } from 'react'
import './Facts.css'

export interface Fact {
  label: string
  value: ReactNode
  /** Over the whole width: an address, a remark. */
  wide?: boolean
}

/** What is known of a record, in pairs; nothing known is `-`. */
export function Facts({ items, columns = 1 }: { items: readonly Fact[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl className={`facts facts-${columns}`}>
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? 'fact fact-wide' : 'fact'}>
          <dt>{label}</dt>
          <dd>{isNothing(value) ? '-' : typeof value === 'string' ? <bdi>{value}</bdi> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

function isNothing(value: ReactNode): boolean {
  return value === null || value === undefined || value === '' || value === false
}
