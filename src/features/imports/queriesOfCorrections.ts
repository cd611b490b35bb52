import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { numberColumns } from './figureColumns.ts'
import { columnList } from './figureSql.ts'

/** A table of figures that people may correct: stores' own rows, and agents'. */
type Corrected = 'store_daily' | 'agent_daily'

/** What ended a correction whose figure is no longer what it corrected. */
export type Ending = 'import' | 'undo' | 'log' | 'template' | 'revoked'

/** The corrections that stand over the rows of a table within the cells. */
function standing(table: Corrected, cells: RawBuilder<unknown>) {
  const kind = table === 'store_daily' ? sql`c.nick is null` : sql`c.nick is not null`
  return sql`c.ended_at is null and ${kind} and (c.store_id, c.on_day) in (${cells})`
}

/** Where a correction `c` finds its row `d`. */
const itsRow = (table: Corrected) =>
  table === 'store_daily'
    ? sql`d.store_id = c.store_id and d.on_day = c.on_day`
    : sql`d.store_id = c.store_id and d.on_day = c.on_day and d.nick = c.nick`

/** Sets the columns that corrections name, all of a row at once; `value` is the corrections' column to take them from. */
async function setColumns(
  db: Database,
  table: Corrected,
  cells: RawBuilder<unknown>,
  value: 'old_value' | 'new_value',
): Promise<void> {
  const lays = value === 'new_value'
  await sql`update ${sql.table(table)} d set (${columnList(numberColumns)}, corrected, updated_at) = (
      select ${columnList(numberColumns, 'r')}, ${lays ? sql`c.measures` : sql`'{}'::text[]`},
        ${lays ? sql`greatest(d.updated_at, c.at)` : sql`d.updated_at`}
      from jsonb_populate_record(d, c.given) r)
    from (select c.store_id, c.on_day, c.nick, max(c.created_at) as at,
        jsonb_object_agg(c.measure, c.${sql.raw(value)}) as given, array_agg(c.measure order by c.measure) as measures
      from figure_correction c where ${standing(table, cells)}
      group by c.store_id, c.on_day, c.nick) c
    where ${itsRow(table)}`.execute(db)
}

/** Puts back what the standing corrections of the cells changed. */
export async function liftCorrections(
  db: Database,
  table: Corrected,
  cells: RawBuilder<unknown>,
): Promise<void> {
  await setColumns(db, table, cells, 'old_value')
}

/**
 * Lays the standing corrections over the rows of the cells. One whose figure is no longer what it corrected ends: what was
 * imported since wins.
 */
export async function layCorrections(
  db: Database,
  table: Corrected,
  cells: RawBuilder<unknown>,
  by: { batchId: number | null; at: Date; why: Ending },
): Promise<void> {
  if (table === 'store_daily') await addMissingRows(db, cells)
  await sql`update figure_correction c
    set ended_at = ${by.at}, ended_why = ${by.why}, ended_batch_id = ${by.batchId}::int
    where ${standing(table, cells)} and not exists (
      select 1 from ${sql.table(table)} d where ${itsRow(table)}
        and (to_jsonb(d) ->> c.measure)::bigint is not distinct from c.old_value)`.execute(db)
  await setColumns(db, table, cells, 'new_value')
}

/** A correction may give figures to a store and day that had none: the row is made for it. */
async function addMissingRows(db: Database, cells: RawBuilder<unknown>): Promise<void> {
  await sql`insert into store_daily (store_id, on_day, company_code, source, updated_at)
    select c.store_id, c.on_day, max(c.company_code), 'keyed', max(c.created_at)
    from figure_correction c where ${standing('store_daily', cells)}
    group by c.store_id, c.on_day having bool_and(c.old_value is null)
    on conflict (store_id, on_day) do nothing`.execute(db)
}

/** Lets corrections stand again that an import ended which is being undone, where no newer one took their place. */
export async function reopenCorrections(db: Database, batchId: number): Promise<void> {
  await sql`update figure_correction c set ended_at = null, ended_why = null, ended_batch_id = null
    where c.ended_batch_id = ${batchId} and not exists (
      select 1 from figure_correction newer
        where newer.ended_at is null and newer.store_id = c.store_id and newer.on_day = c.on_day
          and newer.nick is not distinct from c.nick and newer.measure = c.measure)`.execute(db)
}
