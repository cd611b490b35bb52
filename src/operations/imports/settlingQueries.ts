import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { nextVersion } from '#kit/version.ts'
import { applyCorrections, type EndReason, liftCorrections } from './correctionQueries.ts'
import { figureColumns, longColumns, numberColumns, toColumns } from './figureColumns.ts'
import { columnList, sumOf } from './figureSql.ts'
import type { Metric } from './reader/fields.ts'
import { figuresOf } from './reader/figures.ts'

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

/** Locks stores in ascending id order, so that concurrent imports of the same stores cannot deadlock. */
export async function lockStores(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('store')
    .select(['id', 'companyCode', 'name'])
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Digests of the figures of some stores and days, by store, day and nick; the store's own have an empty nick. */
export type FigureDigests = ReadonlyMap<string, string>

export async function findFigureDigests(
  db: Database,
  cells: Cells,
): Promise<{ agents: FigureDigests; stores: FigureDigests }> {
  const digest = sql`md5(row(${columnList(figureColumns, 'd')})::text)`
  const { rows } = await sql<{ storeId: number; on: string; nick: string | null; digest: string }>`
    with cell as (select distinct * from (${cells}) named (store_id, on_day))
    select d.store_id, d.on_day::text as on, d.nick, ${digest} as digest
      from agent_daily d join cell using (store_id, on_day)
    union all
    select d.store_id, d.on_day::text, null, ${digest} from store_daily d join cell using (store_id, on_day)`.execute(
    db,
  )
  const entries = rows.map(
    (row) => [row.nick, `${row.storeId} ${row.on} ${row.nick ?? ''}`, row.digest] as const,
  )
  const mapOf = (isStore: boolean) =>
    new Map(entries.filter(([nick]) => (nick === null) === isStore).map(([, key, value]) => [key, value]))
  return { agents: mapOf(false), stores: mapOf(true) }
}

/** What depends on the figures of some stores and days. */
export interface Dependents {
  stores: number
  days: number
  /** Approved logs with a line for one of the stores on one of the days. */
  approvedLogs: number
  /** Bills of the stores' months that are computed from figures: drafts, and issued ones. */
  drafts: number
  issued: number
}

export async function countDependents(db: Database, cells: Cells): Promise<Dependents> {
  const bills = (states: string) => sql`(select count(distinct b.id) from customer_bill b
    join cell on cell.store_id = b.store_id and date_trunc('month', cell.on_day) = b.month_on
    where b.kind in ('service', 'overage', 'commission') and b.status ${sql.raw(states)})`
  const { rows } = await sql<Dependents>`
    with cell as (select distinct * from (${cells}) named (store_id, on_day))
    select count(distinct store_id) as stores, count(distinct on_day) as days,
      (select count(distinct log.id) from worklog log join worklog_line line on line.worklog_id = log.id
        join cell on cell.store_id = line.store_id and cell.on_day = log.on_day
        where log.status = 'approved') as approved_logs,
      ${bills("= 'draft'")} as drafts, ${bills("not in ('draft', 'void')")} as issued
    from cell`.execute(db)
  return rows[0] as Dependents
}

/** A line of a work log: an agent's figures under a nick in a store on a day, with the measures of platform files. */
export type KeyedLine = { storeId: number; on: Day; nick: string } & Partial<Record<Metric, number | null>>

/** The lines of an approved log. */
export interface KeyedLog {
  companyCode: string
  worklogId: number
  /** The lines that the agent keyed; imported figures are stored already. */
  lines: readonly KeyedLine[]
  at: Date
}

/** Replaces the earlier figures of a log with these lines, and settles the stores and days of both. */
export async function replaceKeyedLines(
  db: Database,
  { companyCode, worklogId, lines, at }: KeyedLog,
): Promise<void> {
  const before = await findCells(db, worklogId)
  const touched = [...before, ...lines]
  if (touched.length === 0) return
  await lockStores(db, [...new Set(touched.map(({ storeId }) => storeId))])
  const cells = cellsOf(touched)
  await liftCellCorrections(db, cells)
  await db.deleteFrom('keyedFigure').where('worklogId', '=', worklogId).execute()
  const rows = lines.map(({ storeId, on, nick, ...measures }) => ({
    ...toColumns(figuresOf(measures)),
    store_id: storeId,
    on_day: on,
    nick,
  }))
  await sql`insert into keyed_figure
      (company_code, store_id, on_day, nick, worklog_id, entered_at, ${columnList(figureColumns)})
    select ${companyCode}, r.store_id, r.on_day, r.nick, ${worklogId}::int, ${at}::timestamptz,
      ${columnList(figureColumns, 'r')}
    from jsonb_populate_recordset(null::keyed_figure, ${JSON.stringify(rows)}::jsonb) r`.execute(db)
  await settle(db, cells, { batchId: null, at, why: 'log' })
}

async function findCells(db: Database, worklogId: number) {
  return db
    .selectFrom('keyedFigure')
    .select(['storeId', 'onDay as on'])
    .distinct()
    .where('worklogId', '=', worklogId)
    .execute()
}

/** Returns the stores whose figures a committed import wrote. */
export async function findWrittenStores(db: Database, batchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('importGroup')
    .select('storeId')
    .distinct()
    .where('batchId', '=', batchId)
    .where('committed', '=', true)
    .execute()
  return rows.flatMap(({ storeId }) => storeId ?? [])
}

/** SQL of the stores and days that a committed import wrote. */
export function writtenCells(batchId: number): Cells {
  return sql`select g.store_id, g.on_day from import_group g where g.batch_id = ${batchId} and g.committed`
}

/** Returns the latest import that wrote to a store and day of this one after it; undefined if there is none. */
export async function findLater(db: Database, batch: { id: number; commitNo: number | null }) {
  return db
    .selectFrom('importGroup as own')
    .innerJoin('importGroup as other', (join) =>
      join
        .onRef('other.storeId', '=', 'own.storeId')
        .onRef('other.onDay', '=', 'own.onDay')
        .on('other.committed', '=', true),
    )
    .innerJoin('importBatch as later', 'later.id', 'other.batchId')
    .innerJoin('store', 'store.id', 'own.storeId')
    .select(['later.id', 'later.fileName', 'later.committedAt', 'store.name as storeName', 'own.onDay'])
    .where('own.batchId', '=', batch.id)
    .where('own.committed', '=', true)
    .where('later.status', '=', 'committed')
    .where('later.commitNo', '>', batch.commitNo)
    .orderBy('later.commitNo', 'desc')
    .executeTakeFirst()
}

/**
 * Deletes the rows that the import wrote and restores those that it replaced: agents' rows, which have its batch id
 * while it is the latest import of their store and day, and the stores' own rows.
 */
export async function restoreReplaced(db: Database, batchId: number): Promise<void> {
  // Keyed figures are derived from the logs; `settle` writes them afterwards.
  await sql`delete from agent_daily a using import_group g
    where g.batch_id = ${batchId} and g.committed
      and a.store_id = g.store_id and a.on_day = g.on_day and a.source = 'keyed'`.execute(db)
  await sql`update keyed_figure set aside_batch_id = null where aside_batch_id = ${batchId}`.execute(db)
  await sql`delete from agent_daily a using import_group g
    where g.batch_id = ${batchId} and g.committed
      and a.store_id = g.store_id and a.on_day = g.on_day and a.batch_id = ${batchId}`.execute(db)
  await sql`delete from store_daily d using import_replaced x
    where x.batch_id = ${batchId} and x.nick is null
      and d.store_id = x.store_id and d.on_day = x.on_day`.execute(db)
  await sql`insert into agent_daily select old.* from import_replaced x
    cross join lateral jsonb_populate_record(null::agent_daily, '{"corrected": []}'::jsonb || x.old_row) old
    where x.batch_id = ${batchId} and x.nick is not null and x.old_row is not null`.execute(db)
  await sql`insert into store_daily select old.* from import_replaced x
    cross join lateral jsonb_populate_record(null::store_daily, '{"corrected": []}'::jsonb || x.old_row) old
    where x.batch_id = ${batchId} and x.nick is null and x.old_row is not null`.execute(db)
}

/** Marks the batch as undone. */
export async function markUndone(db: Database, batchId: number, actorId: number, now: Date): Promise<void> {
  await db
    .updateTable('importBatch')
    .set({ status: 'undone', undoneAt: now, updatedAt: now, updatedBy: actorId })
    .set(nextVersion)
    .where('id', '=', batchId)
    .execute()
}
