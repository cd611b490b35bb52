import type { FastifyBaseLogger } from 'fastify'
import { faultFields } from './faultFields.ts'

/** A task that the program repeats at an interval. */
export interface Chore {
  everyMs: number
  /** For the log, if it fails. */
  name: string
  work: () => Promise<void>
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

interface Parts {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  isStopping: () => boolean
}

/**
 * Runs each chore now and then at its interval; a failure is logged and the chore continues. Returns a function that
 * stops all and waits for those that are running, which end early if `isStopping` returns true.
 */
export function startChores(chores: readonly Chore[], { log, isStopping }: Parts): () => Promise<void> {
  const running = new Set<Promise<void>>()
  const timers = chores.map(({ everyMs, name, work }) => {
    const logFailure = (err: unknown) =>
      isStopping()
        ? log.info({ chore: name, reason: String(err) }, 'chore interrupted')
        : log.warn({ ...faultFields(err), chore: name }, 'chore failed')
    const once = () => {
      const run = work()
        .catch(logFailure)
        .finally(() => running.delete(run))
      running.add(run)
    }
    once()
    return setInterval(once, everyMs).unref()
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}
