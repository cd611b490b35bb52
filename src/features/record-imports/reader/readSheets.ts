import type { SheetRow } from '#features/record-imports/rules.ts'
import { AppError } from '#kit/errors.ts'
import type { Upload } from '#kit/request.ts'
import { gate, TooBusy } from '#kit/sheets/gate.ts'
import { runInWorker } from '#kit/sheets/inWorker.ts'
import { assertFileSize } from '#kit/sheets/limits.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'

const ENTRY = new URL('./worker.ts', import.meta.url)

/** A sheet of records is read beside the platforms' files: one at a time is enough. */
const inTurn = gate(1, 10)

/** The rows of every visible sheet, read in a worker. Throws INVALID, TOO_LARGE or BUSY with the reader's sentence. */
export async function readSheets(upload: Upload): Promise<SheetRow[][]> {
  try {
    assertFileSize(upload.bytes.byteLength)
    return await inTurn(() => {
      const input = new Uint8Array(upload.bytes)
      const transfer = [input.buffer as ArrayBuffer]
      return runInWorker<never, SheetRow[][]>(ENTRY, { input, transfer, onPart: () => null, memoryMb: 384 })
    })
  } catch (error) {
    if (error instanceof TooBusy) throw new AppError('BUSY', error.message)
    if (!(error instanceof UnreadableFile)) throw error
    throw new AppError(error.kind === 'too-large' ? 'TOO_LARGE' : 'INVALID', error.message)
  }
}
