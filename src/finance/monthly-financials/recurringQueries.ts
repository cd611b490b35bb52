import { type RawBuilder, sql } from 'kysely'
import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeSql } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { type Day, lastDayOf, monthBefore } from '#kit/calendar.ts'
import type { CompanyMonth } from './closingQueries.ts'
import type { MonthEnds, RecurringMonth, StoreAtMonthEnd } from './recurring.ts'

/** Stores at the start and at the end of a month, and the customers served before: the input of `recurringOf`. */
export async function findMonthEnds(db: Database, of: CompanyMonth): Promise<MonthEnds> {
  const { companyCode, month } = of
  const before = { companyCode, month: monthBefore(month) }
  const [start, end] = [await findStoresAtEnd(db, before), await findStoresAtEnd(db, of)]
  const servedCustomers = new Set(
    start.filter(({ status }) => status === 'serving').map((one) => one.customerId),
  )
  const newCustomers = end
    .map(({ customerId }) => customerId)
    .filter((customerId) => !servedCustomers.has(customerId))
  const servedBefore = await findServedBefore(db, [...new Set(newCustomers)], lastDayOf(before.month))
  return { start, end, servedBefore }
}

/** SQL after `from`: each store's latest `state` at the end of a month, its `store`, and the `terms` in effect then. */
function statesAtEnd({ companyCode, month }: CompanyMonth) {
  const last = lastDayOf(month)
  return sql`(select distinct on (store_id) store_id, status from store_state
        where company_code = ${companyCode} and from_on <= ${last} order by store_id, from_on desc, id desc) state
      join store on store.id = state.store_id
      left join (select distinct on (store_id) store_id, pricing from store_terms
        where company_code = ${companyCode} and from_on <= ${last} and replaced_at is null
        order by store_id, from_on desc, id desc) terms on terms.store_id = state.store_id`
}

/**
 * SQL of `customer_id, store_id, is_serving, cents`: stores that had begun and not stopped at the end of a month, with
 * their monthly revenue.
 */
function selectStoresAtEnd({ companyCode, month }: CompanyMonth) {
  return sql`
    select store.customer_id, state.store_id, state.status = 'serving' as is_serving,
      case when state.status = 'serving'
        then coalesce(${monthlyFeeSql(sql`terms.pricing`, sql`mean.volume`)}, 0) else 0 end as cents
    from ${statesAtEnd({ companyCode, month })}
      left join lateral (select volume::numeric / volume_days as volume from store_month
        where terms.pricing ->> 'model' = 'tier' and store_id = state.store_id
          and month_on = ${`${monthBefore(month)}-01`}::date and volume_days > 0) mean on true
    where state.status <> 'stopped'`
}

/** SQL condition `served_before`: the customer of a row of `ways` had a store in service on that day or earlier. */
const servedBefore = (
  on: Day,
) => sql`exists (select from store join store_state state on state.store_id = store.id
  where store.customer_id = ways.customer_id and state.status = 'serving' and state.from_on <= ${on})`

