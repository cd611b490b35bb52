import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { jsonText } from '#kit/jsonText.ts'
import { type Findings, toStoredFindings } from './findings.ts'
import type { DaySource } from './groupRows.ts'
import type { FilePlatform } from './reader/fields.ts'
import { rowColumns } from './rowColumns.ts'
import type { StoreFacts } from './storeFinder.ts'

/** Returns the stores, except stopped ones, for which the actor may report figures of a day. */
export async function findImportableStores(db: Database, actor: Actor, on: Day): Promise<StoreFacts[]> {
  return db
    .selectFrom('store')
    .select(['id', 'companyCode', 'name', 'nameKey', 'platform', 'platformShopId'])
    .where(storeScope(actor, 'canReportWorklog', on))
    .where('status', '!=', 'stopped')
    .execute()
}

/** Returns the stores in which each nick is known, for any owner and any time. */
export async function findStoresOfNicks(db: Database, storeIds: number[]): Promise<Map<string, Set<number>>> {
  const rows = await db
    .selectFrom('agentAccount')
    .select(['nick', 'storeId'])
    .distinct()
    .where(sql<boolean>`store_id = any(${storeIds})`)
    .execute()
  const stores = new Map<string, Set<number>>()
  for (const { nick, storeId } of rows) stores.set(nick, (stores.get(nick) ?? new Set()).add(storeId))
  return stores
}

/** Inserts a batch that stays hidden until `openBatch`; returns its id. */
export async function insertBatch(
  db: Database,
  batch: {
    companyCode: string
    fileName: string
    fileHash: string
    fileBytes: number
    platform: FilePlatform
    onFrom: DaySource
    createdBy: number
  },
  now: Date,
): Promise<number> {
  const row = { ...batch, rowsOk: 0, rowsProblem: 0, rowsSkipped: 0, findings: '{}', createdAt: now }
  const inserted = await db
    .insertInto('importBatch')
    .values({ ...row, updatedAt: now, updatedBy: batch.createdBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  return inserted.id
}

/** Inserts the stores and days of a batch; returns their ids in the same order. */
export async function insertGroups(
  db: Database,
  batchId: number,
  groups: readonly { storeId: number | null; storeName: string | null; on: Day | null }[],
): Promise<number[]> {
  if (groups.length === 0) return []
  const rows = groups.map(({ on, ...group }) => ({ batchId, ...group, onDay: on }))
  const inserted = await db.insertInto('importGroup').values(rows).returning('id').execute()
  return inserted.map(({ id }) => id).sort((a, b) => a - b)
}

/** From this number of rows on, the planner needs new statistics (`analyzeRows`). */
export const ANALYZE_THRESHOLD = 5_000

const columnNames = sql.raw(rowColumns.map(({ name }) => name).join(', '))
/** JSON and lists of names are sent as text. */
const columnValues = sql.raw(
  rowColumns.map(({ name, type }) => (/\[\]|json/.test(type) ? `${name}::${type}` : name)).join(', '),
)

/** Inserts valid rows, about a thousand per call, formatted by the reader's `columnTexts`. */
export async function insertRows(
  db: Database,
  batchId: number,
  columns: readonly (string | null)[],
): Promise<void> {
  const arrays = rowColumns.map(({ type }, at) => {
    if (type === 'jsonb') return sql`string_to_array(${columns[at]}, E'\n')`
    return sql`${columns[at]}::${sql.raw(type === 'text[]' ? 'text' : type)}[]`
  })
  await sql`insert into import_row (batch_id, ${columnNames})
    select ${batchId}, ${columnValues} from unnest(${sql.join(arrays)}) as given (${columnNames})`.execute(db)
}

/** Makes a batch a preview once all its rows are stored. */
export async function openBatch(
  db: Database,
  id: number,
  result: { rowsOk: number; rowsProblem: number; rowsSkipped: number; findings: Findings },
): Promise<void> {
  await db
    .updateTable('importBatch')
    .set({ ...result, findings: jsonText(toStoredFindings(result.findings)), status: 'preview' })
    .where('id', '=', id)
    .execute()
}

/** Deletes the user's own preview that a newer reading of the same file replaces; ignores all other batches. */
export async function deletePreview(
  db: Database,
  id: number,
  of: { createdBy: number; fileHash: string },
): Promise<void> {
  await db
    .deleteFrom('importBatch')
    .where('id', '=', id)
    .where('createdBy', '=', of.createdBy)
    .where('fileHash', '=', of.fileHash)
    .where('status', '=', 'preview')
    .execute()
}

/** Deletes batches that never became an import: unconfirmed previews, and batches whose reading was interrupted. */
export async function deleteExpired(db: Database, companyCode: string, before: Date): Promise<void> {
  await db
    .deleteFrom('importBatch')
    .where('companyCode', '=', companyCode)
    .where('status', 'in', ['reading', 'preview'])
    .where('createdAt', '<', before)
    .execute()
}

/** Updates the planner's statistics after many inserts; the embedded engine has no autovacuum. */
export async function analyzeRows(
  db: Database,
  table: 'import_row' | 'import_group' | 'agent_daily',
): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db)
}
