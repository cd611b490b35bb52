import { Kysely } from 'kysely'
import pg from 'pg'
import type { Access } from './access.ts'
import { registerHandles } from './barrier.ts'
import { SnakeCaseDialect } from './camelCase.ts'
import { openPool, type PoolCounts } from './pool.ts'
import { requireWhere } from './requireWhere.ts'
import { STATEMENT_LIMIT_SECONDS } from './statementLimits.ts'
import { PLANNER_OPTIONS } from './statements.ts'
import type { DB } from './tables.ts'
import { VERSION_SETTING } from './version.ts'

/**
 * A Kysely database: a handle of the pool, or a transaction. Once the second barrier is up, the handle that `connect`
 * returns reaches no company's rows; `barrier.ts` gives those that do.
 */
export type Database = Kysely<DB>

// Dates stay strings: the driver would parse them as local midnight. Counts and amounts in 分 are integers below 2^53; a
// larger value throws instead of being rounded.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
})
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Where PostgreSQL is: a URL of a server, or the folder of the embedded engine's unix socket. */
export type Address = { url: string } | { socketFolder: string }

export interface ConnectOptions {
  /** Maximum number of connections; default 10. The embedded engine always has one. */
  max?: number
  /** False behind a pooler that may run each transaction on another server connection; default true. */
  prepare?: boolean
}

/**
 * Opens a pool. `onLost` is called when the server drops an idle connection; without a listener the process would end.
 */
export function connect(
  address: Address,
  onLost: (error: Error) => void,
  options: ConnectOptions = {},
): Database {
  return connectBreakable(address, onLost, options).db
}

/** Like `connect`, and returns `breakAll`, which closes every connection so that pending queries fail immediately. */
export function connectBreakable(
  address: Address,
  onLost: (error: Error) => void,
  { max = 10, prepare = true }: ConnectOptions = {},
): { db: Database; breakAll: () => void } {
  const { poolFor, enterRoles, breakAll, counts } = openPool(poolConfig(address, max), onLost, {
    prepare,
    canCancel: 'url' in address && prepare,
  })
  const handleFor = (access: Access): Database => {
    const db = new Kysely<DB>({
      dialect: new SnakeCaseDialect({ pool: poolFor(access) }),
      plugins: [requireWhere],
    })
    pools.set(db, counts)
    return db
  }
  return { db: registerHandles(handleFor, enterRoles), breakAll }
}

const pools = new WeakMap<Database, () => PoolCounts>()

/** The total and idle connections of the database's pool, and the number of requests that wait for one. */
export function poolCounts(db: Database): PoolCounts {
  return pools.get(db)?.() ?? { total: 0, idle: 0, waiting: 0 }
}

function poolConfig(address: Address, max: number): pg.PoolConfig {
  const limits = {
    statement_timeout: STATEMENT_LIMIT_SECONDS * 1_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
  }
  if ('url' in address) {
    const options = `${PLANNER_OPTIONS} -c ${VERSION_SETTING}`
    return { connectionString: address.url, max, connectionTimeoutMillis: 2_000, options, ...limits }
  }
  // The engine runs one transaction at a time, so one connection is enough. Requests wait for it up to 30 s, since an
  // import may hold it.
  const socketConfig = { host: address.socketFolder, user: 'postgres', database: 'postgres' }
  return { ...socketConfig, max: 1, connectionTimeoutMillis: 30_000, ...limits }
}
