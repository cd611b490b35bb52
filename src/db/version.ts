import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Database } from './connect.ts'

const PACKAGE = new URL('../../package.json', import.meta.url)

/** The version of this program, as package.json states it: `0.2.0`. */
export const PROGRAM_VERSION: string = JSON.parse(readFileSync(PACKAGE, 'utf8')).version

/**
 * Setting that each PostgreSQL session of this program declares. The database refuses writes of a session whose version
 * is below its minimum (migration 066).
 */
export const VERSION_SETTING = `houtai.program=${PROGRAM_VERSION}`

/** The version of the program that created databases without `program_version`. */
const FIRST_VERSION = '0.1.0'

/** SQLSTATE with which the database refuses a write of a program that is too old (migration 066). */
export const PROGRAM_TOO_OLD = 'HT002'

/** The versions stored in a database. */
export interface DatabaseVersion {
  /** The newest program version that has migrated the database. */
  newest: string
  /** The oldest program version that may write to it. */
  minimum: string
  /** The number of the last migration applied: `066`; null for an empty database. */
  schema: string | null
}

/**
 * Reads the versions of a database. It may be empty, or of a program that did not store them; both versions are then
 * `0.1.0`.
 */
export async function databaseVersion(db: Database): Promise<DatabaseVersion> {
  const tables = await sql<{ migration: string | null; version: string | null }>`
    select to_regclass('migration')::text as migration, to_regclass('program_version')::text as version`.execute(
    db,
  )
  const { migration, version } = tables.rows[0] ?? {}
  const stored = version
    ? await db.selectFrom('programVersion').select(['newest', 'minimum']).executeTakeFirst()
    : undefined
  const last = migration
    ? await sql<{ name: string }>`select name from migration order by name desc limit 1`.execute(db)
    : undefined
  return {
    newest: stored?.newest ?? FIRST_VERSION,
    minimum: stored?.minimum ?? FIRST_VERSION,
    schema: last?.rows[0]?.name.slice(0, 3) ?? null,
  }
}

/** Whether version `a` is older than `b`. Both have three numbers: `0.10.0` is newer than `0.9.1`. */
export function isOlder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const differing = left?.findIndex((part, at) => part !== right?.[at]) ?? -1
  return differing >= 0 && (left?.[differing] ?? 0) < (right?.[differing] ?? 0)
}
