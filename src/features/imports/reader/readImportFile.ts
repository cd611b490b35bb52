import { gate } from '#kit/sheets/gate.ts'
import { runInWorker } from '#kit/sheets/inWorker.ts'
import { assertFileSize } from '#kit/sheets/limits.ts'
import type { ImportOptions, ParsedFile } from './parse.ts'
import type { LongLists, ReaderInput, ReaderResult } from './worker.ts'

const ENTRY = new URL('./worker.ts', import.meta.url)

/** A worker may take its whole memory: two at once is what a small server bears; the rest waits in line. */
const oneOfTwo = gate(2, 20)

/**
 * Reads an uploaded file of a platform into canonical rows, in a worker thread. Rejects with `UnreadableFile` where it
 * cannot be taken in, with `TooBusy` where too many files wait. The bytes stay the caller's.
 */
export async function readImportFile(bytes: Uint8Array, options: ImportOptions): Promise<ParsedFile> {
  assertFileSize(bytes.byteLength)
  return oneOfTwo(async () => {
    const lists: LongLists = { rows: [], storeRows: [], skippedRows: [], problems: [] }
    const input: ReaderInput = { bytes: new Uint8Array(bytes), options }
    const summary = await runInWorker<Partial<LongLists>, ReaderResult>(ENTRY, {
      input,
      transfer: [input.bytes.buffer as ArrayBuffer],
      onPart({ rows = [], storeRows = [], skippedRows = [], problems = [] }) {
        lists.rows.push(...rows)
        lists.storeRows.push(...storeRows)
        lists.skippedRows.push(...skippedRows)
        lists.problems.push(...problems)
      },
    })
    return { ...summary, ...lists }
  })
}
