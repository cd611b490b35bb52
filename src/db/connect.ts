import { Kysely } from 'kysely'
import pg from 'pg'
import { CamelCaseResults, SnakeCaseDialect } from './names.ts'
import { STATEMENT_SECONDS } from './patience.ts'
import type { PoolCounts } from './pool.ts'
import { openPool } from './pool.ts'
import type { DB } from './tables.ts'
import { STATED_VERSION } from './version.ts'
import { refuseWholeTables } from './wholeTable.ts'

/** The database as every query sees it: a pool, or the transaction of one request. */
export type Database = Kysely<DB>

// Days stay strings: the driver would make local midnights of them. Counts and 分 are integers within 2^53; one that is
// not is a fault, never a rounded number.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`integer out of range: ${text}`)
  return value
})
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** Where PostgreSQL is: a URL of a server, or the folder of the embedded engine's unix socket. */
export type Address = { url: string } | { socketFolder: string }

/** How a pool is opened. */
export interface ConnectOptions {
  /** How many connections it has at most. */
  max?: number
  /** False behind a pooler that hands each transaction to another connection of the server. */
  prepare?: boolean
}

/** Opens a pool. `onLost` hears of idle connections that the server dropped; without it the process would end. */
export function connect(
  address: Address,
  onLost: (error: Error) => void,
  options: ConnectOptions = {},
): Database {
  return connectBreakable(address, onLost, options).db
}

/** The same, with a way to break every connection, so that whoever waits for an answer on one is told now. */
export function connectBreakable(
  address: Address,
  onLost: (error: Error) => void,
  { max = 10, prepare = true }: ConnectOptions = {},
): { db: Database; breakAll: () => void } {
  const { pool, breakAll, counts } = openPool(poolConfig(address, max), onLost, { prepare })
  // SQL is snake_case, TypeScript camelCase; the border is here and nowhere else. Keys inside jsonb are data.
  const db = new Kysely<DB>({
    dialect: new SnakeCaseDialect({ pool }),
    plugins: [new CamelCaseResults(), refuseWholeTables],
  })
  pools.set(db, counts)
  return { db, breakAll }
}

const pools = new WeakMap<Database, () => PoolCounts>()

/** How many connections the database's pool has, how many are free, and how many requests wait for one. */
export function poolCounts(db: Database): PoolCounts {
  return pools.get(db)?.() ?? { total: 0, idle: 0, waiting: 0 }
}

function poolConfig(address: Address, max: number): pg.PoolConfig {
  const limits = {
    statement_timeout: STATEMENT_SECONDS * 1_000,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 15_000,
  }
  if ('url' in address) {
    // A report is compiled for longer than it runs: two seconds for 80,000 store-days.
    const options = `-c jit=off -c ${STATED_VERSION}`
    return { connectionString: address.url, max, connectionTimeoutMillis: 2_000, options, ...limits }
  }
  // It serves one transaction at a time anyway: whoever comes next waits in the pool, as long as an import may take.
  const own = { host: address.socketFolder, user: 'postgres', database: 'postgres' }
  return { ...own, max: 1, connectionTimeoutMillis: 30_000, ...limits }
}
