import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { daysBetween } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { courseFigures } from './courses.ts'
import type { HeatSource } from './heat.ts'
import { periodSums } from './periodSums.ts'
import type { Page, Rows } from './readRows.ts'
import { readRows } from './readRows.ts'
import type { VolumeDay, VolumeStore } from './rows.ts'
import type { Period } from './rules.ts'
import { seriesFrom } from './rules.ts'
import type { Beside, Chosen } from './storeDays.ts'
import {
  correctedOfPeriod,
  everyDayOf,
  firstDay,
  lastDayOf,
  monthBefore,
  storeDays,
  withOrigin,
} from './storeDays.ts'
import type { Ordered, PeriodTotals, Stored, Totals } from './volumeList.ts'
import { findRows, findTop, ONLY, PERIOD_TOTALS, TOTALS, volumeOrder } from './volumeList.ts'

type ListInput = PageInput & { only?: keyof typeof ONLY | undefined }

/** V of domain.md: consult users, else consult sessions, else handled users. */
const V = sql`coalesce(d.consult_users, d.consult_sessions, d.handled_users)`
const VOLUME = sql`${V} as volume`
const MONTH_AGO = sql`${V} as month_ago`

const CELL = sql`${VOLUME},
  d.consult_users, d.consult_sessions, d.handled_users,
  case when d.consult_users is not null then 'consultUsers'
    when d.consult_sessions is not null then 'consultSessions'
    when d.handled_users is not null then 'handledUsers' end as volume_of`

/** The chosen stores' volumes of some days. */
const volumesOf = (from: Day, to: Day) => sql`select d.store_id, d.on_day, ${VOLUME}
  from chosen join store_daily d on d.store_id = chosen.store_id and d.on_day between ${from} and ${to}`

/** The query's common part: `figure` has every store-day with its volume beside the days before. */
export function volumeFigures(chosen: Chosen, period: Period, beside: Beside = everyDayOf(period)) {
  return sql`with ${storeDays(chosen, firstDay(period, beside), period.to, CELL)},
    ${courseFigures({ id: sql`store_id`, earlier: monthBefore(MONTH_AGO, beside), volumes: volumesOf }, period, beside)}`
}

const ORDERED: Ordered = {
  id: 'storeId',
  columns: { storeName: 'storePinyin', consultUsers: 'consultUsers' },
}

/** One page of the store-days of a period, and the totals of all of them. */
export async function findVolumeDays(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const order = volumeOrder(input.sort, ORDERED, 'days')
  const rows = {
    figures: volumeFigures(chosen, period),
    rows: sql`from figure where on_day >= ${period.from} and counts
      and ${input.only ? ONLY[input.only] : sql`true`}`,
    many: period.days > 1,
  }
  const page = { input, order, more: (own: RawBuilder<unknown>) => withOrigin(own, order, 'volume') }
  return findRows<Stored<VolumeDay>, Totals>(db, rows, page, TOTALS)
}

/** One row a store that the report speaks of in the period: its last day, and the period's sum. */
function lastDays(period: Period) {
  return sql`, ${periodSums(period)},
    period as (
      select store_id, case when volume_days > 0 then volume end as sum, volume_days as period_reported,
        owed + volume_outside as period_expected
      from period_sum where owed + volume_outside > 0),
    store_row as (
      select *, period_reported as reported, period_expected as expected
      from figure join period using (store_id) where on_day = ${period.to})`
}

/** A store's small course, for the rows of a page alone. */
function withSeries(page: RawBuilder<unknown>, period: Period) {
  const from = seriesFrom(period)
  return sql`select page.*, array(
      select coalesce(d.consult_users, d.consult_sessions, d.handled_users)
      from generate_series(0, ${daysBetween(from, period.to)}::int) n
        left join store_daily d on d.store_id = page.store_id and d.on_day = ${from}::date + n
      order by n) as series, ${correctedOfPeriod(sql`page.store_id`, period, 'volume')}
    from (${page}) page`
}

/** The stores of a period. */
function storesOf(chosen: Chosen, period: Period, only?: keyof typeof ONLY): Rows {
  const lastDay = { ...period, from: period.to }
  return {
    figures: sql`${volumeFigures(chosen, lastDay, lastDayOf(period))} ${lastDays(period)}`,
    rows: sql`from store_row where ${only ? ONLY[only] : sql`true`}`,
  }
}

/** A page of them. */
const pageOf =
  (period: Period) =>
  ({ sort, ...input }: PageInput): Page => ({
    ...{ input, order: volumeOrder(sort, ORDERED, 'period') },
    more: (page, order) => sql`${withSeries(page, period)} order by ${order}`,
  })

/** One page of the stores of a period. */
export async function findVolumeStoreRows(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const rows = storesOf(chosen, period, input.only)
  const { pages } = await readRows<Stored<VolumeStore>>(db, rows, [pageOf(period)(input)])
  return pages[0] ?? []
}

/** The same, with the totals of all of them. */
export async function findVolumeStores(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const rows = storesOf(chosen, period, input.only)
  const columns = sql`${TOTALS}, ${PERIOD_TOTALS}, sum(mean_7) as mean_7`
  return findRows<Stored<VolumeStore>, PeriodTotals>(db, rows, pageOf(period)(input), columns)
}

/** The stores with the largest volume of the last day, and those that fell most by the comparison. */
export async function findTopVolumes(db: Database, chosen: Chosen, period: Period, n: number) {
  const { compare } = period
  return findTop<Stored<VolumeStore>>(db, storesOf(chosen, period), pageOf(period), { compare, n })
}

/** What the map of weekdays is drawn from. */
export function volumeHeat(chosen: Chosen, days: Period): HeatSource {
  const figures = volumeFigures(chosen, days, { from: days.from, back: 0 })
  return { figures, id: sql`store_id`, name: sql`store_name`, part: sql`volume` }
}