/** Same result as `recurringOf(findEnds())`, summed by the database, for months shown without their parts. */
export async function sumRecurring(db: Database, of: CompanyMonth): Promise<RecurringMonth> {
  const before = { companyCode: of.companyCode, month: monthBefore(of.month) }
  const byCustomer = (end: string) => sql`select customer_id, sum(cents)::bigint as cents,
    bool_or(is_serving) as is_serving from ${sql.table(end)} group by customer_id`
  const sumOf = (way: string, amount: RawBuilder<unknown>) =>
    sql`coalesce(sum(${amount}) filter (where way = ${way}), 0)::bigint`
  const lost = (
    name: string,
    id: RawBuilder<unknown>,
  ) => sql`(select count(*) from (select distinct ${id} as id
    from opening where is_serving) served where served.id not in (select ${id} from closing)) as ${sql.id(name)}`
  const { rows } = await sql<Record<string, number>>`
    with opening as materialized (${selectStoresAtEnd(before)}), closing as materialized (${selectStoresAtEnd(of)}),
      ways as (select customer_id, coalesce(was.cents, 0) as was, coalesce(now.cents, 0) as comes,
          coalesce(was.is_serving, false) as served, now.customer_id is not null as has_stores
        from (${byCustomer('opening')}) was full join (${byCustomer('closing')}) now using (customer_id)),
      moves as (select was, comes, case
          when was = 0 and comes > 0 and not served
            then case when ${servedBefore(lastDayOf(before.month))} then 'back' else 'new' end
          when comes > was then 'more' when comes = 0 and not has_stores then 'gone' else 'less' end as way from ways)
    select coalesce(sum(was), 0)::bigint as start_cents, coalesce(sum(comes), 0)::bigint as end_cents,
      ${sumOf('new', sql`comes`)} as new_cents, ${sumOf('more', sql`comes - was`)} as expansion_cents,
      ${sumOf('less', sql`was - comes`)} as contraction_cents, ${sumOf('gone', sql`was`)} as churn_cents,
      ${sumOf('back', sql`comes`)} as reactivation_cents,
      (select count(distinct customer_id) from opening where is_serving) as customers_at_start,
      (select count(*) from opening where is_serving) as stores_at_start,
      ${lost('customers_lost', sql`customer_id`)}, ${lost('stores_lost', sql`store_id`)}
    from moves`.execute(db)
  const row = (name: string) => rows[0]?.[name] ?? 0
  return {
    recurring: {
      startCents: row('startCents'),
      newCents: row('newCents'),
      expansionCents: row('expansionCents'),
      contractionCents: row('contractionCents'),
      churnCents: row('churnCents'),
      reactivationCents: row('reactivationCents'),
      endCents: row('endCents'),
    },
    customersAtStart: row('customersAtStart'),
    customersLost: row('customersLost'),
    storesAtStart: row('storesAtStart'),
    storesLost: row('storesLost'),
  }
}

type Row = Omit<StoreAtMonthEnd, 'meanBefore'>

/** Stores that had begun and not stopped at the end of a month, with the terms of that day. */
async function findStoresAtEnd(
  db: Database,
  { companyCode, month }: CompanyMonth,
): Promise<StoreAtMonthEnd[]> {
  const { rows } = await sql<Omit<Row, 'pricing'> & { pricing: unknown }>`
    select state.store_id, store.customer_id, state.status, terms.pricing
    from ${statesAtEnd({ companyCode, month })}
    where state.status <> 'stopped'`.execute(db)
  const stores = rows.map((row) => ({ ...row, pricing: row.pricing as Pricing | null }))
  const tiered = stores.filter(({ pricing }) => pricing?.model === 'tier').map(({ storeId }) => storeId)
  const means = await findMeans(db, tiered, monthBefore(month))
  return stores.map((row) => ({ ...row, meanBefore: means.get(row.storeId) ?? null }))
}

/** Daily mean of a month by store, over the days with a figure, as used in the month's bills. */
async function findMeans(db: Database, ids: readonly number[], month: string) {
  if (ids.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ storeId: number; mean: number }>`
    select store_id, volume::numeric / volume_days as mean from store_month
    where month_on = ${`${month}-01`} and store_id = any(${ids}) and volume_days > 0`.execute(db)
  return new Map(rows.map(({ storeId, mean }) => [storeId, mean]))
}

/** Those of the customers with a store in service on that day or earlier. */
async function findServedBefore(db: Database, ids: readonly number[], on: Day): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ customerId: number }>`
    select distinct store.customer_id from store join store_state state on state.store_id = store.id
    where store.customer_id = any(${ids}) and state.status = 'serving' and state.from_on <= ${on}`.execute(db)
  return new Set(rows.map(({ customerId }) => customerId))
}
