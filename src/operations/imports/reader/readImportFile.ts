import { runInWorker } from '#kit/sheets/inWorker.ts'
import { assertFileSize } from '#kit/sheets/limits.ts'
import { createReadQueue } from '#kit/sheets/readQueue.ts'
import type { ImportOptions } from './parse.ts'
import type { ReaderInput, ReaderPart } from './worker.ts'

const ENTRY = new URL('./worker.ts', import.meta.url)

/** A worker may use all of its memory limit: a small server can run two at a time; further files are queued. */
const withWorkerSlot = createReadQueue(2, 20)

/** Receives the parts of a file in order; its result is sent back to the reader. */
export type PartHandler = (part: ReaderPart) => unknown

/**
 * Reads a platform's file in a worker thread and passes canonical rows to `take` part by part. Rejects with
 * `UnreadableFile` if the file is refused, with BUSY if too many files are queued. The bytes are transferred to
 * the worker and empty afterwards, unless they share a buffer with others.
 */
export async function readImportFile(
  bytes: Uint8Array,
  options: ImportOptions,
  handlePart: PartHandler,
): Promise<void> {
  assertFileSize(bytes.byteLength)
  await withWorkerSlot(async () => {
    const input: ReaderInput = { bytes: transferableBytes(bytes), options }
    await runInWorker<ReaderPart, null>(ENTRY, {
      input,
      transfer: [input.bytes.buffer as ArrayBuffer],
      onPart: handlePart,
    })
  })
}

/** Returns the bytes in a buffer of their own, which can be transferred: a small `Buffer` shares one with others. */
function transferableBytes(bytes: Uint8Array): Uint8Array {
  const ownsBuffer = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
  return ownsBuffer ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
}
