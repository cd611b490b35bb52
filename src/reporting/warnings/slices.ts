import { setImmediate } from 'node:timers/promises'

/** Rows of one statement: its JSON stays below a megabyte, and the statement is short. */
const ROWS = 2_000

/** Items worked on in a row: the server answers other requests in between. */
const IN_A_ROW = 200

/** Rows in slices for bulk statements. */
export function slices<R>(rows: readonly R[]): R[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS) }, (_, at) =>
    rows.slice(at * ROWS, (at + 1) * ROWS),
  )
}

/** As `map`, for thousands of items: it pauses so that the server stays responsive. */
export async function mapInTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  for (const [at, item] of items.entries()) {
    if (at % IN_A_ROW === 0) await setImmediate()
    results.push(work(item))
  }
  return results
}
