/** A cell by its 0-based row and column. */
export interface Place {
  row: number
  column: number
}

/** A rectangle of cells, all four sides included. */
export interface Block {
  top: number
  bottom: number
  first: number
  last: number
}

/** The size of a grid, and which of its cells are editable. */
export interface Shape {
  rows: number
  columns: number
  isOpen: (place: Place) => boolean
}

/** The rectangle between two cells in opposite corners. */
export function blockOf(one: Place, other: Place): Block {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    first: Math.min(one.column, other.column),
    last: Math.max(one.column, other.column),
  }
}

/** Number of rows and columns of a block. */
export function sizeOf({ top, bottom, first, last }: Block): { rows: number; columns: number } {
  return { rows: bottom - top + 1, columns: last - first + 1 }
}

/** Every place of a block, row by row. */
export function placesIn(block: Block): Place[] {
  const { rows, columns } = sizeOf(block)
  return Array.from({ length: rows * columns }, (_, index) => ({
    row: block.top + Math.floor(index / columns),
    column: block.first + (index % columns),
  }))
}

/** The cell at the given distance, limited to the grid; `Infinity` goes to its edge. */
export function stepFrom(from: Place, rows: number, columns: number, shape: Shape): Place {
  return {
    row: clamp(from.row + rows, shape.rows),
    column: clamp(from.column + columns, shape.columns),
  }
}

function clamp(at: number, length: number): number {
  return Math.max(0, Math.min(at, length - 1))
}

/** The next editable cell, row by row; null if there is none in that direction. */
export function nextOpen(from: Place, direction: 1 | -1, shape: Shape): Place | null {
  const all = shape.rows * shape.columns
  let at = from.row * shape.columns + from.column + direction
  for (; at >= 0 && at < all; at += direction) {
    const place = { row: Math.floor(at / shape.columns), column: at % shape.columns }
    if (shape.isOpen(place)) return place
  }
  return null
}

/** The next editable cell of the same column; null if there is none in that direction. */
export function nextOpenInColumn({ row, column }: Place, direction: 1 | -1, shape: Shape): Place | null {
  for (let at = row + direction; at >= 0 && at < shape.rows; at += direction) {
    if (shape.isOpen({ row: at, column })) return { row: at, column }
  }
  return null
}

/** The initially active cell: the first editable one, or the first of all. */
export function firstOpen(shape: Shape): Place {
  return nextOpen({ row: 0, column: -1 }, 1, shape) ?? { row: 0, column: 0 }
}
