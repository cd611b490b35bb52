import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#db/connect.ts'
import type { Clock } from './calendar.ts'
import type { KeyFor } from './keys.ts'
import type { DueAt } from './schedule.ts'

/** What a job works with. */
export interface JobContext {
  db: Database
  clock: Clock
  keyFor: KeyFor
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** The instant for which it is done, which may be long over: a node may have been down. */
  dueAt: Date
  /** Whether the program stops: a long job ends as soon as it can, throwing; another node takes it over. */
  isStopping: () => boolean
}

/**
 * Something that the program does by itself at given instants, once for all nodes that share a database. A run whose node
 * dies is taken over by another, and one that throws is tried again, so its work must come to the same if it is done
 * twice. After missed instants only the newest is done, unless the job `catchesUp`.
 */
export interface Job {
  /** Its name in the list of runs; never changed. */
  name: string
  /** When it is due (kit/schedule.ts). */
  dueAt: DueAt
  /**
   * Whether each instant since the last run is done after a pause of the program: once each, oldest first, the next only
   * when the one before is done or given up. A job that has never run begins with the newest.
   */
  catchesUp?: true
  /** Does it, in transactions of its own; answers in Chinese what came of it, for the list of runs. */
  work: (context: JobContext) => Promise<string>
}
