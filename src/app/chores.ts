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

/**
 * Runs each chore now and then at its interval; a failure is logged and the chore continues. Returns a function that
 * stops all.
 */
export function startChores(chores: readonly Chore[], log: Pick<FastifyBaseLogger, 'warn'>): () => void {
  const timers = chores.map(({ everyMs, name, work }) => {
    const once = () =>
      void work().catch((err) => log.warn({ ...faultFields(err), chore: name }, 'chore failed'))
    once()
    return setInterval(once, everyMs).unref()
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
