import { Table } from 'antd'
import type { ReactNode } from 'react'
import type { Totals } from '#kit/listTotals.ts'
import { alignOf, fieldOf, formatCell } from './cells.tsx'
import type { Column } from './declare.tsx'

export interface NamedTotals {
  name: string
  totals: Totals
}

interface Props<T> {
  rows: NamedTotals[]
  columns: readonly Column<T>[]
  /** Whether the table also has a column of checkboxes, and one of actions. */
  before: boolean
  after: boolean
}

/** The rows of totals under a table, each with its name and a note such as its number of rows. */
export function TotalsRows<T>({ rows, columns, before, after }: Props<T>) {
  const shift = before ? 1 : 0
  return (
    <Table.Summary>
      {rows.map(({ name, totals }) => (
        <Table.Summary.Row key={name}>
          {before && <Table.Summary.Cell index={0} />}
          {columns.map((column, place) => (
            <Table.Summary.Cell key={column.key} index={place + shift} align={alignOf(column)}>
              {place === 0 ? <Name name={name} note={totals.note} /> : totalOf(column, totals)}
            </Table.Summary.Cell>
          ))}
          {after && <Table.Summary.Cell index={columns.length + shift} />}
        </Table.Summary.Row>
      ))}
    </Table.Summary>
  )
}

function Name({ name, note }: { name: string; note: string | undefined }) {
  return (
    <>
      {name}
      {note && <small className="totals-note">{note}</small>}
    </>
  )
}

function totalOf<T>(column: Column<T>, { cells }: Totals): ReactNode {
  const total = cells[fieldOf(column)]
  if (total === undefined) return null
  if (column.renderTotal) return column.renderTotal(total)
  if (!Array.isArray(total)) return formatCell(column.type, total)
  // Totals never change their places.
  return total.map((line, at) => <div key={String(at)}>{line}</div>)
}
