import { type RawBuilder, sql } from 'kysely'
import type { ReplyMetric } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { rateBp, secondsOf } from '#kit/rates.ts'
import { rateBpSql } from '#kit/ratesSql.ts'
import { platformsOf, replyColumns } from '#operations/replyRate.ts'
import type { HeatSource } from './heat.ts'
import { readRows } from './readRows.ts'
import type { RateDay } from './rows.ts'
import { daysBack, monthBefore, type Period } from './rules.ts'
import {
  type Chosen,
  chosenStores,
  type DayRows,
  earlierDay,
  everyStoreOn,
  orderOf,
  rowsFrom,
  unreadSortColumn,
  withOrigin,
} from './storeDays.ts'
import type { Stored } from './volumeList.ts'

/** Joins of a store's day with earlier rows of `store_day`, under aliases, and the columns read from them. */

/** The parts of a rate, and those of the response times. */
const RATE_PARTS = ['numerator', 'denominator'] as const
const PARTS = [...RATE_PARTS, 'frt_total_cs', 'frt_weight', 'art_total_cs', 'art_weight'] as const

type Part = (typeof PARTS)[number]

/** The store's metric; `headline` joins it. */
const OWN_METRIC = sql`own.metric`

/** A column of a joined row; the parts of a rate in the metric. */
function partOf(name: string, part: Part, metric = OWN_METRIC): RawBuilder<unknown> {
  const columnOf = (column: string) => sql`${sql.ref(name)}.${sql.raw(column)}`
  if (part !== 'numerator' && part !== 'denominator') return columnOf(part)
  const at = part === 'numerator' ? 0 : 1
  const { replied, within3min } = replyColumns
  return sql`case ${metric} when 'replied' then ${columnOf(replied[at])} else ${columnOf(within3min[at])} end`
}

/** The rate of a joined row in the metric, in basis points. */
export const rateOf = (name: string, metric = OWN_METRIC) =>
  rateBpSql(partOf(name, 'numerator', metric), partOf(name, 'denominator', metric))

/** Selects parts of a joined row; `as` prefixes their names. */
const columnsOf = (name: string, parts: readonly Part[], as = '') =>
  sql.join(parts.map((part) => sql`${partOf(name, part)} as ${sql.raw(as + part)}`))

/** How far back the last day is compared. */
const DAY_BACK = { previous: sql`1`, week: sql`7`, month: sql`interval '1 month'` }

/**
 * Joins the compared days of each row: `prev`, `week` and `month`; `compared`, for the period's comparison; and `last`,
 * for the last day's. The database drops joins whose columns are not used.
 */
function earlierDays(period: Period, rows: DayRows, from: Day) {
  const back = (days: number): [Day, Day] => [addDays(from, -days), addDays(period.to, -days)]
  const spans = {
    prev: back(1),
    week: back(7),
    month: [monthBefore(from), monthBefore(period.to)] as [Day, Day],
  }
  const days = daysBack(period)
  const monthly = period.compare === 'month'
  const lastOn = { ...rows, on: sql`case when ${rows.on} = ${period.to} then ${rows.on} end` }
  const before = { previous: addDays(period.to, -1), week: addDays(period.to, -7), month: spans.month[1] }
  const lastBefore = before[period.compare]
  return sql`${earlierDay('prev', rows, sql`1`, spans.prev)}
    ${earlierDay('week', rows, sql`7`, spans.week)}
    ${earlierDay('month', rows, DAY_BACK.month, spans.month)}
    ${earlierDay('compared', rows, monthly ? DAY_BACK.month : sql`${days}::int`, monthly ? spans.month : back(days))}
    ${earlierDay('last', lastOn, DAY_BACK[period.compare], [lastBefore, lastBefore])}`
}

/** The rate of the seven days before a day, as Σ/Σ. */
function rateOfSevenDays({ on }: DayRows) {
  const sum = (part: Part) => sql`sum(${partOf('seven', part)})`
  return sql`(select ${rateBpSql(sum('numerator'), sum('denominator'))} from store_day seven
    where seven.store_id = chosen.store_id and seven.on_day between ${on} - 7 and ${on} - 1)`
}

/** A list's `only` filter: missing figures, or a rate below the store's target. */
export type Only = 'missing' | 'below' | undefined
export type ListInput = PageInput & { only?: Only }

