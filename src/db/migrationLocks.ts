import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** The lock modes of migrations that block other transactions, weakest first. */
const MODES = {
  RowExclusiveLock: 'row exclusive',
  ShareLock: 'share',
  ShareRowExclusiveLock: 'share row exclusive',
  AccessExclusiveLock: 'access exclusive',
} as const

export type LockMode = (typeof MODES)[keyof typeof MODES]

/** The strongest lock by table name. */
export type TableLocks = Record<string, LockMode>

/** The file of locks by migration name, written by `npm run tables`. */
export const LOCKS_FILE = new URL('./migrationLocks.json', import.meta.url)

/** Reads the locks that each migration takes, except on the tables that it creates. */
export function readMigrationLocks(): Record<string, TableLocks> {
  return JSON.parse(readFileSync(LOCKS_FILE, 'utf8'))
}

/** Returns the table names by oid, without the table `migration`, which no request uses. */
export async function tablesByOid(db: Database): Promise<Map<number, string>> {
  const { rows } = await sql<{ oid: number; name: string }>`
    select oid::int, relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'`.execute(db)
  return new Map(rows.map(({ oid, name }) => [oid, name]))
}

/** Returns the strongest lock that the current transaction holds on each of the given tables. */
export async function heldLocks(tx: Database, tables: ReadonlyMap<number, string>): Promise<TableLocks> {
  const { rows } = await sql<{ oid: number; mode: string }>`
    select relation::int as oid, mode from pg_locks
    where locktype = 'relation' and granted and pid = pg_backend_pid()`.execute(tx)
  const locks: TableLocks = {}
  // Modes are in ascending order, so the strongest overwrites the others.
  for (const [postgres, mode] of Object.entries(MODES)) {
    for (const row of rows) {
      const table = tables.get(row.oid)
      if (table && row.mode === postgres) locks[table] = mode
    }
  }
  return Object.fromEntries(Object.entries(locks).sort(([a], [b]) => (a < b ? -1 : 1)))
}
