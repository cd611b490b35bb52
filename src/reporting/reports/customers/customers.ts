import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { daysBetween } from '#kit/calendar.ts'
import type { PageInput } from '#kit/list.ts'
import { rateBp } from '#kit/rates.ts'
import { rateBpSql } from '#kit/ratesSql.ts'
import type { HeatSource } from '#reporting/reports/heat.ts'
import { includedVolume } from '#reporting/reports/includedVolume.ts'
import { periodSums } from '#reporting/reports/periodSums.ts'
import type { Page, Rows } from '#reporting/reports/readRows.ts'
import { type Period, seriesFrom } from '#reporting/reports/rules.ts'
import { type Pairs, toComparison } from '#reporting/reports/series.ts'
import { type Chosen, correctedDays, correctedOfPeriod } from '#reporting/reports/storeDays.ts'
import {
  findRows,
  findTop,
  ONLY as OF_VOLUMES,
  type Ordered,
  PERIOD_TOTALS,
  type PeriodTotals,
  type Totals,
  volumeOrder,
} from '#reporting/reports/volumeList.ts'
import { lastDayVolumes, volumeFigures } from '#reporting/reports/volumes.ts'
import type { CustomerDay, CustomerPeriod } from './contract.ts'

type ListInput = PageInput & { only?: keyof typeof ONLY | undefined }
type Stored<Row> = Omit<
  Row,
  'companyCode' | 'updatedAt' | 'includedUseBp' | 'prevDay' | 'weekAgo' | 'monthAgo'
> & {
  companyCode: string
  updatedAt: Date | null
  prevDay: Pairs
  weekAgo: Pairs
  monthAgo: Pairs
}

const EARLIER = ['prev_day', 'week_ago', 'month_ago'].map((name) => sql.raw(name))

/**
 * Both sides of each comparison over the stores with figures on both days: current sum, earlier sum, number of stores.
 */
const SIDES = sql.join(
  EARLIER.map(
    (before) => sql`sum(volume) filter (where ${before} is not null) as ${before}_now,
      sum(${before}) filter (where volume is not null) as ${before}_before,
      count(volume + ${before}) as ${before}_pairs`,
  ),
)

const CHANGES = sql.join(
  EARLIER.map((name) => sql`${rateBpSql(sql`${name}_now`, sql`${name}_before`)} - 10000 as vs_${name}_bp`),
)

const PAIRS = sql.join(
  EARLIER.map(
    (name) =>
      sql`json_build_object('now', ${name}_now, 'before', ${name}_before, 'pairs', ${name}_pairs) as ${name}`,
  ),
)

/** Multiple of all numbers of days from 1 to 7, so that `sum7 × PARTS ÷ days` is a whole number. */
const PARTS = 420

/** The stores' 7-day means in units of 1/PARTS, so that their sum is exact. */
const MEANS = sql`sum(sum7 * (${PARTS}::bigint / mean_7_days)) filter (where mean_7_days > 0)::bigint as mean_parts,
  sum(volume * ${PARTS}::bigint) filter (where mean_7_days > 0)::bigint as mean_now,
  sum(sum7 * (${PARTS}::bigint / mean_7_days)) filter (where mean_7_days > 0 and volume is not null)::bigint as mean_before`

/** Tables that follow `figure`. `customer_day` has one row per customer and day; `counts` marks the report's rows. */
const CUSTOMER_DAYS = sql`customer_sum as (
      select customer_id, max(company_code) as company_code, on_day, sum(volume) as volume, count(volume) as reported,
        count(*) filter (where counts) as expected, bool_or(counts) as counts, max(updated_at) as updated_at, ${SIDES}, ${MEANS}
      from figure group by customer_id, on_day),
    customer_day as not materialized (
      select customer_sum.*, customer.name as customer_name, customer.name_pinyin as customer_pinyin,
        customer.status as customer_status, customer.owner_id, owner.name as owner_name,
        on_day as "on", expected > 0 and volume is null as missing, ${CHANGES}, ${PAIRS},
        (2 * mean_parts + ${PARTS}::bigint) / ${2 * PARTS}::bigint as mean_7,
        ${rateBpSql(sql`mean_now`, sql`mean_before`)} - 10000 as vs_mean_7_bp
      from customer_sum left join customer on customer.id = customer_id left join staff owner on owner.id = customer.owner_id)`

/** A customer counts as missing if any of its stores lacks figures. */
const ONLY = { ...OF_VOLUMES, missing: sql`reported < expected` }

const ORDERED: Ordered = { id: 'customerId', columns: { customerName: 'customerPinyin' } }

const TOTALS = sql`count(*) as total, coalesce(sum(reported), 0) as reported,
  coalesce(sum(expected), 0) as expected, sum(volume) as volume, ${sql.join(
    EARLIER.map(
      (name) => sql`json_build_object('now', sum(${name}_now), 'before', sum(${name}_before),
        'pairs', coalesce(sum(${name}_pairs), 0)) as vs_${name}`,
    ),
  )}`

