import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import { platformNames } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { figureColumns } from '#operations/imports/figureColumns.ts'
import { columnList } from '#operations/imports/figureSql.ts'
import { COMPARED_DAYS } from '#people/books/rules.ts'

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
      ...{ ...file, headers: JSON.stringify(headers), status: 'reading' },
      ...{ createdAt: now, updatedAt: now, updatedBy: file.createdBy },
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
  ...['consult_users', 'consult_sessions', 'handled_users', 'unreplied'],
  ...['satisfied', 'evaluated', 'inquiry_users', 'order_users'],
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
