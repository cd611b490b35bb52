import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { planEachTime } from '#db/statements.ts'
import { daysBetween } from '#kit/calendar.ts'
import { rateBpSql } from '#kit/ratesSql.ts'
import { periodSums } from './periodSums.ts'
import {
  BY_NEED,
  byMetric,
  COLUMNS,
  headline,
  type ListInput,
  lastDayRates,
  METRIC_TOTALS,
  type MetricRow,
  ONLY,
  rateOf,
  readColumns,
  sum,
  totalsOf,
  WITHIN_30S,
} from './rates.ts'
import { type Page, type Rows, readRows } from './readRows.ts'
import type { RateStore } from './rows.ts'
import { type Period, seriesFrom } from './rules.ts'
import { type Chosen, correctedOfPeriod, orderOf, withFigures } from './storeDays.ts'
import { byFall, fallen, type Stored } from './volumeList.ts'

/** Columns of the period in the row of a store's last day. */
const PERIOD_COLUMNS = [
  'periodNumerator',
  'periodDenominator',
  'periodReported',
  'periodExpected',
  'periodRateBp',
]

/**
 * Each store's rate of the period, as Σ/Σ in its own metric. `period_sum` has only chosen stores: here `chosen` is their
 * platform. With the list of stores once more, PostgreSQL would take both lists for independent and expect few in both.
 */
function periodRates(period: Period) {
  return sql`${periodSums(period)}, period as (
    select *, ${rateBpSql(sql`period_numerator`, sql`period_denominator`)} as period_rate_bp
    from (
      select store_id, case when days > 0 then part end as period_numerator,
        case when days > 0 then whole end as period_denominator,
        days as period_reported, owed + outside as period_expected
      from period_sum join (select id as store_id, platform from store) chosen using (store_id) ${headline(period)}
        cross join lateral (select
          case metric when 'replied' then replied else within_3min end as part,
          case metric when 'replied' then reply_base else within_3min_base end as whole,
          case metric when 'replied' then reply_days else within_3min_days end as days,
          case metric when 'replied' then reply_outside else within_3min_outside end as outside) of_metric
      where owed + outside > 0) period)`
}

/** Adds a store's sparkline in its own metric to the rows of a page only. */
function withSeries(page: RawBuilder<unknown>, period: Period) {
  const from = seriesFrom(period)
  const periodColumns = sql`, page.period_numerator, page.period_denominator, page.period_reported as reported,
    page.period_expected as expected, page.period_rate_bp`
  return sql`select page.*, ${WITHIN_30S}, array(
      select ${rateOf('d', sql`page.metric`)}::numeric
      from generate_series(0, ${daysBetween(from, period.to)}::int) n
        left join store_daily d on d.store_id = page.store_id and d.on_day = ${from}::date + n
      order by n) as series, ${correctedOfPeriod(sql`page.store_id`, period, 'rate')}
    from (${withFigures(page, periodColumns)}) page
      left join store_daily d on d.store_id = page.store_id and d.on_day = page.on_day`
}

const PERIOD_TOTALS = sql`metric, sum(period_numerator)::bigint as numerator,
  sum(period_denominator)::bigint as denominator, sum(period_reported)::bigint as reported,
  sum(period_expected)::bigint as expected, count(*) filter (where period_rate_bp < target_bp) as below_target,
  count(period_rate_bp - target_bp) as targeted`

/** The stores of a period. For a head the plan for all values takes twice as long as the one for the head's stores. */
function storesOf(
  chosen: Chosen,
  period: Period,
  sorts: readonly (string | undefined)[],
  only?: keyof typeof ONLY,
): Rows {
  return {
    figures: sql`${planEachTime} ${lastDayRates(chosen, period)}, ${periodRates(period)}`,
    rows: sql`from figure join period using (store_id) where ${only ? ONLY[only] : sql`true`}`,
    columns: sql`${readColumns(sorts, PERIOD_COLUMNS)}, target_bp`,
  }
}

/** A page of these stores. */
const pageOf = (period: Period, { sort, only, ...input }: ListInput): Page => ({
  input,
  order: orderOf(sort, COLUMNS, BY_NEED),
  only: only ? ONLY[only] : sql`true`,
  more: (page, order) => sql`${withSeries(page, period)} order by ${order}`,
})

/** A page of the stores of a period, with the totals of all rows per metric. */
export async function findRateStores(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const { pages, sums } = await readRows<Stored<RateStore>, MetricRow>(
    db,
    storesOf(chosen, period, [input.sort], input.only),
    [pageOf(period, input)],
    [METRIC_TOTALS, PERIOD_TOTALS].map(byMetric),
  )
  const [totals = [], periods = []] = sums
  return {
    items: pages[0] ?? [],
    total: sum(totals, 'total'),
    totals: { ...totalsOf(totals), periods: totalsOf(periods).metrics },
  }
}

/** SQL: stores with a rate and a target, and those below it, of all rows. */
const TARGETED = sql`select count(gap_bp) as targeted, count(*) filter (where below_target) as below from every`

/** The stores farthest below their target on the last day, with their number and that of the stores with a target. */
export async function findBelowTarget(db: Database, chosen: Chosen, period: Period, n: number) {
  const input: ListInput = { current: 1, pageSize: n, sort: 'gap', only: 'below' }
  const { pages, sums } = await readRows<Stored<RateStore>, { targeted: number; below: number }>(
    db,
    storesOf(chosen, period, [input.sort]),
    [pageOf(period, input)],
    [TARGETED],
  )
  const { targeted = 0, below = 0 } = sums[0]?.[0] ?? {}
  return { items: pages[0] ?? [], total: below, targeted }
}

/**
 * The stores farthest below their target on the last day, and those whose rate fell most in the comparison; `targeted`
 * counts the stores with a rate and a target.
 */
export async function findTopRates(db: Database, chosen: Chosen, period: Period, n: number) {
  const { compare } = period
  const inputs: ListInput[] = [{ current: 1, pageSize: n, sort: 'gap', only: 'below' }, byFall(compare, n)]
  const requestedPages = inputs.map((input) => pageOf(period, input))
  const sorts = inputs.map(({ sort }) => sort)
  const { pages, sums } = await readRows<Stored<RateStore>, { targeted: number }>(
    db,
    storesOf(chosen, period, sorts),
    requestedPages,
    [TARGETED],
  )
  const [below = [], falls = []] = pages
  return { below, falls: fallen(falls, compare), targeted: sums[0]?.[0]?.targeted ?? 0 }
}
