import { memo } from 'react'
import type { GridColumn, GridRecord } from './declare.tsx'
import { GridCell } from './GridCell.tsx'
import type { Mode } from './keys.ts'

interface Props<T> {
  row: T
  /** 0-based index. */
  at: number
  columns: readonly GridColumn<T>[]
  /** The column of the active cell; -1 if it is in another row. */
  active: number
  /** The selected columns; none if `first` is greater than `last`. */
  first: number
  last: number
  mode: Mode
  draft: string
  problems: Readonly<Record<string, string>> | undefined
  onType: (text: string) => void
}

function Row<T extends GridRecord>({
  row,
  at,
  columns,
  active,
  first,
  last,
  problems,
  ...writing
}: Props<T>) {
  const name = columns.find(({ names }) => names)?.text(row) ?? ''
  const problemOf = (column: GridColumn<T>) => problems?.[column.key] ?? column.problem?.(row)
  const activeColumn = columns[active]
  const hasActiveProblem = activeColumn !== undefined && problemOf(activeColumn) !== undefined
  return (
    <div role="row" aria-rowindex={at + 2} className={hasActiveProblem ? 'grid-row grid-speaks' : 'grid-row'}>
      {columns.map((column, place) => (
        <GridCell
          key={column.key}
          row={row}
          column={column}
          name={name}
          active={place === active}
          selected={place >= first && place <= last}
          problem={problemOf(column)}
          {...(place === active && writing)}
        />
      ))}
    </div>
  )
}

/** A row of a grid, rendered again only if it has changed: a key press among 200 rows renders two of them. */
export const GridRow = memo(Row) as typeof Row
