import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/connect.ts'
import type { Clock } from './calendar.ts'
import type { KeyFor } from './keys.ts'
import type { DueAt } from './schedule.ts'
import type { Sentence } from './text.ts'

export interface JobContext {
  db: Database
  clock: Clock
  keyFor: KeyFor
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** The instant for which the job runs. It may be long ago if no node was running. */
  dueAt: Date
  /** Whether the program is stopping: a long job then throws as soon as it can, and another node takes it over. */
  isStopping: () => boolean
}

/**
 * Work that the program does automatically at given instants, once for all nodes that share a database. If a node dies,
 * another one takes over its run, and a run that throws is retried, so the work must be idempotent. After missed runs,
 * only the latest one is executed, unless the job `catchesUp`.
 */
export interface Job {
  /** Its name in the list of runs; must never change. */
  name: string
  /** Its name on the screen. */
  title: string
  /** When it is due (kit/schedule.ts). */
  dueAt: DueAt
  /**
   * Whether every run missed during a pause of the program is executed: once each, oldest first, each one after the
   * previous one has succeeded or been given up. A job that has never run starts with the latest instant.
   */
  catchesUp?: true
  /** Does the work in transactions of its own; returns the result as a sentence for the list of runs. */
  work: (context: JobContext) => Promise<Sentence>
}
