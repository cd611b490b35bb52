import { Bone } from '#kit/ui/Skeletons.tsx'
import { alignOf } from './cells.tsx'
import type { Column } from './declare.tsx'
import './BoneTable.css'

interface Props<T> {
  columns: readonly Column<T>[]
  /** Widths of the columns, in px. */
  widths: readonly number[]
  /** Width of the column of checkboxes, and of that of row actions; 0 without one. */
  before: number
  after: number
  dense: boolean
}

const ROWS = Array.from({ length: 8 }, (_, row) => row)

/**
 * Placeholder for a table before its first rows: headers, and grey bars in place of text. Much cheaper to render than
 * the table.
 */
export function BoneTable<T>({ columns, widths, before, after, dense }: Props<T>) {
  return (
    <table className={dense ? 'bone-table bone-table-dense' : 'bone-table'} aria-hidden="true">
      <colgroup>
        {before > 0 && <col style={{ width: before }} />}
        {columns.map(({ key }, at) => (
          <col key={key} style={{ width: widths[at] }} />
        ))}
        {after > 0 && <col style={{ width: after }} />}
      </colgroup>
      <thead>
        <tr>
          {before > 0 && <th />}
          {columns.map((column) => (
            <th key={column.key} className={`bone-${alignOf(column)}`}>
              {column.title}
            </th>
          ))}
          {after > 0 && <th />}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            {before > 0 && <td />}
            {columns.map((column, place) => (
              <td key={column.key} className={`bone-${alignOf(column)}`}>
                <Bone width={`${45 + ((place * 23 + row * 13) % 40)}%`} />
              </td>
            ))}
            {after > 0 && <td />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
