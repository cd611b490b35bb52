import { AppError } from './errors.ts'

/** Runs heavy work (memory, CPU, a file) when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER_S = 5

/**
 * Limits work of one kind to `atOnce` concurrent and `maxWaiting` queued tasks. Beyond that it throws BUSY with the
 * sentence `busy`.
 */
export function turns(atOnce: number, maxWaiting: number, busy: string): InTurn {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) {
        throw new AppError('BUSY', busy, { data: { retryAfterSeconds: RETRY_AFTER_S } })
      }
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
