import { sql } from 'kysely'
import type { Database } from './connect.ts'

/**
 * Sets the statement timeout of this transaction, in seconds; 0 means no limit. PostgreSQL enforces it. The embedded
 * engine cannot, so its wire server parses exactly this statement (`statementTimeoutIn`) and reports the limit to the
 * watchdog.
 */
export async function setStatementTimeout(tx: Database, seconds: number): Promise<void> {
  await sql.raw(`set local statement_timeout = '${Math.trunc(seconds)}s'`).execute(tx)
}
