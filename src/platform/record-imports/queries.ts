import { type Expression, type SqlBool, sql, type Updateable } from 'kysely'
import { type Actor, can } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { RecordImport } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { fromStored, type Sentence, toStored } from '#kit/text.ts'
import { UNDO_HOURS } from '#kit/undoable.ts'
import type { ImportEntity, ImportRowState } from './contract.ts'

/** The actor's own imports; for an admin all imports within reach. */
function visibleTo(actor: Actor): Expression<SqlBool> {
  if (can(actor, 'canAdmin')) return scope(actor, 'canAdmin', { company: 'recordImport.companyCode' })
  return sql<SqlBool>`record_import.created_by = ${actor.id}`
}

function selectImports(db: Database, actor: Actor) {
  return db
    .selectFrom('recordImport')
    .innerJoin('staffName as maker', 'maker.id', 'recordImport.createdBy')
    .leftJoin('staffName as undoer', 'undoer.id', 'recordImport.undoneBy')
    .selectAll('recordImport')
    .select(['maker.name as createdByName', 'undoer.name as undoneByName'])
    .select(
      sql<Record<string, number>>`(select coalesce(jsonb_object_agg(state, n), '{}') from (
        select state, count(*)::int as n from record_import_row where record_import_id = record_import.id
          group by state) as counted)`.as('counts'),
    )
    .select(
      sql<number>`(select count(*)::int from record_import_row where record_import_id = record_import.id
        and problem is not null and state in ('same', 'create', 'update', 'created', 'updated'))`.as('noted'),
    )
    .where(visibleTo(actor))
}

/** The names of all companies. */
export const findCompanies = (db: Database) => db.selectFrom('company').select(['code', 'name']).execute()

/** A page of the imports that were started, newest first. */
export async function findImports(
  db: Database,
  actor: Actor,
  filter: { entity?: ImportEntity[] } & PageInput,
) {
  let query = selectImports(db, actor).where('recordImport.runAt', 'is not', null)
  if (filter.entity) query = query.where('recordImport.entity', 'in', filter.entity)
  const id = 'recordImport.id'
  return pageOf(query, filter, { columns: { id }, fallback: '-id', tieBreaker: id })
}

