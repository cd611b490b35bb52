import type { Day } from './calendar.ts'
import type { CellPlain } from './cellSource.ts'
import type { Say } from './text.ts'

/**
 * What a cell says that is more than a field of its row. Written once, without a screen: the list shows it, and a file that
 * the server writes finds it again by its name.
 */
export interface CellWords<T> {
  /** The list and the column: `warnings.kind`. */
  name: string
  of: (row: T, say: Say, today: Day) => CellPlain
}

/** What an export finds by name; undefined where nothing is called so. */
export type FindWords = (name: string) => CellWords<object> | undefined

/** Finds among the words of all features. */
export function wordsOf(all: readonly CellWords<never>[]): FindWords {
  const named = new Map(all.map((words) => [words.name, words as CellWords<object>]))
  return (name) => named.get(name)
}
