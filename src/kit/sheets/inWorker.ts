import { type Transferable, Worker } from 'node:worker_threads'
import { clientSignal } from '#kit/clientSignal.ts'
import { type UnreadableDetails, UnreadableFile, type UnreadableKind } from './unreadable.ts'

/** A message from a worker: a part of its result, the end of it, or why there is none. */
export type WorkerMessage<Part, Result> =
  | { part: Part }
  | { result: Result }
  | { failure: { kind: UnreadableKind; message: string } & UnreadableDetails }

/** The input and limits of a worker. */
export interface WorkerOptions<Part> {
  input: unknown
  /** Buffers of the input that are transferred to the worker instead of copied. */
  transfer?: Transferable[]
  /**
   * Called with each part in its own turn of the event loop; a large result in one part would block all requests. Its
   * result is awaited and sent to the worker.
   */
  onPart(part: Part): unknown
  /** CPU time limit of the worker, in ms; on a busy machine it lasts longer by the clock. */
  cpuMs?: number
  memoryMb?: number
}

/**
 * Factor from CPU limit to clock limit: a worker that gets a tenth of a CPU can finish, and one that hangs is stopped.
 */
const CLOCK_PER_CPU = 10
const CHECK_MS = 200

/** The content of a file stays in memory until its end: a larger young generation would only take 64 MiB more. */
const YOUNG_MB = 16

/**
 * Runs a module that calls `serveWorker` in a worker thread, with limits on memory and CPU time, and terminates it
 * afterwards. Rejects with `UnreadableFile`: the worker's own, or `too-large` if a limit was reached; and with `ClientLeft` if
 * the client of the request is gone.
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
  const signal = clientSignal()
  const leave = () => reject(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  const timeLimit = stopwatch(cpuMs * CLOCK_PER_CPU, () => reject(timeLimitError()))
  const meter = setInterval(async () => {
    if ((await cpuMsOf(worker)) > cpuMs) reject(timeLimitError())
  }, CHECK_MS)
  worker.on('message', async (message: WorkerMessage<Part, Result>) => {
    if ('result' in message) return resolve(message.result)
    if ('failure' in message) return reject(asError(message.failure))
    timeLimit.pause()
    try {
      const answer = await onPart(message.part)
      timeLimit.resume()
      worker.postMessage(answer)
    } catch (error) {
      reject(error)
    }
  })
  worker.on('error', (error) => reject(isOutOfMemory(error) ? memoryLimitError() : error))
  worker.on('exit', () => reject(new Error('The worker ended without a result.')))
  return promise.finally(() => {
    clearInterval(meter)
    timeLimit.pause()
    signal?.removeEventListener('abort', leave)
    return worker.terminate()
  })
}

/** CPU time of the worker so far, in ms; 0 if it has ended. */
async function cpuMsOf(worker: Worker): Promise<number> {
  const used = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (used.user + used.system) / 1_000
}

/** Starts immediately and calls `onEnd` once after `ms`, not counting pauses. */
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

function memoryLimitError(): UnreadableFile {
  return new UnreadableFile('too-large', '文件内容太多，已停止读取。请按天或按店铺分成几个文件后重新上传。')
}

function timeLimitError(): UnreadableFile {
  return new UnreadableFile('too-large', '文件读取时间过长，已停止。请按天或按店铺分成几个文件后重新上传。')
}
