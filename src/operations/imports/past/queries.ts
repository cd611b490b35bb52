import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import { platformNames } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import { figureColumns } from '#operations/imports/figureColumns.ts'
import { columnList } from '#operations/imports/figureSql.ts'
import type { Cells } from '#operations/imports/settlingQueries.ts'
import { COMPARED_DAYS } from '#people/books/rules.ts'
import type { PastRowState, PastStatus } from './contract.ts'

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
    .innerJoin('staffName as maker', 'maker.id', 'figureFile.createdBy')
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
  filter: { status?: PastStatus[] | undefined } & PageInput,
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
  filter: { id: number; state?: PastRowState[] | undefined } & PageInput,
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
    .innerJoin('staffName as staff', 'staff.id', 'figureFile.createdBy')
    .select(['figureFile.committedAt', 'staff.name as createdByName'])
    .where('figureFile.companyCode', '=', file.companyCode)
    .where('figureFile.fileHash', '=', file.fileHash)
    .where('figureFile.status', '=', 'committed')
    .where('figureFile.id', '<>', file.id)
    .orderBy('figureFile.commitNo', 'desc')
    .executeTakeFirst()
}

/** Returns the ids of the stores in a file. */
export async function findStores(db: Database, fileId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('figureFileRow')
    .select('storeId')
    .distinct()
    .where('fileId', '=', fileId)
    .where('storeId', 'is not', null)
    .execute()
  return rows.flatMap(({ storeId }) => storeId ?? [])
}

/** SQL of the stores and days of the rows that a file writes or has written. */
export function fileCells(fileId: number): Cells {
  return sql`select r.store_id, r.on_day from figure_file_row r where r.file_id = ${fileId} and ${isWrittenRow('r')}`
}

const assigned = sql.raw(
  ['file_id', 'row_no', 'entered_at', ...figureColumns]
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
)
const insertedColumns = columnList([
  'company_code',
  'store_id',
  'on_day',
  'file_id',
  'row_no',
  ...figureColumns,
])

/** Writes the stores' figures of a file over those of earlier files; rows with equal figures are not written. */
export async function writeStoreFigures(db: Database, fileId: number, at: Date): Promise<void> {
  await sql`insert into keyed_figure as k (${insertedColumns}, entered_at)
    select store.company_code, r.store_id, r.on_day, r.file_id, r.row_no, ${columnList(figureColumns, 'f')},
      ${at}::timestamptz
    from figure_file_row r join store on store.id = r.store_id
      cross join lateral jsonb_populate_record(null::keyed_figure, r.figures) f
    where r.file_id = ${fileId} and ${isWrittenRow('r')}
    on conflict (store_id, on_day) where nick is null do update set ${assigned}
      where (${columnList(figureColumns, 'k')}) is distinct from (${columnList(figureColumns, 'excluded')})`.execute(
    db,
  )
}

/** Deletes a file's figures and restores those of the latest earlier file for the same days. */
export async function restoreStoreFigures(db: Database, fileId: number): Promise<void> {
  await sql`with gone as (delete from keyed_figure where file_id = ${fileId} returning store_id, on_day, aside_batch_id)
    insert into keyed_figure (${insertedColumns}, entered_at, aside_batch_id)
    select distinct on (r.store_id, r.on_day) store.company_code, r.store_id, r.on_day, r.file_id, r.row_no,
      ${columnList(figureColumns, 'f')}, file.committed_at, gone.aside_batch_id
    from gone join figure_file_row r on r.store_id = gone.store_id and r.on_day = gone.on_day and ${isWrittenRow('r')}
      join figure_file file on file.id = r.file_id and file.status = 'committed' and file.id <> ${fileId}
      join store on store.id = r.store_id
      cross join lateral jsonb_populate_record(null::keyed_figure, r.figures) f
    order by r.store_id, r.on_day, file.commit_no desc
    on conflict (store_id, on_day) where nick is null do nothing`.execute(db)
}

