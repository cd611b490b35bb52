import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { RowOutcome } from './queries.ts'

/** How long the result of a trial is valid: an obstacle may have been removed since. */
const VALID_MS = 600_000

/** The next written rows without a valid trial, in reverse order. */
export async function untriedRows(db: Database, id: number, count: number, now: Date) {
  const old = new Date(now.getTime() - VALID_MS)
  return db
    .selectFrom('recordImportRow')
    .select(['row', 'name', 'state', 'recordId', 'before', 'version'])
    .where('recordImportId', '=', id)
    .where('state', 'in', ['created', 'updated'])
    .where((eb) => eb.or([eb('triedAt', 'is', null), eb('triedAt', '<', old)]))
    .orderBy('turn', 'desc')
    .orderBy('row', 'desc')
    .limit(count)
    .execute()
}

/** Deletes all trial results, so that every written row is tried again. */
export async function clearTries(db: Database, id: number): Promise<void> {
  await db
    .updateTable('recordImportRow')
    .set({ triedAt: null, obstacle: null })
    .where('recordImportId', '=', id)
    .where('triedAt', 'is not', null)
    .execute()
}

/** Saves that rows were tried, and their obstacles. */
export async function saveTries(
  db: Database,
  id: number,
  tried: readonly RowOutcome[],
  at: Date,
): Promise<void> {
  await sql`update record_import_row set tried_at = ${at}, obstacle = t.problem
    from jsonb_to_recordset(${JSON.stringify(tried)}::jsonb) as t (row int, problem text)
    where record_import_id = ${id} and record_import_row.row = t.row`.execute(db)
}

/** The written rows that cannot be undone, in sheet order, with the reason. */
export async function blockedRows(db: Database, id: number) {
  return db
    .selectFrom('recordImportRow')
    .select(['row', 'name'])
    .select(sql<string>`obstacle`.as('problem'))
    .where('recordImportId', '=', id)
    .where('state', 'in', ['created', 'updated'])
    .where('obstacle', 'is not', null)
    .orderBy('row')
    .execute()
}
