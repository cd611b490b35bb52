import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** How long one statement of a request may take, in seconds, on either engine. */
export const STATEMENT_SECONDS = 10

/** How long one statement of an import may take: it moves up to 200,000 rows at once. */
export const IMPORT_STATEMENT_SECONDS = 60

/**
 * Allows the statements of this transaction to take longer than usual; 0 is for ever. PostgreSQL keeps the limit itself;
 * the embedded engine cannot, so its wire reads exactly this statement and tells whoever watches over it.
 */
export async function allowStatements(tx: Database, seconds: number): Promise<void> {
  await sql.raw(`set local statement_timeout = '${Math.trunc(seconds)}s'`).execute(tx)
}
