import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { figureColumns } from './figureColumns.ts'
import { columnList } from './figureSql.ts'
import type { Cells } from './queriesOfSettling.ts'

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
