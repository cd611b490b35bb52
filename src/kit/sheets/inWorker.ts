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
  /**
   * Hears each piece in its own turn of the event loop; a large result in one piece would stall every request. What it
   * answers (a promise is waited for) goes back to the worker.
   */
  onPart(part: Part): unknown
  /** So much of a processor's time the worker may take: on a busy machine that lasts longer by the clock. */
  cpuMs?: number
  memoryMb?: number
}

/** A worker that gets a tenth of a processor still comes to its end; what hangs without working ends too. */
const CLOCK_PER_CPU = 10
const CHECK_MS = 200

/** What a file says stays until its end: a larger space for what is soon gone only takes memory, 64 MiB more of it. */
const YOUNG_MB = 16

/**
 * Runs a module that calls `answerParent` in a thread of its own, bounded in memory and processor time, and ends it afterwards.
 * Rejects with `UnreadableFile`: the worker's own, or `too-large` where a bound was hit.
 */
export function runInWorker<Part, Result>(entry: URL, options: WorkerOptions<Part>): Promise<Result> {
  const { input, transfer = [], onPart, cpuMs = 60_000, memoryMb = 768 } = options
  const worker = new Worker(entry, {
    workerData: input,
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB },
    env: {},
  })
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const patience = stopwatch(cpuMs * CLOCK_PER_CPU, () => reject(tooSlow()))
  const meter = setInterval(async () => {
    if ((await cpuMsOf(worker)) > cpuMs) reject(tooSlow())
  }, CHECK_MS)
  worker.on('message', async (message: WorkerMessage<Part, Result>) => {
    if ('result' in message) return resolve(message.result)
    if ('failure' in message) return reject(asError(message.failure))
    patience.pause()
    try {
      const answer = await onPart(message.part)
      patience.resume()
      worker.postMessage(answer)
    } catch (error) {
      reject(error)
    }
  })
  worker.on('error', (error) => reject(isOutOfMemory(error) ? tooHeavy() : error))
  worker.on('exit', () => reject(new Error('The worker ended without a result.')))
  return promise.finally(() => {
    clearInterval(meter)
    patience.pause()
    return worker.terminate()
  })
}

/** What the worker has taken of a processor so far; nothing where it has ended meanwhile. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const used = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (used.user + used.system) / 1_000
}

/** Runs from the start, and calls once when it has run for so long, pauses aside. */
function stopwatch(ms: number, onEnd: () => void) {
  let [left, since] = [ms, performance.now()]
  let timer = setTimeout(onEnd, left)
  return {
    pause() {
      clearTimeout(timer)
      left -= performance.now() - since
    },
    resume() {
      since = performance.now()
      timer = setTimeout(onEnd, Math.max(0, left))
    },
  }
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