const toCustomerRow = <R extends Stored<CustomerDay>>(row: R) => ({
  ...row,
  includedUseBp: rateBp(row.includedUsed, row.included),
  prevDay: toComparison(row.prevDay),
  weekAgo: toComparison(row.weekAgo),
  monthAgo: toComparison(row.monthAgo),
})

/** A page of the customers' days of a period, with the totals of all rows. */
export async function findCustomerDays(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const rows = {
    figures: sql`${volumeFigures(chosen, period)}, ${CUSTOMER_DAYS}`,
    rows: sql`from customer_day where counts
      and ${input.only ? ONLY[input.only] : sql`true`}`,
    many: period.days > 1,
  }
  const page = { input, order: volumeOrder(input.sort, ORDERED, 'days'), more: withDayColumns }
  const found = await findRows<Stored<CustomerDay>, Totals>(db, rows, page, TOTALS)
  return { ...found, items: found.items.map(toCustomerRow) }
}

/** A row per customer with expected or existing figures in the period: its last day, and the period's sum. */
function customersOf(chosen: Chosen, period: Period, only?: ListInput['only']): Rows {
  const figures = sql`${lastDayVolumes(chosen, period)}, ${CUSTOMER_DAYS},
    ${periodSums(period)},
    period as (
      select customer_id, case when sum(volume_days) > 0 then sum(volume)::bigint end as sum,
        sum(volume_days)::bigint as period_reported, sum(owed + volume_outside)::bigint as period_expected
      from period_sum join chosen using (store_id)
      group by customer_id having sum(owed + volume_outside) > 0)`
  return {
    figures,
    rows: sql`from customer_day join period using (customer_id) where ${only ? ONLY[only] : sql`true`}`,
  }
}

/** A page of these rows. */
const pageOf =
  (period: Period) =>
  ({ sort, ...input }: PageInput): Page => ({
    input,
    order: volumeOrder(sort, ORDERED, 'period'),
    more: (page, order) => withPeriodColumns(page, order, period),
  })

/** A page of the customers of a period, with the totals of all rows. */
export async function findCustomers(db: Database, chosen: Chosen, period: Period, input: ListInput) {
  const columns = sql`${TOTALS}, ${PERIOD_TOTALS},
    (2 * sum(mean_parts)::bigint + ${PARTS}::bigint) / ${2 * PARTS}::bigint as mean_7`
  const rows = customersOf(chosen, period, input.only)
  const page = pageOf(period)(input)
  const found = await findRows<Stored<CustomerPeriod>, PeriodTotals>(db, rows, page, columns)
  return { ...found, items: found.items.map(toCustomerRow) }
}

/** The customers with the largest volume on the last day, and those with the largest falls in the comparison. */
export async function findTopCustomers(db: Database, chosen: Chosen, period: Period, n: number) {
  const { compare } = period
  const rows = customersOf(chosen, period)
  const { most, falls } = await findTop<Stored<CustomerPeriod>>(db, rows, pageOf(period), { compare, n })
  return { most: most.map(toCustomerRow), falls: falls.map(toCustomerRow) }
}

/** The data of the weekday map. */
export function customerHeat(chosen: Chosen, days: Period): HeatSource {
  const figures = volumeFigures(chosen, days)
  return { figures, id: sql`customer_id`, name: sql`customer_name`, part: sql`volume` }
}

/** Columns that are too expensive to compute for all rows; the queries add them to the rows of a page only. */

/** The customer's stores in the report. */
const STORES = sql`select store_id from chosen where chosen.customer_id = page.customer_id`

/** Adds the included volume of the day, and whether it was corrected, to a page of customers' days. */
function withDayColumns(page: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const day = sql`page.on_day`
  return sql`select page.*, quota.included, quota.included_used,
      ${correctedDays(STORES, [day, day], 'volume')} > 0 as corrected
    from (${page}) page left join lateral (${includedVolume(STORES, day, day)}) quota on true
    order by ${order}`
}

/**
 * Adds the included volume of the period, the corrections and the sparkline (summed over the stores) to a page of
 * customers.
 */
function withPeriodColumns(page: RawBuilder<unknown>, order: RawBuilder<unknown>, period: Period) {
  const from = seriesFrom(period)
  return sql`select page.*, quota.included, quota.included_used, ${correctedOfPeriod(STORES, period, 'volume')},
      array(
        select sum(coalesce(d.consult_users, d.consult_sessions, d.handled_users))::int
        from generate_series(0, ${daysBetween(from, period.to)}::int) n
          cross join (${STORES}) own
          left join store_daily d on d.store_id = own.store_id and d.on_day = ${from}::date + n
        group by n order by n) as series
    from (${page}) page
      left join lateral (${includedVolume(STORES, sql`${period.from}::date`, sql`${period.to}::date`)}) quota on true
    order by ${order}`
}
