import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { lastDayOf } from '#kit/calendar.ts'
import type { Pricing } from './contract.ts'
import { DAYS_A_MONTH } from './rules.ts'

/** The terms that hold on a day; undefined where none were agreed yet. Amounts in 分. Never for role 2. */
export async function termsOn(db: Database, storeId: number, day: Day) {
  const row = await db
    .selectFrom('storeTerms')
    .select(['id', 'fromOn', 'pricing', 'storeSalaryCents'])
    .where('storeId', '=', storeId)
    .where('fromOn', '<=', day)
    .where('replacedAt', 'is', null)
    .orderBy('fromOn', 'desc')
    .executeTakeFirst()
  return row && { ...row, pricing: row.pricing as unknown as Pricing }
}

/**
 * SQL of `monthlyFeeCents` (rules.ts) for a `pricing` and the daily mean of the month before, both SQL; null without a
 * pricing. `sumsOfMonth.test.ts` compares the two.
 */
export function monthlyFeeSql(pricing: RawBuilder<unknown>, mean: RawBuilder<unknown>) {
  return sql<number | null>`case ${pricing} ->> 'model'
    when 'fixed' then (${pricing} ->> 'monthlyCents')::bigint
    when 'included' then (${pricing} ->> 'monthlyCents')::bigint
    when 'commission' then (${pricing} ->> 'baseCents')::bigint
    when 'daily' then (${pricing} ->> 'dayCents')::bigint * ${DAYS_A_MONTH}::int
    when 'hourly' then (${pricing} ->> 'hourCents')::bigint * (${pricing} ->> 'hoursPerDay')::int * ${DAYS_A_MONTH}::int
    when 'tier' then coalesce((select (tier ->> 'monthlyCents')::bigint
      from jsonb_array_elements(${pricing} -> 'tiers') with ordinality as tiers (tier, n)
      where tier ->> 'upTo' is null or coalesce(${mean}, 0) <= (tier ->> 'upTo')::numeric order by n limit 1), 0)
    end`
}

/** Whether a row of `store` was in service on a day of a month (`'2026-05'`). */
export function wasServedIn(month: string) {
  return sql<SqlBool>`store.id in (
    select state.store_id from (
      select store_id, status, from_on, lead(from_on) over (partition by store_id order by from_on, id) as until
        from store_state where from_on <= ${lastDayOf(month)}) state
      where state.status = 'serving'
        and coalesce(state.until, 'infinity') > greatest(state.from_on, ${`${month}-01`}::date))`
}

/** Whether a bill asks for a month's service of a row of `store`: its own, or one of its customer as a whole. */
export function isBilledFor(month: string) {
  return sql<SqlBool>`exists (select from customer_bill b
    where b.company_code = store.company_code and b.customer_id = store.customer_id and b.month_on = ${`${month}-01`}
      and b.kind = 'service' and b.status <> 'void' and coalesce(b.store_id, store.id) = store.id)`
}