/** Days before a period's end that are searched for the metric of a store. */
const METRIC_SEARCH_DAYS = 30

/**
 * A store's metric, as a column of `own`: its platform's metric, else the metric of the newest day with figures in the
 * period or the 30 days up to its end, reply rate first. A day without figures is owed in the same metric.
 */
export function headline({ from, to }: Period) {
  const back = addDays(to, -METRIC_SEARCH_DAYS)
  return sql`cross join lateral (
    select case when platform = any(${platformsOf('replied')}) then 'replied'
        when platform = any(${platformsOf('within3min')}) then 'within3min'
        else coalesce((
          select case when given.replied is not null then 'replied' else 'within3min' end from store_day given
          where given.store_id = chosen.store_id and given.on_day between ${from < back ? from : back} and ${to}
            and coalesce(given.replied, given.within_3min) is not null
          order by given.on_day desc limit 1), 'replied') end as metric
    offset 0) own`
}

/** Seconds with one decimal, rounded half up. Same formula as secondsOf() of the rules. */
export const seconds = (total: RawBuilder<unknown>, weight: RawBuilder<unknown>) =>
  sql`((2 * ${total} + 10 * ${weight}::bigint) / nullif(20 * ${weight}::bigint, 0))::numeric / 10`

const RATE = rateOf('d')
const TARGET = sql`chosen.target_bp`

/**
 * A store's day in its own metric, with the changes against the previous day, the week and the month before, and the
 * rate of the 7 days before (Σ/Σ). `counts` marks the rows of the report. `compared…` are the columns of the period's
 * comparison, `day…` those of the last day's.
 */
function figuresOf(chosen: Chosen, period: Period, rows: DayRows, from: Day, metricOf = period) {
  const owed = (figureColumn: RawBuilder<unknown>) =>
    sql`coalesce(d.expected and ${figureColumn} is null, false)`
  const [numerator, denominator] = [sql`own_day.numerator`, sql`own_day.denominator`]
  return sql`with ${chosenStores(chosen)},
    figure as not materialized (
      select chosen.*, own.metric, ${rows.on} as on_day, ${rows.on} as "on", d.updated_at,
        ${numerator}, ${denominator}, d.frt_total_cs, d.frt_weight, d.art_total_cs, d.art_weight,
        coalesce(d.expected or ${denominator} is not null, false) as counts, ${owed(denominator)} as missing,
        ${RATE} as rate_bp, ${rateOf('prev')} as prev_day_rate_bp, ${rateOf('week')} as week_ago_rate_bp,
        ${RATE} - ${rateOf('prev')} as vs_prev_day_bp, ${RATE} - ${rateOf('week')} as vs_week_ago_bp,
        ${RATE} - ${rateOf('month')} as vs_month_ago_bp, ${rateOfSevenDays(rows)} as rate_7_bp,
        ${RATE} - ${TARGET} as gap_bp, coalesce(${RATE} < ${TARGET}, false) as below_target,
        ${columnsOf('compared', RATE_PARTS, 'compared_')}, ${columnsOf('last', PARTS, 'day_')},
        ${seconds(sql`d.frt_total_cs`, sql`d.frt_weight`)} as first_response_s,
        ${seconds(sql`d.art_total_cs`, sql`d.art_weight`)} as average_response_s
      from chosen ${headline(metricOf)} ${rows.join} ${earlierDays(period, rows, from)}
        cross join lateral (select ${columnsOf('d', RATE_PARTS)}) own_day)`
}

/** Common tables: `figure` has the store-days from `from` on, in each store's own metric. */
export function rateFigures(chosen: Chosen, period: Period, from: Day = period.from) {
  return figuresOf(chosen, period, rowsFrom(from, period.to), from)
}

/** The same for the last day only, with all stores, even without figures. */
export function lastDayRates(chosen: Chosen, period: Period) {
  const lastDay = { ...period, from: period.to }
  return figuresOf(chosen, lastDay, everyStoreOn(period.to), period.to, period)
}

export const ONLY = { missing: sql`missing`, below: sql`below_target` }

/** Missing figures first, then the farthest below target. */
export const BY_NEED = sql`missing desc, gap_bp asc nulls last, rate_bp asc nulls last, store_id`

