import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** Limit for one statement of a request, in seconds, on both engines. */
export const STATEMENT_LIMIT_SECONDS = 10

/** Limit for one statement of an import, which writes up to 200,000 rows, in seconds. */
export const IMPORT_STATEMENT_LIMIT_SECONDS = 60

/**
 * Sets the statement timeout of this transaction, in seconds; 0 means no limit. PostgreSQL enforces it. The embedded
 * engine cannot, so its wire server parses exactly this statement (`statementTimeoutIn`) and reports the limit to the
 * watchdog.
 */
export async function setStatementTimeout(tx: Database, seconds: number): Promise<void> {
  await sql.raw(`set local statement_timeout = '${Math.trunc(seconds)}s'`).execute(tx)
}
