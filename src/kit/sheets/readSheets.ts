import { AppError } from '#kit/errors.ts'
import type { Upload } from '#kit/upload.ts'
import { runInWorker } from './inWorker.ts'
import { assertFileSize } from './limits.ts'
import { createReadQueue } from './readQueue.ts'
import type { SheetRow } from './rows.ts'
import { UnreadableFile } from './unreadable.ts'

const ENTRY = new URL('./readSheetsWorker.ts', import.meta.url)

/** Sheets of a few thousand rows, read in addition to the platforms' files: one at a time is enough. */
const enqueueRead = createReadQueue(1, 10)

export interface ReadSheetsOptions {
  /** Maximum number of rows read per sheet, those above the header included; further rows are not read. */
  maxRows: number
  /** The name of a sheet to skip. */
  without?: string
}

/** Reads the rows of every visible sheet in a worker. Throws INVALID, TOO_LARGE or BUSY with the reader's sentence. */
export async function readSheets(upload: Upload, options: ReadSheetsOptions): Promise<SheetRow[][]> {
  try {
    assertFileSize(upload.bytes.byteLength)
    return await enqueueRead(() => {
      const bytes = new Uint8Array(upload.bytes)
      return runInWorker<never, SheetRow[][]>(ENTRY, {
        input: { bytes, ...options },
        transfer: [bytes.buffer as ArrayBuffer],
        onPart: () => null,
        memoryMb: 384,
      })
    })
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    throw new AppError(error.kind === 'too-large' ? 'TOO_LARGE' : 'INVALID', error.message)
  }
}
