import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { columnPairs, numberColumns } from './figureColumns.ts'
import { sumOf } from './figureSql.ts'

/** A correction of figures that are in a file. */
export interface FileCorrection {
  groupId: number
  nick: string | null
  measure: string
  oldValue: number | null
  newValue: number | null
  reason: string
  createdByName: string
  stays: boolean
}

/** Columns derived from corrected ones: numerator and denominator of the reply rate. */
const DERIVED_COLUMNS = columnPairs.flat().filter((column) => column.startsWith('repl'))

/** Maximum number listed per file. */
const MAX_SHOWN = 200

/** SQL: `met` contains the corrections, `said` the file's figures for their rows. */
function correctionQuery(batchId: number) {
  const sums = sql.join(numberColumns.map((column) => sql`${sumOf('v', column)} as ${sql.ref(column)}`))
  return sql`with met as (
      select g.id as group_id, g.store_id, g.on_day, c.id, c.nick, c.measure, c.old_value, c.new_value, c.reason,
        staff.name as created_by_name, c.ended_at
      from import_group g
        join figure_correction c on c.store_id = g.store_id and c.on_day = g.on_day
          and (c.ended_at is null and not g.committed or c.ended_batch_id = g.batch_id)
          and c.measure <> all(${DERIVED_COLUMNS})
        join staff on staff.id = c.created_by
      where g.batch_id = ${batchId}),
    groups as (select distinct group_id, store_id, on_day from met),
    agents as (
      select groups.group_id, to_jsonb(v) as figures, v.*
      from groups cross join lateral (
        select ${sql.raw(numberColumns.map((column) => `r.${column}`).join(', '))}
          from import_row r where r.group_id = groups.group_id and r.nick is not null
        union all
        select ${sql.raw(numberColumns.map((column) => `a.${column}`).join(', '))}
          from agent_daily a where a.store_id = groups.store_id and a.on_day = groups.on_day
            and not exists (select 1 from import_row r where r.group_id = groups.group_id and r.nick = a.nick)) v),
    sums as (select v.group_id, ${sums} from agents v group by v.group_id),
    said as (
      select r.group_id, r.nick, to_jsonb(r) as figures from groups join import_row r using (group_id)
      union all
      select s.group_id, null, to_jsonb(s) from sums s
        where not exists (select 1 from import_row r where r.group_id = s.group_id and r.nick is null)
          and not exists (select 1 from groups g join store_daily d using (store_id, on_day)
            where g.group_id = s.group_id and d.source = 'imported'))`
}

/**
 * Returns the corrections of figures that are in a file: active ones, and whether they stay (the file contains the old
 * value); for a committed file, those that it ended. If the file has no row for a store, the correction is compared
 * with the future sum of the store's agents.
 */
export async function findFileCorrections(db: Database, batchId: number): Promise<FileCorrection[]> {
  const { rows: any } = await sql`select 1 from figure_correction c join import_group g
      on g.store_id = c.store_id and g.on_day = c.on_day
    where g.batch_id = ${batchId} and (c.ended_at is null or c.ended_batch_id = ${batchId}) limit 1`.execute(
    db,
  )
  // Most files have none, and the query below reads all rows of the file.
  if (any.length === 0) return []
  const { rows } = await sql<FileCorrection>`
    ${correctionQuery(batchId)}
    select met.group_id, met.nick, met.measure, met.old_value, met.new_value, met.reason, met.created_by_name,
      met.ended_at is null and (said.figures ->> met.measure)::bigint is not distinct from met.old_value as stays
    from met join said on said.group_id = met.group_id and said.nick is not distinct from met.nick
    order by met.group_id, met.nick nulls first, met.measure limit ${MAX_SHOWN}`.execute(db)
  return rows.map((row) => ({ ...row, measure: fieldName(row.measure) }))
}

const fieldName = (column: string) =>
  column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
