import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { withPricing } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { type Day, lastDayOf, monthBefore } from '#kit/calendar.ts'
import { scope } from '#kit/scope.ts'
import { inClosedMonth } from '#people/books/queries.ts'
import { type FigureLists, MonthFigures } from './monthFigures.ts'
import type { FiguresByDay, MonthFacts } from './price.ts'
import type { BillRow } from './queries.ts'

/** Companies for which the actor may propose bills, each with whether it has closed the month. */
export async function findCompanies(
  db: Database,
  actor: Actor,
  month: string,
): Promise<{ code: string; isClosed: boolean; booksFrom: string | null }[]> {
  return db
    .selectFrom('company')
    .select('code')
    .select(sql<string | null>`to_char(books_from, 'YYYY-MM')`.as('booksFrom'))
    .select(inClosedMonth('company.code', sql`${`${month}-01`}::date`).as('isClosed'))
    .where('status', '=', 'active')
    .where(scope(actor, 'canChargeCustomer', { company: 'company.code' }))
    .orderBy('code')
    .execute()
}

interface Run {
  companyCode: string
  monthOn: Day
  ranBy: number
  ranAt: Date
}

/** Saves that a company's month is being proposed; serializes concurrent runs until the transaction ends. */
export async function lockRun(db: Database, run: Run): Promise<void> {
  const { ranAt, ranBy } = run
  await db
    .insertInto('customerBillRun')
    .values(run)
    .onConflict((clash) => clash.columns(['companyCode', 'monthOn']).doUpdateSet({ ranAt, ranBy }))
    .execute()
}

/** Stores that were in service before the end of the month and had not stopped before its start. */
export const servedIn = (month: string): Expression<SqlBool> => sql<SqlBool>`(
  (store.stopped_on is null or store.stopped_on >= ${`${month}-01`}::date)
  and exists (select from store_state s where s.store_id = store.id and s.status = 'serving'
    and s.from_on <= ${lastDayOf(month)}::date))`

export interface StoreOfMonth {
  id: number
  customerId: number
  name: string
}

/** Stores of a company with an unedited draft for the month. */
const hasDraft = (companyCode: string, month: string): Expression<SqlBool> => sql<SqlBool>`store.id in (
  select b.store_id from customer_bill b where b.company_code = ${companyCode} and b.month_on = ${`${month}-01`}::date
    and b.status = 'draft' and b.origin = 'proposed')`

/** Stores, by id, that the month is billed for or that have unedited drafts. */
export async function findStores(
  db: Database,
  { companyCode, month }: { companyCode: string; month: string },
): Promise<StoreOfMonth[]> {
  return db
    .selectFrom('store')
    .select(['id', 'customerId', 'name'])
    .where('companyCode', '=', companyCode)
    .where((eb) => eb.or([servedIn(month), hasDraft(companyCode, month)]))
    .orderBy('id')
    .execute()
}

