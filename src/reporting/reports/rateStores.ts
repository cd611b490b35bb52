import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { daysBetween } from '#kit/calendar.ts'
import { periodSums } from './periodSums.ts'
import type { ListInput, MetricRow } from './rates.ts'
import {
  BY_NEED,
  byMetric,
  COLUMNS,
  headlines,
  METRIC_TOTALS,
  ONLY,
  rateFigures,
  sum,
  totalsOf,
} from './rates.ts'
import type { Page, Rows } from './readRows.ts'
import { readRows } from './readRows.ts'
import type { RateStore } from './rows.ts'
import type { Period } from './rules.ts'
import { seriesFrom } from './rules.ts'
import type { Chosen } from './storeDays.ts'
import { bpOf, correctedOfPeriod, lastDayOf, orderOf } from './storeDays.ts'
import type { Stored } from './volumeList.ts'
import { byFall, fallen } from './volumeList.ts'

/** One row a store that the report speaks of in the period: its last day, and the period's Σ/Σ. */
function lastDays(to: Day) {
  return sql`, period as (
    select store_id, case when days > 0 then part end as period_numerator,
      case when days > 0 then whole end as period_denominator,
      days as period_reported, owed + outside as period_expected
    from period_sum join headline using (store_id) cross join lateral (values
      ('replied', replied, reply_base, reply_days, reply_outside),
      ('within3min', within_3min, within_3min_base, within_3min_days, within_3min_outside)
    ) as own (own_metric, part, whole, days, outside)
    where own_metric = metric and owed + outside > 0),
  store_row as (
    select *, period_reported as reported, period_expected as expected,
      ${bpOf(sql`period_numerator`, sql`period_denominator`)} as period_rate_bp
    from figure join period using (store_id) where on_day = ${to})`
}

/** A store's small course in its own metric, for the rows of a page alone. */
function withSeries(page: RawBuilder<unknown>, period: Period) {
  const from = seriesFrom(period)
  const rate = (part: string, whole: string) => bpOf(sql.ref(`d.${part}`), sql.ref(`d.${whole}`))
  return sql`select page.*, array(
      select (case page.metric when 'replied' then ${rate('replied', 'replyBase')}
        else ${rate('within3min', 'within3minBase')} end)::numeric
      from generate_series(0, ${daysBetween(from, period.to)}::int) n
        left join store_daily d on d.store_id = page.store_id and d.on_day = ${from}::date + n
      order by n) as series, ${correctedOfPeriod(sql`page.store_id`, period, 'rate')}
    from (${page}) page`
}

const PERIOD_TOTALS = sql`metric, sum(period_numerator)::bigint as numerator,
  sum(period_denominator)::bigint as denominator, sum(period_reported)::bigint as reported,
  sum(period_expected)::bigint as expected, count(*) filter (where period_rate_bp < target_bp) as below_target`

/** The stores of a period. */
function storesOf(chosen: Chosen, period: Period, only?: keyof typeof ONLY): Rows {
  const lastDay = { ...period, from: period.to }
  const tables = sql`${periodSums(period)}, ${headlines(period)}`
  return {
    figures: sql`${rateFigures(chosen, lastDay, lastDayOf(period), tables)} ${lastDays(period.to)}`,
    rows: sql`from store_row where ${only ? ONLY[only] : sql`true`}`,
  }
}

/** A page of them. */
const pageOf = (period: Period, { sort, only, ...input }: ListInput): Page => ({
  ...{ input, order: orderOf(sort, COLUMNS, BY_NEED), only: only ? ONLY[only] : sql`true` },
  more: (page, order) => sql`${withSeries(page, period)} order by ${order}`,
})

/** One page of the stores of a period, with the totals of all of them, one a metric. */
export async function findRateStores(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const { pages, sums } = await readRows<Stored<RateStore>, MetricRow>(
    ...[db, storesOf(chosen, period, input.only), [pageOf(period, input)]],
    [METRIC_TOTALS, PERIOD_TOTALS].map(byMetric),
  )
  const [totals = [], periods = []] = sums
  return {
    items: pages[0] ?? [],
    total: sum(totals, 'total'),
    totals: { ...totalsOf(totals), periods: totalsOf(periods).metrics },
  }
}

/** The stores farthest under their target on the last day, and those whose rate fell most by the comparison. */
export async function findTopRates(db: Database, chosen: Chosen, period: Period, n: number) {
  const { compare } = period
  const inputs: ListInput[] = [{ current: 1, pageSize: n, sort: 'gap', only: 'below' }, byFall(compare, n)]
  const asked = inputs.map((input) => pageOf(period, input))
  const { pages } = await readRows<Stored<RateStore>>(db, storesOf(chosen, period), asked)
  const [below = [], falls = []] = pages
  return { below, falls: fallen(falls, compare) }
}
