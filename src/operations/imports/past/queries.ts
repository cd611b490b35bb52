import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'

/** SQL condition: the actor may view, commit and undo the file: by reach their own, the team's, or the company's. */
function fileScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canReportWorklog', {
    company: 'figureFile.companyCode',
    team: (headId) => sql<SqlBool>`exists (select 1 from staff
      where staff.id = figure_file.created_by and (staff.parent_id = ${headId} or staff.id = ${headId}))`,
    own: (staffId) => sql<SqlBool>`figure_file.created_by = ${staffId}`,
  })
}

/** SQL condition: the row is written or unchanged. Includes rows that imported figures override, but no others. */
export const isWrittenRow = (row: string) =>
  sql`(${sql.raw(row)}.state in ('create', 'update', 'same') or ${sql.raw(row)}.reason = 'imported')`

/** SQL condition: a later file has written to a store and day of this one. */
const hasLater = sql<SqlBool>`exists (
  select 1 from figure_file later
    where later.status = 'committed' and later.commit_no > figure_file.commit_no
      and later.from_on <= figure_file.to_on and later.to_on >= figure_file.from_on
      and exists (select 1 from figure_file_row own
        join figure_file_row other on other.store_id = own.store_id and other.on_day = own.on_day
        where own.file_id = figure_file.id and other.file_id = later.id and ${isWrittenRow('own')} and ${isWrittenRow('other')}))`

function selectFiles(db: Database, actor: Actor) {
  return db
    .selectFrom('figureFile')
    .innerJoin('staff as maker', 'maker.id', 'figureFile.createdBy')
    .selectAll('figureFile')
    .select('maker.name as createdByName')
    .select(sql<boolean>`figure_file.status = 'committed' and not ${hasLater}`.as('undoable'))
    .where('figureFile.status', '!=', 'reading')
    .where(fileScope(actor))
}

/** Returns a page of the files within reach, newest first. */
export async function findFiles(
  db: Database,
  actor: Actor,
  filter: { status?: string[] | undefined } & PageInput,
) {
  let query = selectFiles(db, actor)
  if (filter.status) query = query.where('figureFile.status', 'in', filter.status)
  const id = 'figureFile.id'
  return pageOf(query, filter, { columns: { id }, fallback: '-id', tieBreaker: id })
}

/** Returns a file within reach; throws NOT_FOUND. */
export async function getFile(db: Database, actor: Actor, id: number) {
  const row = await selectFiles(db, actor).where('figureFile.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('这份历史日数据')
  return row
}

/** Locks a file within reach until the transaction ends and returns its row; throws NOT_FOUND. */
export async function lockFile(db: Database, actor: Actor, id: number) {
  const row = await db
    .selectFrom('figureFile')
    .selectAll()
    .where('id', '=', id)
    .where('status', '!=', 'reading')
    .where(fileScope(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这份历史日数据')
  return row
}

/** Returns the stores of the actor's company, except stopped ones, for which the actor may report figures of a day. */
export async function findTemplateStores(db: Database, actor: Actor, on: Day) {
  return db
    .selectFrom('store')
    .select(['id', 'code', 'name', 'platform'])
    .where('companyCode', '=', actor.companyCode)
    .where('status', '!=', 'stopped')
    .where(storeScope(actor, 'canReportWorklog', on))
    .orderBy('code')
    .execute()
}

/** Returns a page of a file's rows in sheet order, with the current volume and the volume in the row. */
export async function findRows(
  db: Database,
  filter: { id: number; state?: string[] | undefined } & PageInput,
) {
  const volume = (from: string) =>
    sql.raw(`coalesce(${from}.consult_users, ${from}.consult_sessions, ${from}.handled_users)`)
  let query = db
    .selectFrom('figureFileRow as r')
    .leftJoin('store', 'store.id', 'r.storeId')
    .leftJoin('storeDaily as d', (join) =>
      join.onRef('d.storeId', '=', 'r.storeId').onRef('d.onDay', '=', 'r.onDay'),
    )
    .select(['r.rowNo as row', 'r.onDay as on', 'r.state', 'r.reason', 'r.problem', 'r.firstRow'])
    .select([
      sql<string>`coalesce(store.name, r.store_name)`.as('storeName'),
      sql<number | null>`${volume('d')}`.as('now'),
      sql<number | null>`coalesce(r.figures ->> 'consult_users', r.figures ->> 'consult_sessions',
        r.figures ->> 'handled_users')::int`.as('given'),
    ])
    .where('r.fileId', '=', filter.id)
  if (filter.state) query = query.where('r.state', 'in', filter.state)
  return pageOf(query, filter, { columns: { row: 'r.rowNo' }, fallback: 'row', tieBreaker: 'r.rowNo' })
}

/** Returns the first rejected rows of a file with their cells, and how many there are. */
export async function findFaults(db: Database, id: number, limit: number) {
  const query = db
    .selectFrom('figureFileRow')
    .where('fileId', '=', id)
    .where('state', 'in', ['error', 'conflict'])
  const items = await query
    .select(['rowNo as row', 'storeName', 'onDay as on', 'reason', 'problem', 'firstRow', 'cells'])
    .orderBy('rowNo')
    .limit(limit)
    .execute()
  const { n } = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()
  return { items, total: n }
}

/** Returns the latest committed file with the same bytes, other than this one; undefined if there is none. */
export async function findDuplicate(
  db: Database,
  file: { id: number; companyCode: string; fileHash: string },
) {
  return db
    .selectFrom('figureFile')
    .innerJoin('staff', 'staff.id', 'figureFile.createdBy')
    .select(['figureFile.committedAt', 'staff.name as createdByName'])
    .where('figureFile.companyCode', '=', file.companyCode)
    .where('figureFile.fileHash', '=', file.fileHash)
    .where('figureFile.status', '=', 'committed')
    .where('figureFile.id', '<>', file.id)
    .orderBy('figureFile.commitNo', 'desc')
    .executeTakeFirst()
}
