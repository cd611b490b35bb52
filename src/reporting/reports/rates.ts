import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { ReplyMetric } from '#clients/stores/contract.ts'
import { headlineMetrics } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import { addDays } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { rateBp, secondsOf } from '#kit/rates.ts'
import type { HeatSource } from './heat.ts'
import { besideRates, CELL, MONTH, OWN, ofMonth, PARTS, RATE, RATE_PARTS } from './rateCourses.ts'
import { readRows } from './readRows.ts'
import type { RateDay } from './rows.ts'
import type { Period } from './rules.ts'
import type { Beside, Chosen } from './storeDays.ts'
import { bpOf, everyDayOf, firstDay, monthBefore, orderOf, storeDays, withOrigin } from './storeDays.ts'
import type { Stored } from './volumeList.ts'

/** A list's filter beside the period: only what is missing, or only what is under the store's target. */
export type Only = 'missing' | 'below' | undefined
export type ListInput = PageInput & { only?: Only }

const platformsOf = (metric: ReplyMetric) =>
  Object.entries(headlineMetrics).flatMap(([platform, headline]) => (headline === metric ? [platform] : []))

/** How far back from a period's end is looked for what a store gives. */
const GIVEN_WITHIN = 30

/**
 * Each store's headline metric: its platform's, else that of the newest day of the period, or of the 30 up to its end,
 * that has one; reply rate first. A day without figures is then still owed in the metric that the store has.
 */
export function headlines({ from, to }: Period) {
  const [replied, within3min] = [platformsOf('replied'), platformsOf('within3min')]
  const back = addDays(to, -GIVEN_WITHIN)
  return sql`headline as (
    select store_id, case when platform = any(${replied}) then 'replied'
        when platform = any(${within3min}) then 'within3min'
        else coalesce(given.metric, 'replied') end as metric
    from chosen left join lateral (
      select case when reply_base + replied is not null then 'replied' else 'within3min' end as metric
      from store_daily d
      where platform <> all(${[...replied, ...within3min]}) and d.store_id = chosen.store_id
        and d.on_day between ${from < back ? from : back} and ${to}
        and coalesce(reply_base + replied, within_3min_base + within_3min) is not null
      order by d.on_day desc limit 1) given on true)`
}

/** Seconds with one decimal, halves up. As secondsOf() of the rules. */
export const seconds = (total: RawBuilder<unknown>, weight: RawBuilder<unknown>) =>
  sql`((2 * ${total} + 10 * ${weight}::bigint) / nullif(20 * ${weight}::bigint, 0))::numeric / 10`

/** Earlier parts under the names that the comparison reads them by. */
function renamed(earlier: (part: string) => RawBuilder<unknown>, parts: readonly string[], as: string) {
  return sql.join(parts.map((part) => sql`${earlier(part)} as ${sql.ref(as + part)}`))
}

const lagged = (as: string) => (part: string) => sql.ref(as + part)

/**
 * The query's common part. `known` is every store-day with the numerator and the denominator of the store's own metric;
 * `counts` marks the rows of the report. `figure` sets a day beside the day before, the week before and Σ/Σ of the 7
 * days before; `compared…` is what the whole period's comparison takes, `day…` what the last day's does.
 */
export function rateFigures(
  chosen: Chosen,
  period: Period,
  beside: Beside = everyDayOf(period),
  /** Tables that follow `chosen` and `cell`, `headline` among them. */
  tables = headlines(period),
) {
  const monthly = period.compare === 'month'
  return sql`with ${storeDays(chosen, firstDay(period, beside), period.to, CELL)},
    ${tables},
    own as (
      select *, ${OWN} from cell join headline using (store_id)),
    known as (
      select *, serving or denominator is not null as counts, serving and denominator is null as missing,
        ${RATE} as rate_bp
      from own),
    beside as (${besideRates(period, beside)}),
    figure as (
      select *, on_day as "on", ${bpOf(sql`numerator7`, sql`denominator7`)} as rate_7_bp,
        rate_bp - prev_day_rate_bp as vs_prev_day_bp, rate_bp - week_ago_rate_bp as vs_week_ago_bp,
        rate_bp - ${bpOf(ofMonth('Numerator'), ofMonth('Denominator'))} as vs_month_ago_bp,
        ${renamed(monthly ? ofMonth : lagged('dayLagged'), PARTS, 'day')},
        ${renamed(monthly ? ofMonth : lagged('lagged'), RATE_PARTS, 'compared')},
        rate_bp - target_bp as gap_bp, coalesce(rate_bp < target_bp, false) as below_target,
        ${bpOf(sql`within_30s`, sql`within_30s_base`)} as within_30s_bp,
        ${seconds(sql`frt_total_cs`, sql`frt_weight`)} as first_response_s,
        ${seconds(sql`art_total_cs`, sql`art_weight`)} as average_response_s
      from beside join chosen using (store_id)
        ${monthBefore(MONTH, beside)})`
}

export const ONLY = { missing: sql`missing`, below: sql`below_target` }

/** What is missing comes first, then what is farthest under its target. */
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
  count(*) filter (where below_target) as below_target, count(*) as total,
  sum(frt_total_cs)::bigint as frt_total_cs, sum(frt_weight) as frt_weight,
  sum(art_total_cs)::bigint as art_total_cs, sum(art_weight) as art_weight`

export interface MetricRow {
  metric: ReplyMetric
  numerator: number | null
  denominator: number | null
  reported: number
  expected: number
  belowTarget: number
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

/** One page of the store-days of a period, and the totals of all of them, one a metric. */
export async function findRateDays(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const order = orderOf(input.sort, COLUMNS, sql`on_day desc, ${BY_NEED}`)
  const rows = {
    figures: rateFigures(chosen, period),
    rows: sql`from figure where on_day >= ${period.from} and counts
      and ${input.only ? ONLY[input.only] : sql`true`}`,
    many: period.days > 1,
  }
  const page = { input, order, more: (own: RawBuilder<unknown>) => withOrigin(own, order, 'rate') }
  const { pages, sums } = await readRows<Stored<RateDay>, MetricRow>(
    ...[db, rows, [page], [byMetric(METRIC_TOTALS)]],
  )
  const totals = sums[0] ?? []
  return { items: pages[0] ?? [], total: sum(totals, 'total'), totals: totalsOf(totals) }
}

/** Totals of all rows of a list, one a metric. */
export const byMetric = (columns: RawBuilder<unknown>) =>
  sql`select ${columns} from every group by metric order by metric`

/** What the map of weekdays is drawn from. */
export function rateHeat(chosen: Chosen, days: Period): HeatSource {
  const figures = rateFigures(chosen, days, { from: days.from, back: 0 })
  const parts = { part: sql`numerator`, whole: sql`denominator` }
  return { figures, id: sql`store_id`, name: sql`store_name`, ...parts }
}