export const COLUMNS = {
  on: 'onDay',
  storeName: 'storePinyin',
  rate: 'rateBp',
  gap: 'gapBp',
  vsPrevDay: 'vsPrevDayBp',
  vsWeekAgo: 'vsWeekAgoBp',
  vsMonthAgo: 'vsMonthAgoBp',
  denominator: 'denominator',
  firstResponse: 'firstResponseS',
  averageResponse: 'averageResponseS',
  periodRate: 'periodRateBp',
}

export const METRIC_TOTALS = sql`metric, sum(numerator) as numerator, sum(denominator) as denominator,
  count(denominator) as reported, count(*) filter (where counts) as expected,
  count(*) filter (where below_target) as below_target, count(gap_bp) as targeted, count(*) as total,
  sum(frt_total_cs)::bigint as frt_total_cs, sum(frt_weight) as frt_weight,
  sum(art_total_cs)::bigint as art_total_cs, sum(art_weight) as art_weight`

export interface MetricRow {
  metric: ReplyMetric
  numerator: number | null
  denominator: number | null
  reported: number
  expected: number
  belowTarget: number
  /** Rows with a rate and a target. */
  targeted: number
  total: number
  frtTotalCs: number | null
  frtWeight: number | null
  artTotalCs: number | null
  artWeight: number | null
}

export const sum = (rows: MetricRow[], field: Exclude<keyof MetricRow, 'metric'>) =>
  rows.reduce((total, row) => total + (row[field] ?? 0), 0)

export function totalsOf(rows: MetricRow[]) {
  return {
    metrics: rows.map((row) => ({ ...row, rateBp: rateBp(row.numerator, row.denominator) })),
    firstResponseS: secondsOf(sum(rows, 'frtTotalCs'), sum(rows, 'frtWeight')),
    averageResponseS: secondsOf(sum(rows, 'artTotalCs'), sum(rows, 'artWeight')),
    reported: sum(rows, 'reported'),
    expected: sum(rows, 'expected'),
  }
}

/** Columns of each row that the totals, filters and default order need. */
const NEEDED_COLUMNS = [
  'storeId',
  'onDay',
  'metric',
  'counts',
  'missing',
  'numerator',
  'denominator',
  'rateBp',
  'gapBp',
  'belowTarget',
  'frtTotalCs',
  'frtWeight',
  'artTotalCs',
  'artWeight',
]

export function readColumns(sorts: readonly (string | undefined)[], more: readonly string[] = []) {
  const read = [...NEEDED_COLUMNS, ...more]
  const ordered = sorts.flatMap((sort) => unreadSortColumn(sort, COLUMNS, read))
  return sql.join([...read, ...ordered].map((name) => sql.ref(name)))
}

/** Users answered within 30 seconds, from `d`, the store's day; added to the rows of a page only. */
export const WITHIN_30S = sql`case when d.within_30s_base is not null then d.within_30s end as within_30s,
  case when d.within_30s is not null then d.within_30s_base end as within_30s_base,
  ${rateBpSql(sql`d.within_30s`, sql`d.within_30s_base`)} as within_30s_bp`

/** A page of the store-days of a period, with the totals of all rows per metric. */
export async function findRateDays(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const order = orderOf(input.sort, COLUMNS, sql`on_day desc, ${BY_NEED}`)
  const rows = {
    figures: rateFigures(chosen, period),
    rows: sql`from figure where counts and ${input.only ? ONLY[input.only] : sql`true`}`,
    columns: readColumns([input.sort]),
    many: period.days > 1,
  }
  const page = {
    input,
    order,
    more: (pageRows: RawBuilder<unknown>) => withOrigin(pageRows, order, 'rate', WITHIN_30S),
  }
  const { pages, sums } = await readRows<Stored<RateDay>, MetricRow>(
    db,
    rows,
    [page],
    [byMetric(METRIC_TOTALS)],
  )
  const totals = sums[0] ?? []
  return { items: pages[0] ?? [], total: sum(totals, 'total'), totals: totalsOf(totals) }
}

/** Totals of all rows of a list, per metric. */
export const byMetric = (columns: RawBuilder<unknown>) =>
  sql`select ${columns} from every group by metric order by metric`

/** The data of the weekday map. */
export function rateHeat(chosen: Chosen, days: Period): HeatSource {
  const figures = rateFigures(chosen, days)
  const parts = { part: sql`numerator`, whole: sql`denominator` }
  return { figures, id: sql`store_id`, name: sql`store_name`, ...parts }
}
