import { AppError } from './errors.ts'

/** Runs heavy work (memory, CPU, a file) when its turn comes. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER_S = 5

/**
 * Limits work of one kind to `atOnce` concurrent and `maxQueued` queued tasks. Beyond that it throws BUSY with the
 * sentence `busy`.
 */
export function limitConcurrency(maxConcurrent: number, maxQueued: number, busy: string): WorkQueue {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running >= maxConcurrent) {
      if (queue.length >= maxQueued) {
        throw new AppError('BUSY', busy, { data: { retryAfterSeconds: RETRY_AFTER_S } })
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
