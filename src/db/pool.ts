import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { STALE_PLAN } from '#kit/errors.ts'
import { StatementNames } from './statements.ts'

/** What the pool gives no code: nobody handed a connection back in time, or the server could not be reached. */
export const NO_CONNECTION = 'NO_CONNECTION'
/** The connection broke during a statement, which is undone with its transaction. */
export const CONNECTION_LOST = 'CONNECTION_LOST'
/** The connection broke after COMMIT was sent: whether it came to pass, nobody here knows. */
export const COMMIT_LOST = 'COMMIT_LOST'

/** A pool whose faults all carry a code, so that they are told apart without reading their words. */
export interface CodedPool {
  pool: PostgresPool
  /** Breaks every connection, so that whoever waits for an answer on one is told now. */
  breakAll: () => void
  /** How many connections there are, how many are free, and how many requests wait for one. */
  counts: () => PoolCounts
}

export interface PoolCounts {
  total: number
  idle: number
  waiting: number
}

/**
 * Opens a pool. `onLost` hears of every connection that breaks; without it the process would end. `prepare`: statements that
 * come again are prepared.
 */
export function openPool(
  config: pg.PoolConfig,
  onLost: (error: Error) => void,
  { prepare }: { prepare: boolean },
): CodedPool {
  const pool = new pg.Pool(config)
  const clients = new Set<pg.PoolClient>()
  const broken = new WeakSet<object>()
  const preparing = prepare ? new Preparing() : null
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    clients.add(client)
    // A connection that is in use tells its own listeners only.
    client.on('error', () => broken.add(client))
    client.on('end', () => broken.add(client))
  })
  pool.on('remove', (client) => clients.delete(client))

  const coded = (client: pg.PoolClient): PostgresPoolClient => {
    // A COMMIT without an answer is followed by a ROLLBACK, whose failure must not take its place.
    let lostAt: string | null = null
    const send = preparing?.sender(client) ?? sendPlain(client)
    const query = (text: string, parameters: readonly unknown[]) =>
      send(text, [...parameters]).catch((error: Error) => {
        if (!broken.has(client) || error instanceof pg.DatabaseError) throw error
        lostAt ??= text
        throw Object.assign(error, { code: lostAt === 'commit' ? COMMIT_LOST : CONNECTION_LOST })
      })
    const release = (destroy?: boolean) => client.release(destroy || preparing?.isOutdated(client))
    // Nobody here reads through a cursor, which would be the other thing that one can ask.
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }
  const connect = () =>
    pool.connect().then(coded, (error: Error & { code?: string }) => {
      throw Object.assign(error, { code: error.code ?? NO_CONNECTION })
    })
  const breakAll = () => {
    for (const client of clients) {
      broken.add(client)
      // A connection on which somebody waits is cut at once; the others say goodbye.
      void client.end()
    }
  }
  const counts = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return { pool: { connect, end: () => pool.end(), options: pool.options }, breakAll, counts }
}

type Send = (text: string, values: unknown[]) => Promise<pg.QueryResult>

const sendPlain =
  (client: pg.PoolClient): Send =>
  (text, values) =>
    client.query(text, values)

/** Sends statements by their names, each connection under a prefix of its own: the embedded engine has one session for all. */
class Preparing {
  readonly #names = new StatementNames()
  readonly #known = new WeakMap<pg.PoolClient, { prefix: string; generation: number }>()
  #connections = 0

  /** What sends the statements of a connection from the time it is taken out of the pool until it is handed back. */
  sender(client: pg.PoolClient): Send {
    const { prefix } = this.#of(client)
    const plain = sendPlain(client)
    let isInTransaction = false
    return async (text, values) => {
      if (/^(begin|start transaction)/i.test(text)) isInTransaction = true
      if (/^(commit$|rollback$)/i.test(text)) isInTransaction = false
      const name = this.isOutdated(client) ? undefined : this.#names.nameOf(text)
      if (!name || this.isOutdated(client)) return plain(text, values)
      return client.query({ name: `${prefix}${name}`, text, values }).catch((error: Error) => {
        if (!isStale(error)) throw error
        this.#names.forget()
        if (!isInTransaction) return plain(text, values)
        throw Object.assign(error, { code: STALE_PLAN })
      })
    }
  }

  /** Whether a connection has prepared statements whose names mean something else now: it is closed when handed back. */
  isOutdated(client: pg.PoolClient): boolean {
    return this.#of(client).generation !== this.#names.generation
  }

  #of(client: pg.PoolClient) {
    const known = this.#known.get(client)
    if (known) return known
    this.#connections += 1
    const prefix = `p${process.pid}c${this.#connections}`
    const made = { prefix, generation: this.#names.generation }
    this.#known.set(client, made)
    return made
  }
}

/** PostgreSQL's refusal to answer other columns than it had said; it has no code of its own. */
const isStale = (error: Error & { code?: string; routine?: string }) =>
  error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
