import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, daysBetween } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { rateBpSql } from '#kit/ratesSql.ts'
import type { HeatSource } from './heat.ts'
import { periodSums } from './periodSums.ts'
import { type Page, type Rows, readRows } from './readRows.ts'
import type { VolumeDay, VolumeStore } from './rows.ts'
import { daysBack, type Period, seriesFrom } from './rules.ts'
import {
  type Chosen,
  chosenStores,
  correctedOfPeriod,
  type DayRows,
  earlierDay,
  everyStoreOn,
  rowsFrom,
  unreadSortColumn,
  withFigures,
  withOrigin,
} from './storeDays.ts'
import {
  COLUMNS,
  findRows,
  findTop,
  ONLY,
  type Ordered,
  PERIOD_TOTALS,
  type PeriodTotals,
  type Stored,
  TOTALS,
  type Totals,
  topSorts,
  volumeOrder,
} from './volumeList.ts'

type ListInput = PageInput & { only?: keyof typeof ONLY | undefined }

const change = (before: RawBuilder<unknown>) => sql`${rateBpSql(sql`d.volume`, before)} - 10000`

/**
 * A store's day with the volumes of the previous day, the week and the month before, and the mean of the 7 days before.
 * `counts` marks the rows of a report: days on which figures are expected or exist.
 */
const DAY_COLUMNS = sql`chosen.*, d.updated_at, d.volume, d.prev_day, d.week_ago, d.month_ago, d.sum7,
  coalesce(d.days7, 0) as mean_7_days, coalesce(d.expected or d.volume is not null, false) as counts,
  coalesce(d.expected and d.volume is null, false) as missing, case when d.volume_of = 1 then d.volume end as consult_users,
  (array['consultUsers', 'consultSessions', 'handledUsers'])[d.volume_of] as volume_of,
  ${change(sql`d.prev_day`)} as vs_prev_day_bp, ${change(sql`d.week_ago`)} as vs_week_ago_bp,
  ${change(sql`d.month_ago`)} as vs_month_ago_bp, (2 * d.sum7 + d.days7) / nullif(2 * d.days7, 0) as mean_7,
  ${rateBpSql(sql`d.volume * d.days7::bigint`, sql`d.sum7`)} - 10000 as vs_mean_7_bp`

/**
 * The compared volume in the period's comparison: a column of the row if it has one, else a join of the earlier day.
 */
function comparedVolume(period: Period, rows: DayRows, from: Day) {
  const days = daysBack(period)
  const storedColumn = period.compare === 'month' ? 'd.monthAgo' : { 1: 'd.prevDay', 7: 'd.weekAgo' }[days]
  if (storedColumn) return { column: sql.ref(storedColumn), join: sql`` }
  const span: [Day, Day] = [addDays(from, -days), addDays(period.to, -days)]
  return { column: sql.ref('compared.volume'), join: earlierDay('compared', rows, sql`${days}::int`, span) }
}

function figuresOf(chosen: Chosen, period: Period, rows: DayRows, from: Day) {
  const compared = comparedVolume(period, rows, from)
  return sql`with ${chosenStores(chosen)},
    figure as not materialized (
      select ${DAY_COLUMNS}, ${rows.on} as on_day, ${rows.on} as "on", ${compared.column} as compared
      from chosen ${rows.join} ${compared.join})`
}

/** Common tables: `figure` has the store-days from `from` on, each with its volume and comparisons. */
export function volumeFigures(chosen: Chosen, period: Period, from: Day = period.from) {
  return figuresOf(chosen, period, rowsFrom(from, period.to), from)
}

/** The same for the last day only, with all stores, even without figures. */
export function lastDayVolumes(chosen: Chosen, period: Period) {
  return figuresOf(chosen, { ...period, from: period.to }, everyStoreOn(period.to), period.to)
}

const ORDERED: Ordered = {
  id: 'storeId',
  columns: { storeName: 'storePinyin', consultUsers: 'consultUsers' },
}

/** Columns of each row that the totals, filters and default order need. */
const NEEDED_COLUMNS = [
  'storeId',
  'onDay',
  'counts',
  'missing',
  'volume',
  'prevDay',
  'weekAgo',
  'monthAgo',
  'vsPrevDayBp',
  'vsMean7Bp',
  'mean7',
]

function columnsOf(sorts: readonly (string | undefined)[], more: readonly string[] = []) {
  const read = [...NEEDED_COLUMNS, ...more]
  const ordered = sorts.flatMap((sort) => unreadSortColumn(sort, { ...COLUMNS, ...ORDERED.columns }, read))
  return sql.join([...read, ...ordered].map((name) => sql.ref(name)))
}

