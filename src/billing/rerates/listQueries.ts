import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { BillKind, BillStatus } from '#billing/customer-bills/contract.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { withPricing } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import type { RerateState } from './contract.ts'

const rerateScope = (actor: Actor): Expression<SqlBool> =>
  scope(actor, 'canChargeCustomer', { company: 'rerate.companyCode' })

export interface RerateFilter {
  keyword?: string | undefined
  status?: RerateState[] | undefined
  month?: string[] | undefined
  customerId?: number[] | undefined
  storeId?: number[] | undefined
  companyCode?: string[] | undefined
}

const selectRerates = (db: Database) =>
  db
    .selectFrom('rerate')
    .innerJoin('store', 'store.id', 'rerate.storeId')
    .innerJoin('customer', 'customer.id', 'store.customerId')
    .leftJoin('staffName as waiver', 'waiver.id', 'rerate.waivedBy')
    .selectAll('rerate')
    .select(['store.name as storeName', 'store.platform', 'customer.id as customerId'])
    .select(['customer.name as customerName', 'waiver.name as waivedByName'])

export type RerateRow = Awaited<ReturnType<typeof getRerate>>

const KEYWORD_COLUMNS = ['store.name', 'store.namePinyin', 'customer.name', 'customer.namePinyin']

const ORDER = {
  columns: {
    id: 'rerate.id',
    month: 'rerate.monthOn',
    since: 'rerate.since',
    differenceCents: 'rerate.differenceCents',
  },
  fallback: '-since',
  tieBreaker: 'rerate.id',
}

/** A page of rows in scope, with counts by state and the pending total, both without the state filter. */
export async function findRerates(db: Database, actor: Actor, filter: RerateFilter & PageInput) {
  let listed = selectRerates(db).where(rerateScope(actor)).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  const months = filter.month?.map((month) => `${month}-01`)
  if (months) listed = listed.where('rerate.monthOn', 'in', months)
  if (filter.customerId) listed = listed.where('customer.id', 'in', filter.customerId)
  if (filter.storeId) listed = listed.where('rerate.storeId', 'in', filter.storeId)
  if (filter.companyCode) listed = listed.where('rerate.companyCode', 'in', filter.companyCode)
  const counts = await listed
    .clearSelect()
    .select(['rerate.state as status', sql<number>`count(*)`.as('count')])
    .select(sql<number>`sum(rerate.difference_cents)::bigint`.as('cents'))
    .groupBy('rerate.state')
    .execute()
  const pendingCents = counts.find(({ status }) => status === 'pending')?.cents ?? 0
  if (filter.status) listed = listed.where('rerate.state', 'in', filter.status)
  return { items: await pageItems(listed, filter, ORDER), ...sizesOf(counts, filter.status), pendingCents }
}

/** Reads one row in scope; throws NOT_FOUND. */
export async function getRerate(db: Database, actor: Actor, id: number) {
  const row = await selectRerates(db).where('rerate.id', '=', id).where(rerateScope(actor)).executeTakeFirst()
  if (!row) throw notFound('这一行差额')
  return row
}

/** Companies of the given rows in scope, sorted. */
export async function findCompaniesOf(db: Database, actor: Actor, ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('rerate')
    .select('companyCode')
    .distinct()
    .where('id', 'in', ids)
    .where(rerateScope(actor))
    .orderBy('companyCode')
    .execute()
  return rows.map(({ companyCode }) => companyCode)
}

/** Active companies in which the actor may charge customers. */
export async function findCompaniesCharged(db: Database, actor: Actor): Promise<string[]> {
  const rows = await db
    .selectFrom('company')
    .select('code')
    .where('status', '=', 'active')
    .where(scope(actor, 'canChargeCustomer', { company: 'company.code' }))
    .orderBy('code')
    .execute()
  return rows.map(({ code }) => code)
}

/** Differences of the given rows in scope. */
export async function findDifferences(db: Database, actor: Actor, ids: readonly number[]) {
  return db
    .selectFrom('rerate')
    .select(['id', 'differenceCents'])
    .where('id', 'in', ids)
    .where(rerateScope(actor))
    .execute()
}

/** Drafted adjustments, each with the month of its difference. */
export async function findDraftedAdjustments(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('customerBill as bill')
    .innerJoin('rerate', 'rerate.id', 'bill.rerateId')
    .select(['bill.id', 'bill.totalCents', 'bill.customerId', 'bill.monthOn', 'rerate.monthOn as sourceOn'])
    .where(sql<boolean>`bill.id = any(${[...ids]})`)
    .execute()
}

/** Pricings of terms by id, including replaced terms. */
export async function findPricings(db: Database, ids: readonly number[]): Promise<Map<number, Pricing>> {
  const rows = await db
    .selectFrom('storeTerms')
    .select(['id', 'pricing'])
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute()
  return new Map(rows.map(withPricing).map(({ id, pricing }) => [id, pricing]))
}

/** A bill of a store month, or an adjustment that settles its difference. */
export interface RerateBill {
  id: number
  storeId: number
  monthOn: Day
  rerateId: number | null
  code: string | null
  kind: BillKind
  status: BillStatus
  totalCents: number
  receivedCents: number
  hasInvoice: boolean
  /** Whether the merchant has confirmed one of its lines. */
  isConfirmed: boolean
  /** Whether its month is open. */
  isOpen: boolean
}

/** Compared bills and adjustments of the rows, without void ones. */
export async function findBillsOf(
  db: Database,
  rows: readonly { id: number; storeId: number; monthOn: Day }[],
): Promise<RerateBill[]> {
  if (rows.length === 0) return []
  const found = await sql<RerateBill>`
    select bill.id, bill.store_id, bill.month_on, bill.rerate_id, bill.code, bill.kind, bill.status, bill.total_cents,
      bill.received_cents, bill.invoice_no is not null as has_invoice,
      exists (select from bill_statement_answer said where said.bill_id = bill.id
        and said.answer = 'confirmed') as is_confirmed,
      not exists (select from monthly_financial closed where closed.company_code = bill.company_code
        and closed.month_on = bill.month_on and closed.status = 'closed') as is_open
    from customer_bill bill
    where bill.status <> 'void' and (bill.rerate_id = any(${rows.map(({ id }) => id)})
      or (bill.rerate_id is null and (bill.store_id, bill.month_on) in (
          select * from unnest(${rows.map(({ storeId }) => storeId)}::int[], ${rows.map(({ monthOn }) => monthOn)}::date[]))
        and exists (select from customer_bill_price kept where kept.bill_id = bill.id)))
    order by bill.id`.execute(db)
  return found.rows
}
