import type { Transferable } from 'node:worker_threads'
import { Worker } from 'node:worker_threads'
import type { UnreadableDetails, UnreadableKind } from './unreadable.ts'
import { UnreadableFile } from './unreadable.ts'

/** What a worker says: a piece of its result, the end of it, or why there is none. */
export type WorkerMessage<Part, Result> =
  | { part: Part }
  | { result: Result }
  | { failure: { kind: UnreadableKind; message: string } & UnreadableDetails }

/** How a worker is run and bounded. */
export interface WorkerOptions<Part> {
  input: unknown
  /** Buffers of the input that move to the worker instead of being copied. */
  transfer?: Transferable[]
  /** Hears each piece in its own turn of the event loop; a large result in one piece would stall every request. */
  onPart(part: Part): void
  timeoutMs?: number
  memoryMb?: number
}

/**
 * Runs a module that calls `answerParent` in a thread of its own, bounded in memory and time, and ends it afterwards.
 * Rejects with `UnreadableFile`: the worker's own, or `too-large` where a bound was hit.
 */
export function runInWorker<Part, Result>(entry: URL, options: WorkerOptions<Part>): Promise<Result> {
  const { input, transfer = [], onPart, timeoutMs = 60_000, memoryMb = 768 } = options
  const worker = new Worker(entry, {
    workerData: input,
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(tooSlow()), timeoutMs)
  worker.on('message', (message: WorkerMessage<Part, Result>) => {
    if ('result' in message) return resolve(message.result)
    if ('failure' in message) return reject(asError(message.failure))
    try {
      onPart(message.part)
      worker.postMessage('next')
    } catch (error) {
      reject(error)
    }
  })
  worker.on('error', (error) => reject(isOutOfMemory(error) ? tooHeavy() : error))
  worker.on('exit', () => reject(new Error('The worker ended without a result.')))
  return promise.finally(() => {
    clearTimeout(timer)
    return worker.terminate()
  })
}

function asError({
  kind,
  message,
  ...details
}: { kind: UnreadableKind; message: string } & UnreadableDetails) {
  return new UnreadableFile(kind, message, details)
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function tooHeavy(): UnreadableFile {
  return new UnreadableFile('too-large', '文件内容太多，已停止读取。请按天或按店铺分成几个文件后重新上传。')
}

function tooSlow(): UnreadableFile {
  return new UnreadableFile('too-large', '文件读取时间过长，已停止。请按天或按店铺分成几个文件后重新上传。')
}
