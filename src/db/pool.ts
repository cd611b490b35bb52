import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'

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

/** Opens a pool. `onLost` hears of every connection that breaks; without it the process would end. */
export function openPool(config: pg.PoolConfig, onLost: (error: Error) => void): CodedPool {
  const pool = new pg.Pool(config)
  const clients = new Set<pg.PoolClient>()
  const broken = new WeakSet<object>()
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
    const query = (text: string, parameters: readonly unknown[]) =>
      client.query(text, [...parameters]).catch((error: Error) => {
        if (!broken.has(client) || error instanceof pg.DatabaseError) throw error
        lostAt ??= text
        throw Object.assign(error, { code: lostAt === 'commit' ? COMMIT_LOST : CONNECTION_LOST })
      })
    const release = (destroy?: boolean) => client.release(destroy)
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
