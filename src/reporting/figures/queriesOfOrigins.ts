import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

/** The columns of a cell's figure: a count, or a numerator and its denominator. */
export interface Parts {
  count: string | null
  numerator: string | null
  denominator: string | null
}

/** A store's row of a day, with all columns. */
export interface StoreDay {
  source: 'imported' | 'keyed' | 'sum'
  corrected: string[]
  updatedAt: Date
  figures: Record<string, number | null>
  /** Whether the row is the sum of the agents' rows; otherwise a file or a user provided it. */
  summed: boolean
}

/** The figures of a store on a day; undefined without any. */
export async function findStoreDay(db: Database, storeId: number, on: Day) {
  const { rows } = await sql<StoreDay>`select d.source, d.corrected, d.updated_at, to_jsonb(d) as figures,
      d.source <> 'imported'
        and exists (select 1 from agent_daily a where a.store_id = d.store_id and a.on_day = d.on_day)
        and (exists (select 1 from agent_daily a
            where a.store_id = d.store_id and a.on_day = d.on_day and a.source = 'imported')
          or not exists (select 1 from keyed_figure k
            where k.store_id = d.store_id and k.on_day = d.on_day and k.nick is null)) as summed
    from store_daily d where d.store_id = ${storeId} and d.on_day = ${on}`.execute(db)
  return rows[0]
}

/** A line of a file, or of work logs, with its figures. */
export interface OriginRow {
  nick: string | null
  figures: Record<string, number | null>
  source: 'imported' | 'keyed' | 'sum'
  corrected: string[]
  updatedAt: Date
  batchId: number | null
  fileName: string | null
  row: number | null
  at: Date | null
  byName: string | null
  worklogIds: number[]
}

/** The agents' rows of a store and day, each with its file and line or its work logs. */
export async function findNickRows(db: Database, storeId: number, on: Day): Promise<OriginRow[]> {
  const { rows } =
    await sql<OriginRow>`select a.nick, to_jsonb(a) as figures, a.source, a.corrected, a.updated_at,
      a.batch_id, b.file_name, r.row_no as row, b.committed_at as at, staff.name as by_name,
      coalesce((select array_agg(k.worklog_id order by k.worklog_id) from keyed_figure k
        where a.source = 'keyed' and k.store_id = a.store_id and k.on_day = a.on_day and k.nick = a.nick
          and k.aside_batch_id is null), '{}') as worklog_ids
    from agent_daily a
      left join import_batch b on b.id = a.batch_id
      left join staff on staff.id = b.created_by
      left join import_group g on g.batch_id = a.batch_id and g.store_id = a.store_id and g.on_day = a.on_day
      left join import_row r on r.batch_id = g.batch_id and r.group_id = g.id and r.nick = a.nick
    where a.store_id = ${storeId} and a.on_day = ${on}
    order by a.nick`.execute(db)
  return rows
}

/** The file and line of a store's own row; undefined if a user entered it. */
export async function findStoreOrigin(db: Database, storeId: number, on: Day) {
  const { rows } = await sql<{
    kind: 'file' | 'template'
    batchId: number | null
    fileName: string
    row: number | null
    at: Date | null
    byName: string
  }>`select 'file' as kind, b.id as batch_id, b.file_name, r.row_no as row, b.committed_at as at,
      staff.name as by_name
    from store_daily d
      join import_batch b on b.id = d.batch_id
      join staff on staff.id = b.created_by
      left join import_group g on g.batch_id = b.id and g.store_id = d.store_id and g.on_day = d.on_day
      left join import_row r on r.batch_id = b.id and r.group_id = g.id and r.nick is null
    where d.store_id = ${storeId} and d.on_day = ${on} and d.source = 'imported'
    union all
    select 'template', null, f.file_name, k.row_no, f.committed_at, staff.name
    from keyed_figure k join figure_file f on f.id = k.file_id join staff on staff.id = f.created_by
    where k.store_id = ${storeId} and k.on_day = ${on} and k.nick is null and not exists (
      select 1 from store_daily d where d.store_id = k.store_id and d.on_day = k.on_day and d.source = 'imported')
    limit 1`.execute(db)
  return rows[0]
}
