import type { Day } from './calendar.ts'
import type { CellPlain } from './cellSource.ts'
import type { Say } from './text.ts'

/**
 * The text of a cell that is computed from the whole row. Written once, without a screen: the list shows it, and a file
 * that the server writes finds it by its name.
 */
export interface CellFormatter<T> {
  /** The list and the column: `warnings.kind`. */
  name: string
  of: (row: T, say: Say, today: Day) => CellPlain
}

/** Finds a cell text by its name, for exports; undefined if there is none. */
export type FindFormatter = (name: string) => CellFormatter<object> | undefined

/** Builds the lookup from the cell texts of all features. */
export function formatterLookup(all: readonly CellFormatter<never>[]): FindFormatter {
  const named = new Map(all.map((words) => [words.name, words as CellFormatter<object>]))
  return (name) => named.get(name)
}
