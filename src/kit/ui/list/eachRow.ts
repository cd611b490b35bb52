import { CallError, sentenceOf } from '#kit/failures.ts'

/** The result of one row of a batch; without a problem it succeeded. */
export interface RowResult {
  key: string | number
  name: string
  problem?: string
}

/** Number of rows of a batch that are processed concurrently, so that other requests need not wait for it. */
const MAX_CONCURRENT = 4

/**
 * Runs `work` for each row and returns the results in the order of the rows: a refusal by the server is that row's
 * problem and does not stop the others. `work` calls with `messagePlace: 'inPage'`. A fault of the program is thrown.
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
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
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
