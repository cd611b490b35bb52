import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** What others have to wait for while a migration is applied, from the least to the most. */
const MODES = {
  RowExclusiveLock: 'row exclusive',
  ShareLock: 'share',
  ShareRowExclusiveLock: 'share row exclusive',
  AccessExclusiveLock: 'access exclusive',
} as const

export type LockMode = (typeof MODES)[keyof typeof MODES]

/** By table, its strongest lock. */
export type TableLocks = Record<string, LockMode>

/** By the name of the migration; written by `npm run tables`. */
export const LOCKS_FILE = new URL('./migrationLocks.json', import.meta.url)

/** The tables that each migration locks, those that it creates left out. */
export function readMigrationLocks(): Record<string, TableLocks> {
  return JSON.parse(readFileSync(LOCKS_FILE, 'utf8'))
}

/** The names of the tables by their oid, without that of the migrations, which nobody else needs. */
export async function tablesByOid(db: Database): Promise<Map<number, string>> {
  const { rows } = await sql<{ oid: number; name: string }>`
    select oid::int, relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migration'`.execute(db)
  return new Map(rows.map(({ oid, name }) => [oid, name]))
}

/** The strongest lock that a transaction holds of each of the tables. */
export async function heldLocks(tx: Database, tables: ReadonlyMap<number, string>): Promise<TableLocks> {
  const { rows } = await sql<{ oid: number; mode: string }>`
    select relation::int as oid, mode from pg_locks
    where locktype = 'relation' and granted and pid = pg_backend_pid()`.execute(tx)
  const locks: TableLocks = {}
  // The strongest one comes last, and stays.
  for (const [postgres, mode] of Object.entries(MODES)) {
    for (const row of rows) {
      const table = tables.get(row.oid)
      if (table && row.mode === postgres) locks[table] = mode
    }
  }
  return Object.fromEntries(Object.entries(locks).sort(([a], [b]) => (a < b ? -1 : 1)))
}
