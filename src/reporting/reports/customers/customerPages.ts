import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { daysBetween } from '#kit/calendar.ts'
import { includedVolume } from '#reporting/reports/includedVolume.ts'
import type { Period } from '#reporting/reports/rules.ts'
import { seriesFrom } from '#reporting/reports/rules.ts'
import { correctedDays, correctedOfPeriod } from '#reporting/reports/storeDays.ts'

/** What is looked up for the rows of a page alone; the rest of the customers is never asked for it. */

/** The customer's stores that count. */
const STORES = sql`select store_id from chosen where chosen.customer_id = page.customer_id`

/** A page of customers' days with what is included that day, and whether a number was corrected. */
export function ofDaysPage(page: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const day = sql`page.on_day`
  return sql`select page.*, quota.included, quota.included_used,
      ${correctedDays(STORES, [day, day], 'volume')} > 0 as corrected
    from (${page}) page left join lateral (${includedVolume(STORES, day, day)}) quota on true
    order by ${order}`
}

/** A page of customers with what is included over the period, what was corrected, and the small course: Σ over the stores. */
export function ofPeriodPage(page: RawBuilder<unknown>, order: RawBuilder<unknown>, period: Period) {
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
