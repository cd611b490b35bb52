import type { ReactNode } from 'react'
import './Facts.css'

export interface Fact {
  label: string
  value: ReactNode
  /** Spans the whole width: an address, a remark. */
  wide?: boolean
}

/** The fields of a record as pairs of label and value; an empty value is `-`. */
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