/** Returns the latest file that wrote to a store and day of this one after it; undefined if there is none. */
export async function findLater(db: Database, file: { id: number; commitNo: number | null }) {
  const { rows } = await sql<{ id: number; fileName: string; storeName: string; onDay: string }>`
    select later.id, later.file_name, store.name as store_name, own.on_day
    from figure_file_row own
      join figure_file_row other on other.store_id = own.store_id and other.on_day = own.on_day and ${isWrittenRow('other')}
      join figure_file later on later.id = other.file_id and later.status = 'committed'
        and later.commit_no > ${file.commitNo}
      join store on store.id = own.store_id
    where own.file_id = ${file.id} and ${isWrittenRow('own')}
    order by later.commit_no desc limit 1`.execute(db)
  return rows[0]
}

/** Marks a file as committed, with the next commit number, or as undone. */
export async function markFile(
  db: Database,
  id: number,
  { status, actorId, now }: { status: 'committed' | 'undone'; actorId: number; now: Date },
): Promise<void> {
  const isCommit = status === 'committed'
  await db
    .updateTable('figureFile')
    .set({ status, updatedAt: now, updatedBy: actorId })
    .set(
      isCommit ? { committedAt: now, commitNo: sql<number>`nextval('import_commit_no')` } : { undoneAt: now },
    )
    .set(nextVersion)
    .where('id', '=', id)
    .execute()
}

/** A new file; it is hidden until `openFile`. */
export interface NewFile {
  companyCode: string
  fileName: string
  fileHash: string
  headers: readonly string[]
  rowsTotal: number
  rowsEmpty: number
  createdBy: number
}