/** One import within reach; throws NOT_FOUND. */
export async function getImport(db: Database, actor: Actor, id: number) {
  const row = await selectImports(db, actor).where('recordImport.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('这次资料导入')
  return row
}

/** Locks and returns the actor's own import, so that its requests process rows in sequence. Throws NOT_FOUND. */
export async function lockOwnImport(db: Database, actor: Actor, id: number) {
  return lockImport(db, sql<SqlBool>`record_import.created_by = ${actor.id}`, id)
}

/** Locks and returns any import within reach: an admin can undo imports of others. Throws NOT_FOUND. */
export async function lockVisibleImport(db: Database, actor: Actor, id: number) {
  return lockImport(db, visibleTo(actor), id)
}

async function lockImport(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('recordImport')
    .selectAll()
    .where('id', '=', id)
    .where(reach)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这次资料导入')
  return row
}

/** A page of an import's rows in sheet order. The caller has checked access to the import. */
export async function findImportRows(
  db: Database,
  filter: { id: number; state?: ImportRowState[] | undefined; noted?: 'true' | undefined } & PageInput,
) {
  let query = db
    .selectFrom('recordImportRow')
    .select(['row', 'name', 'state', 'problem', 'recordId', 'cells'])
    .where('recordImportId', '=', filter.id)
  const { state, noted } = filter
  if (state) query = query.where('state', 'in', state)
  if (noted) query = query.where('problem', 'is not', null)
  const row = 'recordImportRow.row'
  const { items, total } = await pageOf(query, filter, { columns: { row }, fallback: 'row', tieBreaker: row })
  return {
    items: items.map(({ problem, ...item }) => ({
      ...item,
      problem: problem === null ? null : fromStored(problem),
    })),
    total,
  }
}

/** How long the cells of unwritten rows are kept. */
const CELLS_MS = 14 * 86_400_000

/** A row to insert. `turn` is the order in which rows are written. */
export interface NewRow {
  row: number
  turn: number
  cells: string[]
  name: string
  state: ImportRowState
  problem: Sentence | null
}

/**
 * Inserts an import with its rows; returns its id. Also deletes the person's imports that were never started, and
 * expired cells and previous values of all imports.
 */
export async function insertImport(
  db: Database,
  newImport: {
    companyCode: string
    entity: ImportEntity
    fileName: string
    headers: string[]
    createdBy: number
  },
  rows: readonly NewRow[],
  now: Date,
): Promise<number> {
  await db
    .deleteFrom('recordImport')
    .where('createdBy', '=', newImport.createdBy)
    .where('runAt', 'is', null)
    .execute()
  await sql`update record_import_row set cells = null from record_import i
    where i.id = record_import_id and cells is not null
      and i.created_at < ${new Date(now.getTime() - CELLS_MS)}`.execute(db)
  await sql`update record_import_row set before = null from record_import i
    where i.id = record_import_id and before is not null
      and i.run_at < ${new Date(now.getTime() - UNDO_HOURS * 3_600_000)}`.execute(db)
  const { id } = await db
    .insertInto('recordImport')
    .values({ ...newImport, headers: JSON.stringify(newImport.headers), createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into record_import_row (record_import_id, row, turn, cells, name, state, problem)
    select ${id}, r.row, r.turn, r.cells, r.name, r.state, r.problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (row int, turn int, cells jsonb, name text, state text, problem text)`.execute(db)
  return id
}

/** The next rows in the states, by turn: referenced rows come first. `whole` includes all rows of the last turn. */
export async function nextRows(
  db: Database,
  id: number,
  states: readonly ImportRowState[],
  { count, includesTies }: { count: number; includesTies: boolean },
) {
  const query = db
    .selectFrom('recordImportRow')
    .select(['row', 'cells', 'state', 'name', 'turn'])
    .where('recordImportId', '=', id)
    .where('state', 'in', [...states])
    .orderBy('turn')
  const rows = await (includesTies
    ? query.fetch(count, 'with ties').execute()
    : query.orderBy('row').limit(count).execute())
  return rows
    .sort((one, other) => one.turn - other.turn || one.row - other.row)
    .map(({ turn: _, ...row }) => ({ ...row, cells: row.cells as string[] }))
}

/** The result of a row. */
export interface RowOutcome {
  row: number
  state: ImportRowState
  problem: Sentence | null
  recordId?: number | null
  /** The previous values of the changed fields, and the version after the write. */
  before?: object | null
  version?: number | null
}

/** Saves the results of rows. Clears the cells of written rows and the previous values of undone ones. */
export async function saveOutcomes(db: Database, id: number, outcomes: readonly RowOutcome[]): Promise<void> {
  await sql`update record_import_row set state = o.state, problem = o.problem, record_id = coalesce(o."recordId", record_id),
      version = coalesce(o.version, record_import_row.version),
      before = case when o.state = 'undone' then null else coalesce(o.before, record_import_row.before) end,
      cells = case when o.state in ('created', 'updated') then null else cells end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (row int, state text, problem text, "recordId" int, before jsonb, version int)
    where record_import_id = ${id} and record_import_row.row = o.row`.execute(db)
}

/** Marks the rows that are not written yet as skipped. */
export async function skipUnwritten(db: Database, id: number, problem: Sentence): Promise<void> {
  await db
    .updateTable('recordImportRow')
    .set({ state: 'skipped', problem: toStored(problem) })
    .where('recordImportId', '=', id)
    .where('state', 'in', ['create', 'update'])
    .execute()
}

/** The number of rows that are not written yet. */
export async function countUnwritten(db: Database, id: number): Promise<number> {
  const { n } = await db
    .selectFrom('recordImportRow')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('recordImportId', '=', id)
    .where('state', 'in', ['create', 'update'])
    .executeTakeFirstOrThrow()
  return n
}

/** The next written rows, in reverse order: a row depends only on rows written before it. */
export async function writtenRows(db: Database, id: number, count: number) {
  return db
    .selectFrom('recordImportRow')
    .select(['row', 'name', 'state', 'recordId', 'before', 'version'])
    .where('recordImportId', '=', id)
    .where('state', 'in', ['created', 'updated'])
    .orderBy('turn', 'desc')
    .orderBy('row', 'desc')
    .limit(count)
    .execute()
}

/** Updates an import. */
export async function updateImport(
  db: Database,
  id: number,
  changes: Updateable<RecordImport>,
): Promise<void> {
  await db.updateTable('recordImport').set(changes).where('id', '=', id).execute()
}

/** The user names in a staff sheet, lower-cased; `at` is their column index. */
export async function usernamesIn(db: Database, id: number, at: number): Promise<string[]> {
  const rows = await db
    .selectFrom('recordImportRow')
    .select(sql<string>`lower(trim(cells ->> ${sql.lit(at)}))`.as('name'))
    .where('recordImportId', '=', id)
    .where('cells', 'is not', null)
    .execute()
  return rows.map(({ name }) => name)
}

/** Abandons a person's unfinished imports: deletes those never started, and skips the unwritten rows of the others. */
export async function abandonImports(
  db: Database,
  createdBy: number,
  ids: readonly number[],
  problem: Sentence,
): Promise<void> {
  const deletion = db.deleteFrom('recordImport').where('createdBy', '=', createdBy).where('id', 'in', ids)
  await deletion.where('runAt', 'is', null).execute()
  for (const id of ids) await skipUnwritten(db, id, problem)
  const half = db.updateTable('recordImport').where('createdBy', '=', createdBy).where('id', 'in', ids)
  await half.where('state', '=', 'running').set({ state: 'done' }).execute()
}

const ERASED = toStored({ sentence: '内容已随离职资料按规定删除。' })

/**
 * Erases a person's data from imports: the previous values, and the cells of every row that contains one of the
 * numbers, with or without spaces and dashes. Those rows are not written any more.
 */
export async function eraseFromImports(
  db: Database,
  staffId: number,
  numbers: readonly string[],
): Promise<void> {
  await sql`update record_import_row set before = null from record_import i
    where i.id = record_import_id and i.entity = 'staff' and record_id = ${staffId}`.execute(db)
  for (const digits of numbers) {
    await sql`update record_import_row set cells = null, problem = ${ERASED},
        state = case when state in ('waiting', 'create', 'update') then 'skipped' else state end
      where strpos(regexp_replace(cells::text, '[[:space:]-]', '', 'g'), ${digits}) > 0`.execute(db)
  }
}

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
  const rows = await db
    .selectFrom('recordImportRow')
    .select(['row', 'name'])
    .select(sql<string>`obstacle`.as('problem'))
    .where('recordImportId', '=', id)
    .where('state', 'in', ['created', 'updated'])
    .where('obstacle', 'is not', null)
    .orderBy('row')
    .execute()
  return rows.map((row) => ({ ...row, problem: fromStored(row.problem) }))
}
