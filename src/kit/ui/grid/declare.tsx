import type { ReactNode } from 'react'
import type { CellEdit } from './history.ts'
import type { Place, Shape } from './sheet.ts'

/** A row of a grid; its key stays when rows come, go or change places. */
export interface GridRecord {
  key: string | number
}

/** A column of a grid. The grid is told again only of rows that are other objects than before: change by replacing. */
export interface GridColumn<T> {
  key: string
  title: string
  /** What the title leaves unsaid. */
  hint?: string
  /** In px; what is left over is shared in proportion. */
  width: number
  align?: 'start' | 'end'
  /** The column that names the row, for whoever hears the grid read out. */
  names?: boolean
  /** The cell as text: what is copied, and what editing begins with. */
  text: (row: T) => string
  /**
   * How the cell is shown where it is not being edited; its text unless said. A link in it needs `tabIndex={-1}`; what
   * is wider than the text cuts itself off.
   */
  render?: (row: T) => ReactNode
  /** How an open cell is shown where the keyboard does not stand; its text unless said. */
  renderOpen?: (row: T) => ReactNode
  /** Whether the cell takes what is typed; none does unless said. */
  isOpen?: (row: T) => boolean
  /** What an empty cell asks for. */
  placeholder?: string
  /** Why what stands in the cell cannot be kept. */
  problem?: (row: T) => string | undefined
}

/** Sentences under cells, by row and column: what a server refused. */
export type Problems = ReadonlyMap<string | number, Readonly<Record<string, string>>>

export interface GridProps<T extends GridRecord> {
  /** What the grid holds. */
  label: string
  rows: readonly T[]
  columns: readonly GridColumn<T>[]
  /** Cells were typed, pasted, cleared or taken back; one call per act, in which a cell occurs once. */
  onChange: (edits: CellEdit[]) => void
  problems?: Problems
  /** What columns come to, by their keys. */
  totals?: Readonly<Record<string, ReactNode>>
}

/** The grid's extent, and its open cells. */
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
