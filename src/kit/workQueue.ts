import { AppError } from './errors.ts'

/** Runs heavy work (memory, CPU, a file) when its turn comes. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER_S = 5

/**
 * Limits work of one kind to `maxConcurrent` concurrent and `maxQueued` queued tasks. Beyond that it throws BUSY with
 * the sentence `busy` and a time to retry.
 */
export function limitConcurrency(maxConcurrent: number, maxQueued: number, busy: string): WorkQueue {
  const refusal = () => new AppError('BUSY', busy, { data: { retryAfterSeconds: RETRY_AFTER_S } })
  return createWorkQueue(maxConcurrent, { maxQueued, refusal })
}

/** The maximum number of queued tasks, and what is thrown beyond it. */
interface QueueLimit {
  maxQueued: number
  refusal: () => Error
}

/** Runs at most `maxConcurrent` tasks at a time and queues the others, first come, first served. */
export function createWorkQueue(maxConcurrent: number, limit?: QueueLimit): WorkQueue {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= maxConcurrent) {
      if (limit && queue.length >= limit.maxQueued) throw limit.refusal()
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The place is passed on directly, so that no new task can take it in between.
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
