import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { numberColumns } from './figureColumns.ts'
import { columnList } from './figureSql.ts'

/** A table of figures that can be corrected: stores' own rows, or agents' rows. */
type Table = 'store_daily' | 'agent_daily'

/** Why a correction ended: an action that changed the corrected figure, its revocation, or a newer correction. */
export type EndReason = 'import' | 'undo' | 'log' | 'template' | 'revoked' | 'corrected'

/** SQL condition: the correction `c` is active and belongs to a row of the table within the cells. */
function isActiveIn(table: Table, cells: RawBuilder<unknown>) {
  const kind = table === 'store_daily' ? sql`c.nick is null` : sql`c.nick is not null`
  return sql`c.ended_at is null and ${kind} and (c.store_id, c.on_day) in (${cells})`
}

/** SQL condition that joins a correction `c` with its row `d`. */
const matchesRow = (table: Table) =>
  table === 'store_daily'
    ? sql`d.store_id = c.store_id and d.on_day = c.on_day`
    : sql`d.store_id = c.store_id and d.on_day = c.on_day and d.nick = c.nick`

/** Sets all corrected columns of a row in one update; `value` is the corrections' column to copy from. */
async function setColumns(
  db: Database,
  table: Table,
  cells: RawBuilder<unknown>,
  value: 'old_value' | 'new_value',
): Promise<void> {
  const isApplied = value === 'new_value'
  await sql`update ${sql.table(table)} d set (${columnList(numberColumns)}, corrected, updated_at) = (
      select ${columnList(numberColumns, 'r')}, ${isApplied ? sql`c.measures` : sql`'{}'::text[]`},
        ${isApplied ? sql`greatest(d.updated_at, c.at)` : sql`d.updated_at`}
      from jsonb_populate_record(d, c.given) r)
    from (select c.store_id, c.on_day, c.nick, max(c.created_at) as at,
        jsonb_object_agg(c.measure, c.${sql.raw(value)}) as given, array_agg(c.measure order by c.measure) as measures
      from figure_correction c where ${isActiveIn(table, cells)}
      group by c.store_id, c.on_day, c.nick) c
    where ${matchesRow(table)}`.execute(db)
}

/** Restores the values that the active corrections of the cells replaced. */
export async function liftCorrections(db: Database, table: Table, cells: RawBuilder<unknown>): Promise<void> {
  await setColumns(db, table, cells, 'old_value')
}

/**
 * Applies the active corrections to the rows of the cells. A correction ends if its figure no longer has the old value:
 * figures imported since take precedence.
 */
export async function applyCorrections(
  db: Database,
  table: Table,
  cells: RawBuilder<unknown>,
  by: { batchId: number | null; at: Date; why: EndReason },
): Promise<void> {
  if (table === 'store_daily') await addMissingRows(db, cells)
  await sql`update figure_correction c
    set ended_at = ${by.at}, ended_why = ${by.why}, ended_batch_id = ${by.batchId}::int
    where ${isActiveIn(table, cells)} and not exists (
      select 1 from ${sql.table(table)} d where ${matchesRow(table)}
        and (to_jsonb(d) ->> c.measure)::bigint is not distinct from c.old_value)`.execute(db)
  await setColumns(db, table, cells, 'new_value')
}

/** Inserts the missing rows of corrections for a store and day that had no figures. */
async function addMissingRows(db: Database, cells: RawBuilder<unknown>): Promise<void> {
  await sql`insert into store_daily (store_id, on_day, company_code, source, updated_at)
    select c.store_id, c.on_day, max(c.company_code), 'keyed', max(c.created_at)
    from figure_correction c where ${isActiveIn('store_daily', cells)}
    group by c.store_id, c.on_day having bool_and(c.old_value is null)
    on conflict (store_id, on_day) do nothing`.execute(db)
}

/** Reactivates the corrections that an import ended, when it is undone; skips figures with a newer correction. */
export async function reopenCorrections(db: Database, batchId: number): Promise<void> {
  await sql`update figure_correction c set ended_at = null, ended_why = null, ended_batch_id = null
    where c.ended_batch_id = ${batchId} and not exists (
      select 1 from figure_correction newer
        where newer.ended_at is null and newer.store_id = c.store_id and newer.on_day = c.on_day
          and newer.nick is not distinct from c.nick and newer.measure = c.measure)`.execute(db)
}

/** Identifies figures of a day: a store's own (`nick` null), or those of a nick there. */
export interface FigureTarget {
  storeId: number
  on: Day
  nick: string | null
}

/** Returns the current figures by column name; undefined if there are none. */
export async function findDay(db: Database, { storeId, on, nick }: FigureTarget) {
  const source = nick === null ? sql`store_daily d where true` : sql`agent_daily d where d.nick = ${nick}`
  const { rows } = await sql<{ figures: Record<string, number | null> }>`
    select to_jsonb(d) as figures from ${source} and d.store_id = ${storeId} and d.on_day = ${on}`.execute(db)
  return rows[0]?.figures
}

/** A figure to correct. */
export interface NewCorrection {
  measure: string
  oldValue: number | null
  newValue: number | null
}

/** Ends the active corrections of these figures, because a newer correction replaces them. */
export async function replaceCorrections(
  db: Database,
  { storeId, on, nick }: FigureTarget,
  measures: readonly string[],
  by: { staffId: number; at: Date },
): Promise<void> {
  await db
    .updateTable('figureCorrection')
    .set({ endedAt: by.at, endedBy: by.staffId, endedWhy: 'corrected' })
    .where('storeId', '=', storeId)
    .where('onDay', '=', on)
    .where('nick', nick === null ? 'is' : '=', nick)
    .where('measure', 'in', [...measures])
    .where('endedAt', 'is', null)
    .execute()
}

/** Inserts the corrections that one person makes for one reason (an act); returns the act's id. */
export async function insertCorrections(
  db: Database,
  act: FigureTarget & {
    companyCode: string
    reason: string
    questionId: number | null
    staffId: number
    at: Date
  },
  corrections: readonly NewCorrection[],
): Promise<number> {
  const { on: onDay, at: createdAt, staffId: createdBy, ...shared } = act
  const { rows } = await sql<{ id: number }>`select nextval('figure_correction_act')::int as id`.execute(db)
  const actId = rows[0]?.id ?? 0
  const rowsOfAct = corrections.map((one) => ({ ...shared, ...one, onDay, actId, createdAt, createdBy }))
  if (rowsOfAct.length > 0) await db.insertInto('figureCorrection').values(rowsOfAct).execute()
  return actId
}

/** Returns the stores and days with active corrections of an act. */
export async function findActDays(db: Database, actId: number) {
  return db
    .selectFrom('figureCorrection')
    .select(['storeId', 'onDay as on'])
    .distinct()
    .where('actId', '=', actId)
    .where('endedAt', 'is', null)
    .execute()
}

/** Ends the active corrections of an act. */
export async function endCorrections(
  db: Database,
  { actId, staffId, at }: { actId: number; staffId: number; at: Date },
): Promise<void> {
  await db
    .updateTable('figureCorrection')
    .set({ endedAt: at, endedBy: staffId, endedWhy: 'revoked' })
    .where('actId', '=', actId)
    .where('endedAt', 'is', null)
    .execute()
}