/** Inserts a file that is being read; returns its id. Deletes the company's old files that were never committed. */
export async function insertFile(
  db: Database,
  { headers, ...file }: NewFile,
  { now, expiredBefore }: { now: Date; expiredBefore: Date },
): Promise<number> {
  await db
    .deleteFrom('figureFile')
    .where('companyCode', '=', file.companyCode)
    .where('status', 'in', ['reading', 'preview'])
    .where('createdAt', '<', expiredBefore)
    .execute()
  const { id } = await db
    .insertInto('figureFile')
    .values({
      ...file,
      headers: JSON.stringify(headers),
      status: 'reading',
      createdAt: now,
      updatedAt: now,
      updatedBy: file.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Inserts rows from JSON; a row's store is the only match for which the actor may report figures of the day. */
export async function insertRows(
  db: Database,
  { fileId, actor }: { fileId: number; actor: Actor },
  rows: string,
): Promise<void> {
  const platforms = Object.keys(platformNames)
  const within = sql`store.company_code = ${actor.companyCode} and store.status <> 'stopped'
    and ${storeScope(actor, 'canReportWorklog', sql<Day>`given.on_day`)}`
  await sql`insert into figure_file_row
      (file_id, row_no, store_id, store_name, on_day, figures, problem, cells, state, reason)
    select ${fileId}, row_no, case when reason is null then found.id end, store_name, on_day,
      case when reason is null then figures end, problem, cells,
      case when reason is null then 'create' else 'error' end, reason
    from json_to_recordset(${rows}::json) as given (row_no int, code text, store_name text, name_key text, platform text,
        on_day date, figures jsonb, problem text, cells jsonb)
    left join lateral (
      select min(store.id) as id, count(*) as stores, bool_or(store.name_key = given.name_key) as named
      from (select * from store where given.code is not null and store.code = given.code and ${within}
        union all
        select * from store where given.code is null and store.name_key = given.name_key
          and store.platform = any(case when given.platform is null then ${platforms}::text[] else array[given.platform] end) and ${within}) store
    ) found on given.problem is null
    cross join lateral (select case
        when given.problem is not null then 'unread'
        when found.stores = 0 then 'noStore'
        when found.stores > 1 then 'severalStores'
        when given.name_key <> '' and not found.named then 'otherStore' end as reason) why`.execute(db)
}

/** SQL condition: a platform file contains figures of the row's store and day, which take precedence. */
const imported = sql`(d.source = 'imported' or exists (select 1 from agent_daily a
  where a.store_id = r.store_id and a.on_day = r.on_day and a.source = 'imported'))`

/** Counts that both platform files and the template contain; averages and rates would differ by rounding only. */
const COMPARED_COLUMNS = [
  'consult_users',
  'consult_sessions',
  'handled_users',
  'unreplied',
  'satisfied',
  'evaluated',
  'inquiry_users',
  'order_users',
]
const differsFromImported = sql.raw(
  COMPARED_COLUMNS.map(
    (column) => `(f.${column} is not null and f.${column} is distinct from d.${column})`,
  ).join(' or '),
)

/** SQL condition: the store's day was corrected by hand, and the row differs from the value before the correction. */
const corrected = sql`exists (select 1 from figure_correction c
  where c.store_id = r.store_id and c.on_day = r.on_day and c.nick is null and c.ended_at is null
    and (to_jsonb(f) ->> c.measure)::bigint is distinct from c.old_value)`

/** SQL condition: the month of the row's day is closed. */
const closed = sql`exists (select 1 from monthly_financial m where m.status = 'closed'
  and m.company_code = (select company_code from store where store.id = r.store_id)
  and m.month_on = date_trunc('month', r.on_day)::date)`

/** SQL condition: the row's day is so long before the company's books that not even a comparison reads it. */
const tooOld = sql`exists (select 1 from store join company on company.code = store.company_code
  where store.id = r.store_id and r.on_day < company.books_from - ${COMPARED_DAYS}::int)`

const sameAsBefore = sql`(${columnList(figureColumns, 'k')}) is not distinct from (${columnList(figureColumns, 'f')})`

/**
 * Determines the effect of every readable row with the current figures, for the preview and again for the commit. A row
 * whose store has gone out of reach since gets `noStore`.
 */
export async function classifyRows(db: Database, actor: Actor, fileId: number): Promise<void> {
  await sql`update figure_file_row r set state = w.state, reason = w.reason, first_row = w.first_row
    from (
      select r.row_no, v.reason, case when v.reason = 'repeated' then r.first_no end as first_row,
        case when v.reason in ('noStore', 'repeated', 'closed', 'tooOld') then 'error'
          when v.reason in ('imported', 'corrected') then 'conflict'
          when ${imported} or ${sameAsBefore} then 'same'
          when k.id is null and d.store_id is null then 'create' else 'update' end as state
      from (select r.*, min(r.row_no) over (partition by r.store_id, r.on_day) as first_no
          from figure_file_row r where r.file_id = ${fileId} and r.store_id is not null) r
        cross join lateral jsonb_populate_record(null::keyed_figure, r.figures) f
        left join keyed_figure k on k.store_id = r.store_id and k.on_day = r.on_day and k.nick is null
        left join store_daily d on d.store_id = r.store_id and d.on_day = r.on_day
        cross join lateral (select case
          when not exists (select 1 from store where store.id = r.store_id and store.status <> 'stopped'
            and ${storeScope(actor, 'canReportWorklog', sql<Day>`r.on_day`)}) then 'noStore'
          when r.first_no <> r.row_no then 'repeated'
          when ${closed} then 'closed'
          when ${tooOld} then 'tooOld'
          when ${imported} then case when ${differsFromImported} then 'imported' end
          when ${corrected} then 'corrected' end as reason) v) w
    where r.file_id = ${fileId} and r.row_no = w.row_no
      and (r.state, r.reason, r.first_row) is distinct from (w.state, w.reason, w.first_row)`.execute(db)
}

/** Updates the counts of a file: rows by state, number of stores, first and last day. */
export async function countRows(db: Database, fileId: number): Promise<void> {
  await sql`update figure_file f
    set counts = (select coalesce(jsonb_object_agg(state, n), '{}') from (
        select state, count(*) as n from figure_file_row where file_id = ${fileId} group by state) counted),
      (stores_total, from_on, to_on) = (select count(distinct store_id), min(on_day), max(on_day)
        from figure_file_row r where r.file_id = ${fileId} and r.state <> 'error')
    where f.id = ${fileId}`.execute(db)
}

/** Makes a file visible once all its rows are stored. */
export async function openFile(db: Database, id: number): Promise<void> {
  await db.updateTable('figureFile').set({ status: 'preview' }).where('id', '=', id).execute()
}

/** Updates the planner's statistics after many inserts; the embedded engine has no autovacuum. */
export async function analyzeRows(db: Database): Promise<void> {
  await sql`analyze figure_file_row`.execute(db)
}
