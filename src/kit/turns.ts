import { AppError } from './errors.ts'

/** Runs work that is heavy (memory, processor, a file) when its turn comes. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** How long whoever is refused should wait before trying again, in seconds. */
const RETRY_AFTER_S = 5

/** Work of one kind: so many at once, so many more waiting; beyond that it is refused as BUSY with the sentence. */
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
