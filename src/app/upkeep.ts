import type { FastifyBaseLogger } from 'fastify'

/** Something that the program does by itself from time to time. */
export interface Chore {
  everyMs: number
  /** For the log, where it fails. */
  name: string
  work: () => Promise<void>
}

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** Does each chore now and then again; one that fails is logged and comes round again. Answers how to end them. */
export function keepUp(chores: readonly Chore[], log: Pick<FastifyBaseLogger, 'warn'>): () => void {
  const timers = chores.map(({ everyMs, name, work }) => {
    const once = () => void work().catch((err) => log.warn({ err, chore: name }, 'chore failed'))
    once()
    return setInterval(once, everyMs).unref()
  })
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}
