import { gate } from '#kit/sheets/gate.ts'
import { runInWorker } from '#kit/sheets/inWorker.ts'
import { assertFileSize } from '#kit/sheets/limits.ts'
import type { ImportOptions } from './parse.ts'
import type { ReaderInput, ReaderPart } from './worker.ts'

const ENTRY = new URL('./worker.ts', import.meta.url)

/** A worker may take its whole memory: two at once is what a small server bears; the rest waits in line. */
const oneOfTwo = gate(2, 20)

/** Hears the parts of a file, each in its turn; what it answers goes back to the reader. */
export type PartTaker = (part: ReaderPart) => unknown

/**
 * Reads an uploaded file of a platform in a worker thread, and hands canonical rows over part by part. Rejects with
 * `UnreadableFile` where it cannot be taken in, with `TooBusy` where too many files wait. The bytes move to the worker: the
 * caller's are empty from then on.
 */
export async function readImportFile(
  bytes: Uint8Array,
  options: ImportOptions,
  take: PartTaker,
): Promise<void> {
  assertFileSize(bytes.byteLength)
  await oneOfTwo(async () => {
    const input: ReaderInput = { bytes: movable(bytes), options }
    await runInWorker<ReaderPart, null>(ENTRY, {
      input,
      transfer: [input.bytes.buffer as ArrayBuffer],
      onPart: take,
    })
  })
}

/** The bytes in a buffer that holds nothing else: a small `Buffer` shares one with others. */
function movable(bytes: Uint8Array): Uint8Array {
  const isAlone = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
  return isAlone ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}
