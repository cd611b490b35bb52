import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, daysBetween } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import type { Pairs } from './courses.ts'
import { courseFigures, pairs, withChange } from './courses.ts'
import { periodSums } from './periodSums.ts'
import type { VolumeDay, VolumeStore } from './rows.ts'
import type { Period } from './rules.ts'
import { LARGE_FALL_BP } from './rules.ts'
import type { Beside, Chosen } from './storeDays.ts'
import { firstDay, orderOf, pageSql, storeDays, withOrigin } from './storeDays.ts'

/** How many days a store's small course shows at most. */
export const SERIES_DAYS = 31

type Stored<Row> = Omit<Row, 'updatedAt' | 'companyCode'> & { companyCode: string; updatedAt: Date | null }

/** A list's filter beside the period: only what is missing, or only large falls. */
type Only = 'missing' | 'falls' | undefined
type ListInput = PageInput & { only?: Only }

/** V of domain.md: consult users, else consult sessions, else handled users. */
const CELL = sql`coalesce(d.consult_users, d.consult_sessions, d.handled_users) as volume,
  d.consult_users, d.consult_sessions, d.handled_users,
  case when d.consult_users is not null then 'consultUsers'
    when d.consult_sessions is not null then 'consultSessions'
    when d.handled_users is not null then 'handledUsers' end as volume_of`

/** The same day of any store, for the month before: looked up, so that no month of days is read for it. */
const EARLIER = sql`(select store_id as month_unit, on_day as month_day,
  coalesce(consult_users, consult_sessions, handled_users) as month_ago from store_daily) month`

/** The query's common part: `figure` has every store-day with its volume beside the days before. */
export function volumeFigures(
  chosen: Chosen,
  period: Period,
  beside: Beside = { from: period.from, back: 7 },
) {
  return sql`with ${storeDays(chosen, firstDay(period, beside), period.to, CELL)},
    ${courseFigures({ id: sql`store_id`, earlier: EARLIER }, period, beside)}`
}

const ONLY = {
  missing: sql`missing`,
  falls: sql`vs_mean_7_bp <= ${LARGE_FALL_BP}`,
}

/** What is missing or has fallen far comes first, then the largest; of the missing ones, those usually large. */
const BY_NEED = sql`missing desc, coalesce(least(vs_prev_day_bp, vs_mean_7_bp) <= ${LARGE_FALL_BP}, false) desc,
  volume desc nulls last, mean_7 desc nulls last, store_id`

const COLUMNS = {
  on: 'onDay',
  storeName: 'storePinyin',
  volume: 'volume',
  consultUsers: 'consultUsers',
  vsPrevDay: 'vsPrevDayBp',
  vsWeekAgo: 'vsWeekAgoBp',
  vsMonthAgo: 'vsMonthAgoBp',
  mean7: 'mean7',
  vsMean7: 'vsMean7Bp',
  sum: 'sum',
}

const TOTALS = sql`count(*) as total, count(volume) as reported, count(*) filter (where counts) as expected,
  sum(volume) as volume, ${pairs(sql`prev_day`)} as vs_prev_day, ${pairs(sql`week_ago`)} as vs_week_ago,
  ${pairs(sql`month_ago`)} as vs_month_ago`

interface Totals {
  total: number
  reported: number
  expected: number
  volume: number | null
  vsPrevDay: Pairs
  vsWeekAgo: Pairs
  vsMonthAgo: Pairs
}

function totalsOf<T extends Totals>({ total: _, ...row }: T) {
  return {
    ...row,
    vsPrevDay: withChange(row.vsPrevDay),
    vsWeekAgo: withChange(row.vsWeekAgo),
    vsMonthAgo: withChange(row.vsMonthAgo),
  }
}

/** One page of the store-days of a period, and the totals of all of them. */
export async function findVolumeDays(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const figures = volumeFigures(chosen, period)
  const rows = sql`from figure where on_day >= ${period.from} and counts
    and ${input.only ? ONLY[input.only] : sql`true`}`
  const order = orderOf(input.sort, COLUMNS, sql`on_day desc, ${BY_NEED}`)
  const page = sql`select * ${rows} order by ${order} ${pageSql(input)}`
  const items = await sql<Stored<VolumeDay>>`${figures} ${withOrigin(page, order)}`.execute(db)
  const totals = await sql<Totals>`${figures} select ${TOTALS} ${rows}`.execute(db)
  return withTotals(items.rows, totals.rows[0])
}

function withTotals<R, T extends Totals>(items: R[], totals: T | undefined) {
  if (!totals) throw new Error('an aggregate without a row')
  return { items, total: totals.total, totals: totalsOf(totals) }
}

/** The first day of a store's small course. */
export function seriesFrom({ from, to }: Period): Day {
  const earliest = addDays(to, 1 - SERIES_DAYS)
  return from > earliest ? from : earliest
}

/** One row a store that the report speaks of in the period: its last day, and the period's sum. */
function lastDays(period: Period) {
  return sql`, ${periodSums(period)},
    period as (
      select store_id, case when volume_days > 0 then volume end as sum, volume_days as period_reported,
        owed + volume_outside as period_expected
      from period_sum where owed + volume_outside > 0),
    store_row as (select * from figure join period using (store_id) where on_day = ${period.to})`
}

/** A store's small course, for the rows of a page alone. */
function withSeries(page: RawBuilder<unknown>, period: Period) {
  const from = seriesFrom(period)
  return sql`select page.*, array(
      select coalesce(d.consult_users, d.consult_sessions, d.handled_users)
      from generate_series(0, ${daysBetween(from, period.to)}::int) n
        left join store_daily d on d.store_id = page.store_id and d.on_day = ${from}::date + n
      order by n) as series
    from (${page}) page`
}

interface StoreTotals extends Totals {
  mean7: number | null
  sum: number | null
  periodReported: number
  periodExpected: number
}

const STORE_TOTALS = sql`${TOTALS}, sum(mean_7) as mean_7, sum(sum) as sum,
  coalesce(sum(period_reported), 0) as period_reported, coalesce(sum(period_expected), 0) as period_expected`

/** The query of the stores of a period, and which of them. */
function storesQuery(chosen: Chosen, period: Period, only: Only) {
  const lastDay = { ...period, from: period.to }
  const figures = sql`${volumeFigures(chosen, lastDay, { from: period.to, back: 7 })} ${lastDays(period)}`
  return { figures, rows: sql`from store_row where ${only ? ONLY[only] : sql`true`}` }
}

/** One page of the stores of a period. */
export async function findVolumeStoreRows(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const { figures, rows } = storesQuery(chosen, period, input.only)
  const order = orderOf(input.sort, COLUMNS, BY_NEED)
  const page = sql`select *, period_reported as reported, period_expected as expected ${rows}
    order by ${order} ${pageSql(input)}`
  const found = await sql<
    Stored<VolumeStore>
  >`${figures} ${withSeries(page, period)} order by ${order}`.execute(db)
  return found.rows
}

/** The same, with the totals of all of them. */
export async function findVolumeStores(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const { figures, rows } = storesQuery(chosen, period, input.only)
  const items = await findVolumeStoreRows(db, chosen, period, input)
  const totals = await sql<StoreTotals>`${figures} select ${STORE_TOTALS} ${rows}`.execute(db)
  return withTotals(items, totals.rows[0])
}
