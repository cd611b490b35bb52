import { sql } from 'kysely'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { lastDayOf, monthBefore } from '#kit/calendar.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import type { Ends, Standing } from './recurring.ts'

/** The two ends that a month's recurring revenue lies between, with what decides how it moved. */
export async function findEnds(db: Database, of: CompanyMonth): Promise<Ends> {
  const { companyCode, month } = of
  const before = { companyCode, month: monthBefore(month) }
  const [start, end] = [await findStandings(db, before), await findStandings(db, of)]
  const known = new Set(start.filter(({ status }) => status === 'serving').map((one) => one.customerId))
  const came = end.map(({ customerId }) => customerId).filter((customerId) => !known.has(customerId))
  const servedBefore = await findServedBefore(db, [...new Set(came)], lastDayOf(before.month))
  return { start, end, servedBefore }
}

type Row = Omit<Standing, 'meanBefore'>

/** The stores that had begun and not stopped at a month's end, with the terms of that day. */
async function findStandings(db: Database, { companyCode, month }: CompanyMonth): Promise<Standing[]> {
  const last = lastDayOf(month)
  const { rows } = await sql<Omit<Row, 'pricing'> & { pricing: unknown }>`
    select state.store_id, store.customer_id, state.status, terms.pricing
    from (select distinct on (store_id) store_id, status from store_state
        where company_code = ${companyCode} and from_on <= ${last} order by store_id, from_on desc, id desc) state
      join store on store.id = state.store_id
      left join (select distinct on (store_id) store_id, pricing from store_terms
        where company_code = ${companyCode} and from_on <= ${last} and replaced_at is null
        order by store_id, from_on desc, id desc) terms on terms.store_id = state.store_id
    where state.status <> 'stopped'`.execute(db)
  const standings = rows.map((row) => ({ ...row, pricing: row.pricing as Pricing | null }))
  const tiered = standings.filter(({ pricing }) => pricing?.model === 'tier').map(({ storeId }) => storeId)
  const means = await findMeans(db, tiered, monthBefore(month))
  return standings.map((row) => ({ ...row, meanBefore: means.get(row.storeId) ?? null }))
}

/** The daily mean of a month over the days that have a figure, as the month's bills have it. */
async function findMeans(db: Database, ids: readonly number[], month: string) {
  if (ids.length === 0) return new Map<number, number>()
  const { rows } = await sql<{ storeId: number; mean: number }>`
    select store_id, volume::numeric / volume_days as mean from store_month
    where month_on = ${`${month}-01`} and store_id = any(${ids}) and volume_days > 0`.execute(db)
  return new Map(rows.map(({ storeId, mean }) => [storeId, mean]))
}

/** Those of the customers that had a store in service on that day or earlier. */
async function findServedBefore(db: Database, ids: readonly number[], on: Day): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ customerId: number }>`
    select distinct store.customer_id from store join store_state state on state.store_id = store.id
    where store.customer_id = any(${ids}) and state.status = 'serving' and state.from_on <= ${on}`.execute(db)
  return new Set(rows.map(({ customerId }) => customerId))
}
