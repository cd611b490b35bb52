import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { AppError } from '#kit/errors.ts'
import { figureColumns, longColumns, numberColumns } from './figureColumns.ts'
import { columnList, sumOf } from './figureSql.ts'
import type { EndReason } from './queriesOfCorrections.ts'
import { applyCorrections, liftCorrections } from './queriesOfCorrections.ts'

/** Stores and days: a query that returns `store_id` and `on_day`. */
export type Cells = RawBuilder<unknown>

/** Why rows are written: the import that changed them (null if none did), the time, and the action. */
export interface SettlementContext {
  batchId: number | null
  at: Date
  why: EndReason
}

/** SQL of the given stores and days. */
export function cellsOf(cells: readonly { storeId: number; on: string }[]): Cells {
  const pairs = JSON.stringify(cells.map(({ storeId, on }) => ({ store_id: storeId, on_day: on })))
  return sql`select distinct store_id, on_day from jsonb_to_recordset(${pairs}::jsonb) as c (store_id int, on_day date)`
}

/**
 * Removes manual corrections from the rows of the cells, so that they have the files' figures again. Call this before
 * writing or undoing figures, and `settle` afterwards.
 */
export async function liftCellCorrections(db: Database, cells: Cells): Promise<void> {
  await liftCorrections(db, 'store_daily', cells)
  await liftCorrections(db, 'agent_daily', cells)
}

/**
 * Recomputes the rows of the cells from the files and from user input (docs/decisions/037): keyed figures for nicks
 * without imported ones, sums for stores without an imported row of their own, corrections on top. Idempotent, and
 * independent of the order of calls; rows that are correct are not written. Throws CONFLICT if a sum is too large.
 */
export async function settle(db: Database, cells: Cells, by: SettlementContext): Promise<void> {
  await removeStaleKeyed(db, cells)
  await writeKeyedAgents(db, cells)
  await applyCorrections(db, 'agent_daily', cells, by)
  await removeStaleSums(db, cells)
  await writeSums(db, cells, by).catch((error: unknown) => {
    throw (error as { code?: string }).code === OUT_OF_RANGE ? tooLarge() : error
  })
  await assertSumsFit(db, cells)
  await writeStoreRows(db, cells)
  await applyCorrections(db, 'store_daily', cells, by)
}

const inCells = (table: string, cells: Cells) =>
  sql`(${sql.raw(table)}.store_id, ${sql.raw(table)}.on_day) in (${cells})`

const assigned = sql.raw(figureColumns.map((column) => `${column} = excluded.${column}`).join(', '))

/** SQL condition: the keyed figures are in effect, not set aside by a whole-store import. */
const keyedInEffect = sql`k.aside_batch_id is null`

async function removeStaleKeyed(db: Database, cells: Cells): Promise<void> {
  await sql`delete from agent_daily a where ${inCells('a', cells)} and a.source = 'keyed'
    and not exists (select 1 from keyed_figure k
      where k.store_id = a.store_id and k.on_day = a.on_day and k.nick = a.nick and ${keyedInEffect})`.execute(
    db,
  )
}

/** Writes the keyed figures of a nick: the sum over its logs of the day, one log per shift. */
async function writeKeyedAgents(db: Database, cells: Cells): Promise<void> {
  const marks = (column: 'derived' | 'pending') =>
    sql`coalesce((select array_agg(distinct mark) from keyed_figure b, unnest(b.${sql.raw(column)}) mark
      where b.store_id = k.store_id and b.on_day = k.on_day and b.nick = k.nick
        and b.aside_batch_id is null), '{}')`
  await sql`insert into agent_daily as a
      (store_id, on_day, nick, company_code, ${columnList(figureColumns)}, source, batch_id, updated_at)
    select k.store_id, k.on_day, k.nick, max(k.company_code),
      ${sql.join(numberColumns.map((column) => sumOf('k', column)))}, ${marks('derived')}, ${marks('pending')},
      'keyed', null, max(k.entered_at)
    from keyed_figure k where ${inCells('k', cells)} and k.nick is not null and ${keyedInEffect}
    group by k.store_id, k.on_day, k.nick
    on conflict (store_id, on_day, nick) do update set ${assigned}, updated_at = excluded.updated_at
      where a.source = 'keyed'
        and (${columnList(figureColumns, 'a')}) is distinct from (${columnList(figureColumns, 'excluded')})`.execute(
    db,
  )
}

