import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { type Day, lastDayOf } from '#kit/calendar.ts'
import type { Pricing } from './contract.ts'
import { DAYS_A_MONTH } from './rules.ts'

/**
 * The terms in effect on a day; undefined if there are none yet. Amounts in 分. The caller must hide them from role 2.
 */
export async function termsOn(db: Database, storeId: number, day: Day) {
  const row = await db
    .selectFrom('storeTerms')
    .select(['id', 'fromOn', 'pricing', 'storeSalaryCents'])
    .where('storeId', '=', storeId)
    .where('fromOn', '<=', day)
    .where('replacedAt', 'is', null)
    .orderBy('fromOn', 'desc')
    .executeTakeFirst()
  return row && withPricing(row)
}

/** A row of `store_terms` with the type of its pricing, which was checked before it was stored. */
export function withPricing<R extends { pricing: unknown }>(
  row: R,
): Omit<R, 'pricing'> & { pricing: Pricing } {
  return { ...row, pricing: row.pricing as unknown as Pricing }
}

/**
 * `monthlyFeeCents` (rules.ts) as SQL. `pricing` and `mean` (daily mean volume of the previous month) are SQL. Null
 * without a pricing. `sumsOfMonth.test.ts` compares the two.
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

/** SQL condition on `store`: in service on at least one day of the month (`'2026-05'`). */
export function wasServedIn(month: string) {
  return sql<SqlBool>`store.id in (
    select state.store_id from (
      select store_id, status, from_on, lead(from_on) over (partition by store_id order by from_on, id) as until
        from store_state where from_on <= ${lastDayOf(month)}) state
      where state.status = 'serving'
        and coalesce(state.until, 'infinity') > greatest(state.from_on, ${`${month}-01`}::date))`
}

/**
 * SQL condition on `store`: a bill covers its service in the month, either its own bill or one for its whole customer.
 */
export function isBilledFor(month: string) {
  return sql<SqlBool>`exists (select from customer_bill b
    where b.company_code = store.company_code and b.customer_id = store.customer_id and b.month_on = ${`${month}-01`}
      and b.kind = 'service' and b.status <> 'void' and coalesce(b.store_id, store.id) = store.id)`
}

/** The states of a store that bills count on: being in service, or paused after it was. */
const BILLED_STATES = ['serving', 'paused']

/**
 * SQL condition on `store`: 未定价 on a day: in service or paused, without terms in effect. Its figures count as always,
 * its bills need a price.
 */
export function isUnpriced(on: Day) {
  return sql<SqlBool>`(store.status = any(${BILLED_STATES}) and not exists (select from store_terms unpriced
    where unpriced.store_id = store.id and unpriced.replaced_at is null and unpriced.from_on <= ${on}))`
}

/**
 * SQL condition on `store`: in service on a day of the month (`'2026-05'`) before its first terms, and no bill for it was
 * issued, so that a price must still be entered.
 */
export function lacksPriceIn(month: string) {
  return sql<SqlBool>`(not ${isIssuedFor(month)} and store.id in (
    select state.store_id from (
      select store_id, status, from_on, lead(from_on) over (partition by store_id order by from_on, id) as until
        from store_state where from_on <= ${lastDayOf(month)}) state
      left join (select store_id, min(from_on) as from_on from store_terms
        where replaced_at is null group by store_id) begun on begun.store_id = state.store_id
      where state.status = 'serving' and greatest(state.from_on, ${`${month}-01`}::date)
        < least(state.until, begun.from_on, ${lastDayOf(month)}::date + 1)))`
}

/** SQL condition on `store`: an issued bill covers its service in the month, its own one or one for its whole customer. */
function isIssuedFor(month: string) {
  return sql<SqlBool>`exists (select from customer_bill b
    where b.company_code = store.company_code and b.customer_id = store.customer_id and b.month_on = ${`${month}-01`}
      and b.kind = 'service' and b.status not in ('draft', 'void') and coalesce(b.store_id, store.id) = store.id)`
}
