import { type Block, type Place, placesIn, type Shape, sizeOf } from './sheet.ts'

/** A cell and its new text. */
export interface Change extends Place {
  text: string
}

/** The changes to a block of cells, and what could not be applied. */
export interface Filling {
  changes: Change[]
  /** Number of locked cells in the block. */
  closed: number
  /** Rows and columns of the pasted cells that are outside the grid. */
  beyond: { rows: number; columns: number }
}

type TextAt = (place: Place) => string

/**
 * Changes for cells pasted over a selection, from its first cell on. If the selection is a multiple of them, they are
 * repeated to fill it, as in spreadsheets; otherwise the pasted cells set the size.
 */
export function pasteChanges(cells: readonly (readonly string[])[], over: Block, shape: Shape): Filling {
  const height = cells.length
  const width = Math.max(...cells.map((row) => row.length))
  const size = sizeOf(over)
  const isMultiple = size.rows % height === 0 && size.columns % width === 0
  const rows = isMultiple ? size.rows : height
  const columns = isMultiple ? size.columns : width
  const bottom = Math.min(over.top + rows, shape.rows) - 1
  const last = Math.min(over.first + columns, shape.columns) - 1
  const filling = fillChanges({ ...over, bottom, last }, shape, ({ row, column }) =>
    clean(cells[(row - over.top) % height]?.[(column - over.first) % width] ?? ''),
  )
  return {
    ...filling,
    beyond: { rows: over.top + rows - 1 - bottom, columns: over.first + columns - 1 - last },
  }
}

/** A cell has one line. */
function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Copies the first row of a selection to all rows below it; for a single row, the row above it. */
export function fillDownChanges(over: Block, shape: Shape, textAt: TextAt): Filling {
  const from = over.top === over.bottom ? Math.max(over.top - 1, 0) : over.top
  const rest = over.top === over.bottom ? over : { ...over, top: over.top + 1 }
  return fillChanges(rest, shape, ({ column }) => textAt({ row: from, column }))
}

/** Empties all cells of a selection. */
export function clearChanges(over: Block, shape: Shape): Filling {
  return fillChanges(over, shape, () => '')
}

function fillChanges(over: Block, shape: Shape, textFor: TextAt): Filling {
  const places = placesIn(over)
  const open = places.filter(shape.isOpen)
  return {
    changes: open.map((place) => ({ ...place, text: textFor(place) })),
    closed: places.length - open.length,
    beyond: { rows: 0, columns: 0 },
  }
}
