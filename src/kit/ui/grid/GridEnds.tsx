import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { Icon } from '#kit/ui/Icon.tsx'
import type { GridColumn } from './declare.tsx'

const sideOf = <T,>({ align }: GridColumn<T>) => (align === 'end' ? 'grid-cell grid-end' : 'grid-cell')

/** The titles of the columns. */
export function GridHead<T>({ columns }: { columns: readonly GridColumn<T>[] }) {
  return (
    <div role="rowgroup" className="grid-head">
      <div role="row" className="grid-row">
        {columns.map((column) => (
          <div key={column.key} role="columnheader" className={sideOf(column)}>
            {column.title}
            {column.hint && (
              <Tooltip title={column.hint}>
                <span className="grid-hint">
                  <Icon name="info" size={12} />
                </span>
              </Tooltip>
            )}
          </div>
        ))}
      </div>
    </div>
  )
}

interface TotalsProps<T> {
  columns: readonly GridColumn<T>[]
  totals: Readonly<Record<string, ReactNode>>
}

/** The totals of the columns. */
export function GridTotals<T>({ columns, totals }: TotalsProps<T>) {
  return (
    <div role="rowgroup" className="grid-totals">
      <div role="row" className="grid-row">
        {columns.map((column) => (
          <div key={column.key} role="gridcell" aria-readonly className={sideOf(column)}>
            {totals[column.key]}
          </div>
        ))}
      </div>
    </div>
  )
}
