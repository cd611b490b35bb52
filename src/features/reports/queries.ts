import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { customerScope } from '#features/customers/queries.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { getRateSummary } from './rateOverview.ts'
import { findRateStores } from './rateStores.ts'
import { rateFigures } from './rates.ts'
import type { Metric } from './rows.ts'
import { periodOf } from './rules.ts'
import type { StoreFilter } from './storeDays.ts'
import { reportScope } from './storeDays.ts'
import { getVolumeSummary } from './volumeOverview.ts'
import { findVolumeStoreRows, findVolumeStores, volumeFigures } from './volumes.ts'

/** How many days the figures of the first page look back. */
const COURSE_DAYS = 14

/**
 * What yesterday's figures say to a person: the headline figures with their course, and the first stores of the lists
 * that the daily reports show for yesterday alone (`only` = missing, falls, below), each with its total. `falls` names
 * the largest falls whatever their size, each with its course, and counts the large ones.
 */
export async function findYesterday(db: Database, actor: Actor, today: Day, first: number) {
  const on = addDays(today, -1)
  const chosen = { reach: reportScope(actor, today), filter: {} }
  const course = periodOf({}, today, COURSE_DAYS)
  const day = periodOf({ from: on, to: on }, today)
  const volumes = await getVolumeSummary(db, chosen, day, 'total', course)
  const rates = await getRateSummary(db, chosen, day, 'total', course)
  const page = { current: 1, pageSize: first }
  const fallen = await findVolumeStoreRows(db, chosen, course, { ...page, sort: 'vsMean7' })
  const large = await findVolumeStores(db, chosen, day, { current: 1, pageSize: 1, only: 'falls' })
  return {
    figures: [...volumes.figures, ...rates.figures],
    updatedAt: volumes.lastDayUpdatedAt,
    missing: await findVolumeStores(db, chosen, day, { ...page, only: 'missing' }),
    falls: { total: large.total, items: fallen.filter(({ vsMean7Bp }) => (vsMean7Bp ?? 0) < 0) },
    below: await findRateStores(db, chosen, day, { ...page, only: 'below', sort: 'gap' }),
  }
}

/** Yesterday's volume of the stores of the customers that a person may read, with its course. */
export async function findYesterdayOfCustomers(db: Database, actor: Actor, today: Day) {
  const on = addDays(today, -1)
  const chosen = { reach: cellScope(actor, 'canReadCustomer', today), filter: {} }
  const course = periodOf({}, today, COURSE_DAYS)
  const found = await getVolumeSummary(db, chosen, periodOf({ from: on, to: on }, today), 'total', course)
  return { figures: found.figures, updatedAt: found.lastDayUpdatedAt }
}

/**
 * A customer's volume day by day over the stores of the reach (客户日咨询量, domain.md): their Σ, null where none has
 * figures, with how many reported and how many were expected to.
 */
export async function findCustomerVolumes(
  db: Database,
  reach: Expression<SqlBool>,
  customerId: number,
  { from, to }: { from: Day; to: Day },
) {
  const chosen = { reach, filter: { customerId: [customerId] } }
  const period = periodOf({ from, to }, to)
  const { rows } = await sql<{ on: Day; volume: number | null; reported: number; expected: number }>`
    ${volumeFigures(chosen, period, { from, back: 0 })}
    select "on", sum(volume) as volume, count(volume) as reported, count(*) filter (where counts) as expected
    from figure group by "on" order by "on"`.execute(db)
  return rows
}

/** A part of a cell: one store or one day of it. */
export interface CellPart {
  storeId: number | null
  name: string | null
  on: Day | null
  /** Volumes; null for rates. */
  value: number | null
  numerator: number | null
  denominator: number | null
  metric: Metric | null
  reported: number
  expected: number
  updatedAt: Date | null
}

/** The stores whose figures a permission lets a person see, as the reports under that permission count them. */
export function cellScope(
  actor: Actor,
  permission: 'canReportWorklog' | 'canReadCustomer',
  on: Day,
): Expression<SqlBool> {
  const stores = reportScope(actor, on, permission)
  if (permission === 'canReportWorklog') return stores
  return sql<SqlBool>`(${stores} and ${customerScope(actor, permission, on)})`
}

/**
 * What a cell of a report is made of, day by day or store by store: their Σ (of rates Σ/Σ) is the cell. Only rows that
 * the report itself would show.
 */
export async function findCellParts(
  db: Database,
  reach: Expression<SqlBool>,
  cell: { filter: StoreFilter; from: Day; to: Day; rate: boolean },
  by: 'day' | 'store',
): Promise<CellPart[]> {
  const { filter, from, to, rate } = cell
  const chosen = { reach, filter }
  const period = periodOf({ from, to }, to)
  const figures = (rate ? rateFigures : volumeFigures)(chosen, period, { from, back: 0 })
  const known = rate ? sql`denominator` : sql`volume`
  const unit =
    by === 'day'
      ? sql`null::int as store_id, null::text as name, "on"`
      : sql`store_id, store_name as name, null::date as "on"`
  const sums = rate
    ? sql`null::int as value, sum(numerator) as numerator, sum(denominator) as denominator, max(metric) as metric`
    : sql`sum(volume) as value, null::int as numerator, null::int as denominator, null::text as metric`
  const group = by === 'day' ? sql`"on"` : sql`store_id, store_name`
  const { rows } = await sql<CellPart>`${figures}
    select ${unit}, ${sums}, count(${known}) as reported, count(*) filter (where counts) as expected,
      max(updated_at) as updated_at
    from figure where counts and "on" >= ${from} group by ${group} order by ${group}`.execute(db)
  return rows
}
