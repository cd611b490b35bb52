import type { ReactNode } from 'react'
import type { CellEdit } from './history.ts'
import type { Place, Shape } from './sheet.ts'

/** A row of a grid; its key stays the same when rows are added, removed or reordered. */
export interface GridRecord {
  key: string | number
}

/** A column of a grid. Rows are compared by identity: change a row by replacing the object. */
export interface GridColumn<T> {
  key: string
  title: string
  /** An explanation of the title. */
  hint?: string
  /** In px; columns share the remaining width in proportion. */
  width: number
  align?: 'start' | 'end'
  /** The column whose text names the row for screen readers. */
  names?: boolean
  /** The cell as text: it is copied, and editing starts with it. */
  text: (row: T) => string
  /**
   * Renders the cell while it is not edited; default: its text. A link in it needs `tabIndex={-1}`; content wider than
   * the text must clip itself.
   */
  render?: (row: T) => ReactNode
  /** Renders an editable cell that is not active; default: its text. */
  renderOpen?: (row: T) => ReactNode
  /** Whether the cell is editable; default: no. */
  isOpen?: (row: T) => boolean
  /** Placeholder of an empty cell. */
  placeholder?: string
  /** Why the cell's content cannot be saved. */
  problem?: (row: T) => string | undefined
}

/** Error messages of the server, by row and column. */
export type Problems = ReadonlyMap<string | number, Readonly<Record<string, string>>>

export interface GridProps<T extends GridRecord> {
  /** Accessible name: what the grid contains. */
  label: string
  rows: readonly T[]
  columns: readonly GridColumn<T>[]
  /** Called once per action (typing, pasting, clearing, undo); `edits` contains each cell at most once. */
  onChange: (edits: CellEdit[]) => void
  problems?: Problems
  /** Totals of columns, by key. */
  totals?: Readonly<Record<string, ReactNode>>
}

/** The grid's size, and its editable cells. */
export function shapeOf<T>(rows: readonly T[], columns: readonly GridColumn<T>[]): Shape {
  return {
    rows: rows.length,
    columns: columns.length,
    isOpen: (place) => isOpenAt(rows, columns, place),
  }
}

function isOpenAt<T>(rows: readonly T[], columns: readonly GridColumn<T>[], { row, column }: Place) {
  const record = rows[row]
  return record !== undefined && columns[column]?.isOpen?.(record) === true
}
