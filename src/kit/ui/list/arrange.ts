/** The side at which a column stays visible while the table scrolls horizontally. */
export type Pin = 'start' | 'end' | 'none'

/** A user's changes to the columns of a list. */
export interface Arrangement {
  /** Columns that are shown or hidden contrary to the default. */
  shown: Readonly<Record<string, boolean>>
  /** The order, if it was changed: all keys that existed then. */
  order: readonly string[]
  pins: Readonly<Record<string, Pin>>
}

interface Arrangeable {
  key: string
  /** The key column: always shown, first, and pinned. */
  pinned?: boolean
  hidden?: boolean
}

/** Whether a column is in the table. */
export function isShown(column: Arrangeable, { shown }: Arrangement): boolean {
  return column.pinned === true || (shown[column.key] ?? !column.hidden)
}

/** The side at which a column is pinned. */
export function pinOf(column: Arrangeable, { pins }: Pick<Arrangement, 'pins'>): Pin {
  return column.pinned ? 'start' : (pins[column.key] ?? 'none')
}

const PLACES: Record<Pin, number> = { start: 1, none: 2, end: 3 }

/** All columns in table order: the key column, columns pinned at the start, the others, columns pinned at the end. */
export function arrangeColumns<C extends Arrangeable>(columns: readonly C[], arrangement: Arrangement): C[] {
  const place = (column: C) => (column.pinned ? 0 : PLACES[pinOf(column, arrangement)])
  return inOrder(columns, arrangement.order).toSorted((a, b) => place(a) - place(b))
}

/** The columns in the saved order; a newer column follows the one before it in the declaration. */
function inOrder<C extends Arrangeable>(columns: readonly C[], order: readonly string[]): C[] {
  const orderedKeys = new Set(order)
  const sorted = order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  columns.forEach((column, at) => {
    if (orderedKeys.has(column.key)) return
    const before = columns[at - 1]
    sorted.splice(before ? sorted.indexOf(before) + 1 : 0, 0, column)
  })
  return sorted
}

/**
 * Moves a column to the place of another. Among pinned columns it is pinned too: before a column pinned at the start,
 * or behind one pinned at the end. Away from them it is not pinned.
 */
export function moveColumn<C extends Arrangeable>(
  columns: readonly C[],
  arrangement: Arrangement,
  key: string,
  overKey: string,
): Arrangement {
  const before = arrangeColumns(columns, arrangement)
  const [from, to] = [key, overKey].map((one) => before.findIndex((column) => column.key === one))
  const carried = before[from ?? -1]
  const over = before[to ?? -1]
  if (!carried || !over || carried.pinned || over.pinned) return arrangement
  const after = before.toSpliced(before.indexOf(carried), 1).toSpliced(before.indexOf(over), 0, carried)
  const pin = pinAt(after, after.indexOf(carried), arrangement)
  return {
    ...arrangement,
    order: after.map((column) => column.key),
    pins: { ...arrangement.pins, [carried.key]: pin },
  }
}

function pinAt<C extends Arrangeable>(columns: readonly C[], at: number, arrangement: Arrangement): Pin {
  const pin = (place: number) => {
    const column = columns[place]
    return column && !column.pinned ? pinOf(column, arrangement) : undefined
  }
  const [before, current, after] = [pin(at - 1), pin(at), pin(at + 1)]
  if (after === 'start') return 'start'
  if (before === 'end') return 'end'
  // At the edge of its own group it stays pinned.
  if (current === 'start' && (before === 'start' || before === undefined)) return 'start'
  if (current === 'end' && (after === 'end' || after === undefined)) return 'end'
  return 'none'
}