/** A page of the store-days of a period, with the totals of all rows. */
export async function findVolumeDays(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const order = volumeOrder(input.sort, ORDERED, 'days')
  const rows = {
    figures: volumeFigures(chosen, period),
    rows: sql`from figure where counts and ${input.only ? ONLY[input.only] : sql`true`}`,
    columns: columnsOf([input.sort]),
    many: period.days > 1,
  }
  const others = sql`d.consult_sessions, d.handled_users`
  const page = {
    input,
    order,
    more: (pageRows: RawBuilder<unknown>) => withOrigin(pageRows, order, 'volume', others),
  }
  return findRows<Stored<VolumeDay>, Totals>(db, rows, page, TOTALS)
}

/** Columns of the period in the row of a store's last day. */
const PERIOD_COLUMNS = ['sum', 'periodReported', 'periodExpected']

/** A page of stores with the period's columns and the sparkline. */
function withSeries(page: RawBuilder<unknown>, period: Period) {
  const from = seriesFrom(period)
  const periodColumns = sql`, page.sum, page.period_reported as reported, page.period_expected as expected`
  return sql`select page.*, array(
      select coalesce(d.consult_users, d.consult_sessions, d.handled_users)
      from generate_series(0, ${daysBetween(from, period.to)}::int) n
        left join store_daily d on d.store_id = page.store_id and d.on_day = ${from}::date + n
      order by n) as series, ${correctedOfPeriod(sql`page.store_id`, period, 'volume')}
    from (${withFigures(page, periodColumns)}) page`
}

/** A row per store with expected or existing figures in the period: its last day, and the period's sum. */
function storesOf(
  chosen: Chosen,
  period: Period,
  sorts: readonly (string | undefined)[],
  only?: keyof typeof ONLY,
): Rows {
  const figures = sql`${lastDayVolumes(chosen, period)}, ${periodSums(period)},
    period as (
      select store_id, case when volume_days > 0 then volume end as sum, volume_days as period_reported,
        owed + volume_outside as period_expected
      from period_sum where owed + volume_outside > 0)`
  return {
    figures,
    rows: sql`from figure join period using (store_id) where ${only ? ONLY[only] : sql`true`}`,
    columns: columnsOf(sorts, PERIOD_COLUMNS),
  }
}

/** A page of these rows. */
const pageOf =
  (period: Period) =>
  ({ sort, ...input }: PageInput): Page => ({
    input,
    order: volumeOrder(sort, ORDERED, 'period'),
    more: (page, order) => sql`${withSeries(page, period)} order by ${order}`,
  })

/** A page of the stores of a period. */
export async function findVolumeStoreRows(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const rows = storesOf(chosen, period, [input.sort], input.only)
  const { pages } = await readRows<Stored<VolumeStore>>(db, rows, [pageOf(period)(input)])
  return pages[0] ?? []
}

/** The same, with the totals of all rows. */
export async function findVolumeStores(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const rows = storesOf(chosen, period, [input.sort], input.only)
  const columns = sql`${TOTALS}, ${PERIOD_TOTALS}, sum(mean_7) as mean_7`
  return findRows<Stored<VolumeStore>, PeriodTotals>(db, rows, pageOf(period)(input), columns)
}

/** The stores with a large fall against the mean of 7 days, of those with figures on both sides. */
export async function countFalls(db: Database, chosen: Chosen, period: Period) {
  const { sums } = await readRows<object, { large: number; compared: number }>(
    db,
    storesOf(chosen, period, []),
    [],
    [sql`select count(*) filter (where ${ONLY.falls}) as large, count(vs_mean_7_bp) as compared from every`],
  )
  return sums[0]?.[0] ?? { large: 0, compared: 0 }
}

/** The stores with the largest volume on the last day, and those with the largest falls in the comparison. */
export async function findTopVolumes(db: Database, chosen: Chosen, period: Period, n: number) {
  const { compare } = period
  return findTop<Stored<VolumeStore>>(db, storesOf(chosen, period, topSorts(compare)), pageOf(period), {
    compare,
    n,
  })
}

/** The data of the weekday map. */
export function volumeHeat(chosen: Chosen, days: Period): HeatSource {
  const figures = volumeFigures(chosen, days)
  return { figures, id: sql`store_id`, name: sql`store_name`, part: sql`volume` }
}
