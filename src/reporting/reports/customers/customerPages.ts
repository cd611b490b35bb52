import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { daysBetween } from '#kit/calendar.ts'
import { includedVolume } from '#reporting/reports/includedVolume.ts'
import type { Period } from '#reporting/reports/rules.ts'
import { seriesFrom } from '#reporting/reports/rules.ts'
import { correctedDays, correctedOfPeriod } from '#reporting/reports/storeDays.ts'

/** Columns that are too expensive to compute for all rows; the queries add them to the rows of a page only. */

/** The customer's stores in the report. */
const STORES = sql`select store_id from chosen where chosen.customer_id = page.customer_id`

/** Adds the included volume of the day, and whether it was corrected, to a page of customers' days. */
export function withDayColumns(page: RawBuilder<unknown>, order: RawBuilder<unknown>) {
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
export function withPeriodColumns(page: RawBuilder<unknown>, order: RawBuilder<unknown>, period: Period) {
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
