import { CallError, sentenceOf } from '#kit/failures.ts'

/** What became of one row of a batch; without a problem it succeeded. */
export interface RowResult {
  key: string | number
  name: string
  problem?: string
}

/** Of one batch this many rows are under way at once, so that nobody else waits for it. */
const AT_ONCE = 4

/**
 * Does something with each row and tells what became of it, in the order of the rows: what the server refuses is that
 * row's problem and stops no other. `work` calls with `messagePlace: 'inPage'`. A fault of the program is
 * thrown.
 */
export async function eachRow<T extends { id: number; name: string }>(
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
  onProgress?: (done: number) => void,
): Promise<RowResult[]> {
  const results: RowResult[] = []
  let done = 0
  const rest = rows.entries()
  const worker = async () => {
    for (const [at, row] of rest) {
      results[at] = { key: row.id, name: row.name, ...(await problemOf(work(row))) }
      done += 1
      onProgress?.(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

async function problemOf(work: Promise<unknown>): Promise<{ problem?: string }> {
  try {
    await work
    return {}
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { problem: sentenceOf(error.notice) || error.message }
  }
}