/** SQL condition: the store's own figures were imported, so they take precedence over the sum of its agents. */
const hasImportedRow = (table: string) => sql`exists (select 1 from store_daily d
  where d.store_id = ${sql.raw(table)}.store_id and d.on_day = ${sql.raw(table)}.on_day and d.source = 'imported')`

/** SQL condition: a template contained the store's figures, and no agent has imported ones. */
const hasStoreRow = (table: string) => sql`(exists (select 1 from keyed_figure k
    where k.store_id = ${sql.raw(table)}.store_id and k.on_day = ${sql.raw(table)}.on_day
      and k.nick is null and ${keyedInEffect})
  and not exists (select 1 from agent_daily i
    where i.store_id = ${sql.raw(table)}.store_id and i.on_day = ${sql.raw(table)}.on_day and i.source = 'imported'))`

/** PostgreSQL's error code for a number that exceeds its type. */
const OUT_OF_RANGE = '22003'

function tooLarge(): AppError {
  return new AppError('CONFLICT', '店铺一天的合计大得不合理，没有写入任何数据。请核对文件里的数字。')
}

/** Throws CONFLICT if a sum exceeds the range of exact integers. */
async function assertSumsFit(db: Database, cells: Cells): Promise<void> {
  const greatest = sql.raw(longColumns.map((column) => `abs(s.${column})`).join(', '))
  const { rows } = await sql`select 1 from store_daily s where ${inCells('s', cells)}
    and greatest(${greatest}) > ${sql.lit(Number.MAX_SAFE_INTEGER)} limit 1`.execute(db)
  if (rows.length > 0) throw tooLarge()
}

/** Deletes sums without a basis: no agent has figures any more, and no template contained the store's. */
async function removeStaleSums(db: Database, cells: Cells): Promise<void> {
  await sql`delete from store_daily s where ${inCells('s', cells)} and s.source <> 'imported'
    and not exists (select 1 from agent_daily a where a.store_id = s.store_id and a.on_day = s.on_day)
    and not ${hasStoreRow('s')}`.execute(db)
}

/** Writes stores' figures as the sum of their agents', by store and day; `keyed` if any of these was keyed. */
async function writeSums(db: Database, cells: Cells, { batchId, at }: SettlementContext): Promise<void> {
  const sums = numberColumns.map((column) => sql`${sumOf('a', column)} as ${sql.ref(column)}`)
  const marks = (column: 'derived' | 'pending') =>
    sql`coalesce((select array_agg(distinct mark) from agent_daily b, unnest(b.${sql.raw(column)}) mark
      where b.store_id = c.store_id and b.on_day = c.on_day), '{}')`
  await sql`insert into store_daily as s
      (store_id, on_day, company_code, ${columnList(figureColumns)}, source, batch_id, updated_at)
    select c.store_id, c.on_day, v.company_code, ${columnList(numberColumns, 'v')}, ${marks('derived')}, ${marks('pending')},
      case when v.any_keyed then 'keyed' else 'sum' end, ${batchId}::int, ${at}::timestamptz
    from (select distinct store_id, on_day from (${cells}) given) c
      cross join lateral (
        select max(a.company_code) as company_code, bool_or(a.source = 'keyed') as any_keyed, ${sql.join(sums)}
        from agent_daily a where a.store_id = c.store_id and a.on_day = c.on_day having count(*) > 0) v
    where not ${hasImportedRow('c')} and not ${hasStoreRow('c')}
    on conflict (store_id, on_day) do update set ${assigned}, source = excluded.source,
        batch_id = excluded.batch_id, updated_at = excluded.updated_at
      where (${columnList(figureColumns, 's')}, s.source)
        is distinct from (${columnList(figureColumns, 'excluded')}, excluded.source)`.execute(db)
}

/** Writes stores' figures from a template. */
async function writeStoreRows(db: Database, cells: Cells): Promise<void> {
  await sql`insert into store_daily as s
      (store_id, on_day, company_code, ${columnList(figureColumns)}, source, batch_id, updated_at)
    select k.store_id, k.on_day, k.company_code, ${columnList(figureColumns, 'k')}, 'keyed', null, k.entered_at
    from keyed_figure k
    where ${inCells('k', cells)} and k.nick is null and not ${hasImportedRow('k')} and ${hasStoreRow('k')}
    on conflict (store_id, on_day) do update set ${assigned}, source = excluded.source, batch_id = null,
        updated_at = excluded.updated_at
      where (${columnList(figureColumns, 's')}, s.source)
        is distinct from (${columnList(figureColumns, 'excluded')}, excluded.source)`.execute(db)
}
