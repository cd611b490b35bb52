import { AsyncLocalStorage } from 'node:async_hooks'
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
 * Runs a module that calls `serveWorker` in a worker thread, with limits on memory and CPU time. A worker that is done
 * with a small file is kept for the next one, any other is terminated. Rejects with `UnreadableFile`: the worker's own,
 * or `too-large` if a limit was reached; and with `ClientLeft` if the client of the request is gone.
 */
export async function runInWorker<Part, Result>(entry: URL, options: WorkerOptions<Part>): Promise<Result> {
  const { input, transfer = [], onPart, cpuMs = 60_000, memoryMb = 768 } = options
  const { worker, cpuMs: cpuBefore } = takeWorker(entry, memoryMb)
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  let isDone = false
  const signal = clientSignal()
  const leave = () => reject(signal?.reason)
  const timeLimit = stopwatch(cpuMs * CLOCK_PER_CPU, () => reject(timeLimitError()))
  const meter = setInterval(async () => {
    if ((await cpuMsOf(worker)) - cpuBefore > cpuMs) reject(timeLimitError())
  }, CHECK_MS)
  // Bound to this request: the worker may have been started by another one.
  const receive = AsyncLocalStorage.bind(async (message: WorkerMessage<Part, Result>) => {
    if (!('part' in message)) {
      isDone = true
      return 'result' in message ? resolve(message.result) : reject(asError(message.failure))
    }
    timeLimit.pause()
    try {
      const answer = await onPart(message.part)
      timeLimit.resume()
      worker.postMessage(answer)
    } catch (error) {
      reject(error)
    }
  })
  const fail = (error: unknown) => reject(isOutOfMemory(error) ? memoryLimitError() : error)
  const end = () => reject(new Error('The worker ended without a result.'))
  worker.on('message', receive).on('error', fail).on('exit', end)
  if (signal?.aborted) leave()
  signal?.addEventListener('abort', leave, { once: true })
  try {
    worker.postMessage(input, transfer)
    return await promise
  } finally {
    clearInterval(meter)
    timeLimit.pause()
    signal?.removeEventListener('abort', leave)
    worker.off('message', receive).off('exit', end)
    if (isDone && isSmall(await heapOf(worker))) await keepWorker(worker, kindOf(entry, memoryMb))
    else await worker.terminate()
    worker.off('error', fail)
  }
}

/** A worker that is not used is kept so long. Starting one takes a quarter of a second of CPU time, a small file 10 ms. */
const KEEP_MS = 30_000
/** A worker with a larger heap is not kept. */
const MAX_KEPT_BYTES = 64 * 1024 ** 2

interface KeptWorker {
  worker: Worker
  /** CPU time that it has used. */
  cpuMs: number
  kind: string
  forget: () => void
}

const kept = new Set<KeptWorker>()

/** Workers of one kind can stand in for each other. */
const kindOf = (entry: URL, memoryMb: number) => `${entry.href} ${memoryMb}`

function takeWorker(entry: URL, memoryMb: number): Pick<KeptWorker, 'worker' | 'cpuMs'> {
  const found = [...kept].find(({ kind }) => kind === kindOf(entry, memoryMb))
  if (!found) {
    const resourceLimits = { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: YOUNG_MB }
    return { worker: new Worker(entry, { resourceLimits, env: {} }), cpuMs: 0 }
  }
  found.forget()
  found.worker.ref()
  return found
}

/** Keeps a worker that waits for its next work; it does not keep the process alive. */
async function keepWorker(worker: Worker, kind: string): Promise<void> {
  const cpuMs = await cpuMsOf(worker)
  const forget = () => {
    clearTimeout(timer)
    worker.off('exit', forget)
    kept.delete(entry)
  }
  const timer = setTimeout(() => {
    forget()
    void worker.terminate()
  }, KEEP_MS).unref()
  const entry = { worker, cpuMs, kind, forget }
  worker.once('exit', forget).unref()
  kept.add(entry)
}

const isSmall = (bytes: number | null) => bytes !== null && bytes <= MAX_KEPT_BYTES

/** The heap of a worker and the buffers that it holds, in bytes; null if it has ended. */
async function heapOf(worker: Worker): Promise<number | null> {
  const heap = await worker.getHeapStatistics().catch(() => null)
  return heap && heap.used_heap_size + heap.external_memory
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
