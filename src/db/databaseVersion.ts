import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** The version of the program that created databases without `program_version`. */
const FIRST_VERSION = '0.1.0'

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
