import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

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

/** Opens a pool. `onLost` hears of idle connections that the server dropped; without it the process would end. */
export function connect(address: Address, onLost: (error: Error) => void, max = 10): Database {
  const pool = new pg.Pool({
    ...('url' in address
      ? { connectionString: address.url }
      : { host: address.socketFolder, user: 'postgres', database: 'postgres' }),
    // The embedded engine's socket takes each protocol message of each connection in turn, so that two queries outside a
    // transaction may get each other's answer: it is given one connection. It runs one query at a time anyway.
    max: 'url' in address ? max : 1,
    connectionTimeoutMillis: 'url' in address ? 5_000 : 30_000,
    statement_timeout: 30_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  pool.on('error', onLost)
  // SQL is snake_case, TypeScript camelCase; the border is here and nowhere else. Keys inside jsonb are data.
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: withCode(pool) }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true, underscoreBeforeDigits: true })],
  })
}

/** What the pool gives no code: nobody handed a connection back in time, or the server could not be reached. */
export const NO_CONNECTION = 'NO_CONNECTION'

/** The pool, its refusals carrying a code, so that they are told apart without reading their words. */
function withCode(pool: pg.Pool) {
  return {
    connect: () =>
      pool.connect().catch((error: Error & { code?: string }) => {
        throw Object.assign(error, { code: error.code ?? NO_CONNECTION })
      }),
    end: () => pool.end(),
    options: pool.options,
  }
}