/** Reads a store that must exist. */
export async function findStore(db: Database, id: number): Promise<StoreOfMonth & { companyCode: string }> {
  return db
    .selectFrom('store')
    .select(['id', 'companyCode', 'customerId', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Stores of a company with an unsettled prepaid month or a refundable stop in the month. */
export async function findUnsettled(
  db: Database,
  { companyCode, month }: { companyCode: string; month: string },
): Promise<StoreOfMonth[]> {
  const { rows } = await sql<StoreOfMonth>`select store.id, store.customer_id, store.name from store
    where store.company_code = ${companyCode} and (
      store.id in (select ahead.store_id from customer_bill ahead
        where ahead.company_code = ${companyCode} and ahead.month_on = ${`${month}-01`}::date
          and ahead.kind = 'service' and ahead.prepaid and ahead.status <> 'void' and not exists (
            select from customer_bill b where b.relates_to_id = ahead.id and b.kind = 'adjustment' and b.status <> 'void'
              and b.rerate_id is null))
      or store.id in (select store_id from billing_proposal where company_code = ${companyCode} and state = 'open'
        and kind = 'refund' and from_on between ${`${month}-01`} and ${lastDayOf(month)}))
    order by store.id`.execute(db)
  return rows
}

const NO_FIGURES: FiguresByDay = new Map()

/**
 * Data for the price of stores' months, with one query per kind of data for all stores. `tried`: a further pricing,
 * whose figures are loaded as well.
 */
export async function findFacts(
  db: Database,
  ids: readonly number[],
  month: string,
  trialPricing?: Pricing,
): Promise<Map<number, MonthFacts>> {
  const terms = Map.groupBy(await findTerms(db, ids, month), ({ storeId }) => storeId)
  const states = Map.groupBy(await findStates(db, ids, month), ({ storeId }) => storeId)
  const counted = (...models: string[]) =>
    trialPricing && models.includes(trialPricing.model)
      ? ids
      : ids.filter((id) => terms.get(id)?.some(({ pricing }) => models.includes(pricing.model)))
  const figures = await findFigures(db, counted('included', 'commission'), month)
  const means = await findMeans(db, counted('tier'), monthBefore(month))
  return new Map(
    ids.map((id) => [
      id,
      {
        month,
        terms: terms.get(id) ?? [],
        states: states.get(id) ?? [],
        figures: figures.get(id) ?? NO_FIGURES,
        meanBefore: means.get(id) ?? null,
      },
    ]),
  )
}

async function findTerms(db: Database, ids: readonly number[], month: string) {
  const rows = await db
    .selectFrom('storeTerms')
    .select(['id', 'storeId', 'fromOn', 'pricing'])
    .where(sql<boolean>`store_id = any(${ids})`)
    .where('replacedAt', 'is', null)
    .where('fromOn', '<=', lastDayOf(month))
    .orderBy('fromOn')
    .execute()
  return rows.map(withPricing)
}

async function findStates(db: Database, ids: readonly number[], month: string) {
  return db
    .selectFrom('storeState')
    .select(['storeId', 'fromOn', 'status'])
    .where(sql<boolean>`store_id = any(${ids})`)
    .where('fromOn', '<=', lastDayOf(month))
    .orderBy('fromOn')
    .orderBy('id')
    .execute()
}

/** Volume as in the reports: the first known of users, sessions and handled users. */
const volume = sql<number | null>`coalesce(consult_users, consult_sessions, handled_users)`

/**
 * Daily figures of the stores. Each store is one row with lists, because a month of 20,000 stores has 600,000 days.
 */
async function findFigures(
  db: Database,
  ids: readonly number[],
  month: string,
): Promise<Map<number, MonthFigures>> {
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  const { rows } = await sql<{ storeId: number } & FigureLists>`
    select store_id, string_agg((on_day - ${first}::date + 1)::text, ',') as days,
      string_agg(coalesce(${volume}::text, 'null'), ',') as volumes,
      string_agg(coalesce(sales_cents::text, 'null'), ',') as sales
    from store_daily where store_id = any(${ids}) and on_day >= ${first} and on_day <= ${last}
    group by store_id`.execute(db)
  return new Map(rows.map((row) => [row.storeId, new MonthFigures(month, row)]))
}

/** Mean daily volume over days with a figure. Not rounded: 50.27 exceeds a tier up to 50. */
async function findMeans(db: Database, ids: readonly number[], month: string) {
  const rows = await db
    .selectFrom('storeDaily')
    .select(['storeId', sql<number | null>`avg(${volume})`.as('mean')])
    .where(sql<boolean>`store_id = any(${ids})`)
    .where('onDay', '>=', `${month}-01`)
    .where('onDay', '<=', lastDayOf(month))
    .groupBy('storeId')
    .execute()
  return new Map(rows.map(({ storeId, mean }) => [storeId, mean]))
}

/** Columns of a bill that proposing needs. */
const MONTH_BILL = [
  ...(['id', 'customerId', 'storeId', 'kind', 'status', 'origin', 'prepaid', 'withdrawn', 'code'] as const),
  ...(['totalCents', 'discountCents', 'refundedCents', 'missing'] as const),
  ...(['relatesToId', 'proposalId', 'rerateId'] as const),
] as const

export type MonthBill = Pick<BillRow, (typeof MONTH_BILL)[number]>

/**
 * All bills of the stores' month, including rejected ones, and then those of their customers without a store, each by id.
 * As one condition, PostgreSQL would compare each bill of the month with every store.
 */
export async function findMonthBills(
  db: Database,
  stores: readonly StoreOfMonth[],
  month: string,
): Promise<MonthBill[]> {
  const bills = db
    .selectFrom('customerBill')
    .select(MONTH_BILL)
    .where('monthOn', '=', `${month}-01`)
    .orderBy('id')
  const ids = stores.map(({ id }) => id)
  const customerIds = [...new Set(stores.map(({ customerId }) => customerId))]
  return [
    ...(await bills.where(sql<boolean>`store_id = any(${ids})`).execute()),
    ...(await bills
      .where('storeId', 'is', null)
      .where(sql<boolean>`customer_id = any(${customerIds})`)
      .execute()),
  ]
}

/** Bills of these months: of whole companies, or of one store and its customer. */
interface BillsOfMonths {
  companies: readonly string[]
  months: readonly string[]
  store?: StoreOfMonth
}

/**
 * Locks the bills until the transaction ends. Called before their data is read, so that a concurrent change of data and
 * bills is complete. Locks them in ascending id order, as `lockBills` does: neither can deadlock the other.
 */
export async function lockMonthBills(
  db: Database,
  { companies, months, store }: BillsOfMonths,
): Promise<void> {
  const days = months.map((month) => `${month}-01`)
  const bills = db
    .selectFrom('customerBill')
    .select('id')
    .where(sql<boolean>`company_code = any(${companies})`)
    .where(sql<boolean>`month_on = any(${days}::date[])`)
    .orderBy('id')
    .forUpdate()
  const locked = store
    ? bills.where(({ eb, or, and }) =>
        or([
          eb('storeId', '=', store.id),
          and([eb('storeId', 'is', null), eb('customerId', '=', store.customerId)]),
        ]),
      )
    : bills
  await locked.execute()
}

/** Open items of stops within the month. */
export async function findOpenStops(db: Database, ids: readonly number[], month: string) {
  return db
    .selectFrom('billingProposal')
    .select(['id', 'storeId', 'kind', 'fromOn', 'toOn', 'amountCents'])
    .where(sql<boolean>`store_id = any(${ids})`)
    .where('state', '=', 'open')
    .where('fromOn', '>=', `${month}-01`)
    .where('fromOn', '<=', lastDayOf(month))
    .orderBy('id')
    .execute()
}
