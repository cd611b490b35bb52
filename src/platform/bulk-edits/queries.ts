import { type Expression, type SqlBool, sql, type Updateable } from 'kysely'
import { type Actor, can } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { BulkEdit } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { fromStored, type Sentence, toStored } from '#kit/text.ts'
import type { BulkEntity, RowState } from './contract.ts'

/** The actor's own edits; for an admin all edits within reach. */
function visibleTo(actor: Actor): Expression<SqlBool> {
  if (can(actor, 'canAdmin')) return scope(actor, 'canAdmin', { company: 'bulkEdit.companyCode' })
  return sql<SqlBool>`bulk_edit.created_by = ${actor.id}`
}

function selectEdits(db: Database, actor: Actor) {
  return db
    .selectFrom('bulkEdit')
    .innerJoin('staffName as maker', 'maker.id', 'bulkEdit.createdBy')
    .leftJoin('staffName as undoer', 'undoer.id', 'bulkEdit.undoneBy')
    .selectAll('bulkEdit')
    .select(['maker.name as createdByName', 'undoer.name as undoneByName'])
    .select(
      sql<Record<string, number>>`(select coalesce(jsonb_object_agg(state, n), '{}') from (
        select state, count(*)::int as n from bulk_edit_row where bulk_edit_id = bulk_edit.id group by state) as counted)`.as(
        'counts',
      ),
    )
    .where(visibleTo(actor))
}

/** A page of the bulk edits that were started, newest first. */
export async function findBulkEdits(
  db: Database,
  actor: Actor,
  filter: { entity?: BulkEntity[] } & PageInput,
) {
  let query = selectEdits(db, actor).where('bulkEdit.runAt', 'is not', null)
  if (filter.entity) query = query.where('bulkEdit.entity', 'in', filter.entity)
  return pageOf(query, filter, {
    columns: { id: 'bulkEdit.id' },
    fallback: '-id',
    tieBreaker: 'bulkEdit.id',
  })
}

/** One bulk edit within reach; throws NOT_FOUND. */
export async function getBulkEdit(db: Database, actor: Actor, id: number) {
  const row = await selectEdits(db, actor).where('bulkEdit.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('批量修改')
  return row
}

/** Locks and returns an edit within reach, so that its requests process rows one after the other. Throws NOT_FOUND. */
export async function lockBulkEdit(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('bulkEdit')
    .selectAll()
    .where('id', '=', id)
    .where(visibleTo(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('批量修改')
  return row
}

/** A page of an edit's rows in order. The caller has checked access to the edit. */
export async function findBulkRows(
  db: Database,
  filter: { id: number; state?: RowState[] | undefined } & PageInput,
) {
  let query = db
    .selectFrom('bulkEditRow')
    .select(['recordId', 'name', 'state', 'problem', 'before'])
    .where('bulkEditId', '=', filter.id)
  if (filter.state) query = query.where('state', 'in', filter.state)
  const { items, total } = await pageOf(query, filter, {
    columns: { position: 'bulkEditRow.position' },
    fallback: 'position',
    tieBreaker: 'bulkEditRow.position',
  })
  return {
    items: items.map(({ problem, ...item }) => ({
      ...item,
      problem: problem === null ? null : fromStored(problem),
    })),
    total,
  }
}

/** Inserts an edit with its records in order and returns its id. Deletes the person's edits that were never started. */
export async function insertBulkEdit(
  db: Database,
  edit: { companyCode: string; entity: BulkEntity; changes: object; createdBy: number; createdAt: Date },
  records: readonly { recordId: number; name: string; state: RowState; problem: Sentence | null }[],
): Promise<number> {
  await db.deleteFrom('bulkEdit').where('createdBy', '=', edit.createdBy).where('runAt', 'is', null).execute()
  const { id } = await db
    .insertInto('bulkEdit')
    .values({ ...edit, changes: JSON.stringify(edit.changes) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = records.map((record, index) => ({ ...record, position: index + 1 }))
  await sql`insert into bulk_edit_row (bulk_edit_id, position, record_id, name, state, problem)
    select ${id}, r.position, r."recordId", r.name, r.state, r.problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (position int, "recordId" int, name text, state text, problem text)`.execute(db)
  return id
}

/** The next rows in a state, in order. */
export async function nextRows(db: Database, id: number, state: RowState, count: number) {
  return db
    .selectFrom('bulkEditRow')
    .select(['position', 'recordId', 'name', 'before', 'version'])
    .where('bulkEditId', '=', id)
    .where('state', '=', state)
    .orderBy('position')
    .limit(count)
    .execute()
}

/** All rows in a state, with the version that the edit left. */
export async function rowsIn(db: Database, id: number, state: RowState) {
  return nextRows(db, id, state, Number.MAX_SAFE_INTEGER)
}

/** The result of a row. */
export interface RowOutcome {
  position: number
  state: RowState
  problem: Sentence | null
  before?: object | null
  version?: number | null
}

/** Saves the results of rows; an absent `before` or `version` stays unchanged. */
export async function saveOutcomes(db: Database, id: number, outcomes: readonly RowOutcome[]): Promise<void> {
  await sql`update bulk_edit_row set state = o.state, problem = o.problem,
      before = coalesce(o.before, bulk_edit_row.before), version = coalesce(o.version, bulk_edit_row.version)
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb)
      as o (position int, state text, problem text, before jsonb, version int)
    where bulk_edit_id = ${id} and bulk_edit_row.position = o.position`.execute(db)
}

/** Updates an edit. */
export async function updateBulkEdit(db: Database, id: number, changes: Updateable<BulkEdit>): Promise<void> {
  await db.updateTable('bulkEdit').set(changes).where('id', '=', id).execute()
}

/** Moves all rows from one state to another. */
export async function moveRows(
  db: Database,
  id: number,
  from: RowState,
  { state, problem }: { state: RowState; problem: Sentence },
): Promise<void> {
  const to = { state, problem: toStored(problem) }
  await db.updateTable('bulkEditRow').set(to).where('bulkEditId', '=', id).where('state', '=', from).execute()
}

/** Abandons a person's unfinished edits: deletes those never started, and skips the remaining rows of the others. */
export async function abandonBulkEdits(
  db: Database,
  createdBy: number,
  ids: readonly number[],
  problem: Sentence,
): Promise<void> {
  const deletion = db.deleteFrom('bulkEdit').where('createdBy', '=', createdBy).where('id', 'in', ids)
  await deletion.where('runAt', 'is', null).execute()
  for (const id of ids) await moveRows(db, id, 'ready', { state: 'skipped', problem })
  const half = db.updateTable('bulkEdit').where('createdBy', '=', createdBy).where('id', 'in', ids)
  await half.where('state', '=', 'running').set({ state: 'done' }).execute()
}

/** Clears the previous values of a staff member in bulk edits, long after the edits can no longer be undone. */
export async function eraseFromBulkEdits(db: Database, staffId: number): Promise<void> {
  await db
    .updateTable('bulkEditRow')
    .from('bulkEdit')
    .set({ before: null })
    .whereRef('bulkEdit.id', '=', 'bulkEditRow.bulkEditId')
    .where('bulkEdit.entity', '=', 'staff')
    .where('bulkEditRow.recordId', '=', staffId)
    .execute()
}
