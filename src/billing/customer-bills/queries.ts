import type { Expression, ExpressionBuilder, Insertable, Selectable, SqlBool, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import type { CustomerBill, CustomerBillLine, DB } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { monthOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'
import { keepEarlierPrices, priceStores, priceStoreUnder } from './pricesAtIssue.ts'
import type { StoreOfMonth } from './queriesOfMonth.ts'
import { findIssuedMonths, findIssuedPrices } from './queriesOfPrices.ts'
import type { RevenuePart } from './rules.ts'
import { readStoreMonth } from './storeMonth.ts'

export type BillRow = Selectable<CustomerBill>
export type NewLine = Omit<Insertable<CustomerBillLine>, 'billId' | 'position'>

/** Whether a bill is revenue (migration 065). `bill` and `source`, the bill that it refunds, are the names of its rows. */
export const IS_REVENUE = sql<boolean>`is_revenue(bill.status, bill.kind, source.kind)`

/**
 * Which part of the revenue a line belongs to: by its bill's kind, of a bill for services by what it counts; as
 * `revenuePartOf` has it. `bill` and `line` are the names of its rows.
 */
export const REVENUE_PART = sql<RevenuePart>`case
  when bill.kind = 'service' and line.item in ('overage', 'commission') then line.item
  when bill.kind in ('refund', 'adjustment') then 'adjustment'
  when bill.kind in ('extra', 'addon') then 'other'
  else bill.kind end`

/** Whether an invoice is still to be made out for an issued bill; deposits, refunds and opening balances need none. */
export const IS_UNINVOICED = sql<SqlBool>`(customer_bill.status in ('open', 'partial', 'paid')
  and customer_bill.total_cents > 0 and customer_bill.invoice_no is null
  and customer_bill.kind not in ('deposit', 'refund') and customer_bill.origin <> 'opening')`

/** The bills that a person may see and write. */
export function billScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canChargeCustomer', { company: 'customerBill.companyCode' })
}

/** Throws NOT_FOUND unless the person reaches the bill. */
export async function assertReachesBill(db: Database, actor: Actor, id: number): Promise<void> {
  await reachBill(db, actor, id)
}

/** Whose bill it is, within reach and without a lock; throws NOT_FOUND. */
export async function reachBill(
  db: Database,
  actor: Actor,
  id: number,
): Promise<Pick<BillRow, 'customerId' | 'kind' | 'relatesToId'>> {
  const row = await db
    .selectFrom('customerBill')
    .select(['customerId', 'kind', 'relatesToId'])
    .where('id', '=', id)
    .where(billScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('这张账单')
  return row
}

/** The bare row within reach, locked until the transaction ends; throws NOT_FOUND. */
export async function lockBill(db: Database, actor: Actor, id: number): Promise<BillRow> {
  const row = await db
    .selectFrom('customerBill')
    .selectAll()
    .where('id', '=', id)
    .where(billScope(actor))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这张账单')
  return row
}

/** Adds a bill; answers the row. */
export async function insertBill(db: Database, row: Insertable<CustomerBill>): Promise<BillRow> {
  return db.insertInto('customerBill').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Whether a company has closed the month of a day. */
export async function isMonthClosed(db: Database, companyCode: string, onDay: Day): Promise<boolean> {
  const row = await db
    .selectFrom('monthlyFinancial')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', `${monthOf(onDay)}-01`)
    .where('status', '=', 'closed')
    .executeTakeFirst()
  return row !== undefined
}

/** Changes a bill under its lock; answers the row. */
export async function updateBill(
  db: Database,
  id: number,
  changes: Updateable<CustomerBill>,
): Promise<BillRow> {
  return db
    .updateTable('customerBill')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The bills that refund or settle a bill, in the order in which they were made. */
export async function findRelated(db: Database, billId: number) {
  return db
    .selectFrom('customerBill')
    .select(['id', 'code', 'kind', 'monthOn', 'status', 'totalCents'])
    .where('relatesToId', '=', billId)
    .where('status', '<>', 'void')
    .orderBy('id')
    .execute()
}

/** The lines of a bill in their order. */
export async function findLines(db: Database, billId: number) {
  return db
    .selectFrom('customerBillLine')
    .selectAll()
    .where('billId', '=', billId)
    .orderBy('position')
    .execute()
}

/** Puts lines in the place of those of a draft. */
export async function replaceLines(db: Database, billId: number, lines: readonly NewLine[]): Promise<void> {
  await db.deleteFrom('customerBillLine').where('billId', '=', billId).execute()
  if (lines.length === 0) return
  const rows = lines.map((line, index) => ({ ...line, billId, position: index + 1 }))
  await db.insertInto('customerBillLine').values(rows).execute()
}

interface Closing {
  /** `taken` into a bill, or `dropped` with it. */
  state: 'taken' | 'dropped'
  by: number
  at: Date
}

/**
 * Closes what stops have left open and a bill takes up: the one that it gives back, or, of a store's month, the days that
 * were to be billed.
 */
export async function closeProposals(
  db: Database,
  bill: Pick<BillRow, 'kind' | 'storeId' | 'customerId' | 'monthOn' | 'proposalId'>,
  { state, by, at }: Closing,
): Promise<void> {
  const closing = db
    .updateTable('billingProposal')
    .set({ state, updatedAt: at, updatedBy: by })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('state', '=', 'open')
  if (bill.proposalId !== null) {
    await closing.where('id', '=', bill.proposalId).execute()
  } else if (bill.kind === 'service' || (bill.kind === 'adjustment' && bill.storeId !== null)) {
    // A bill of the customer as a whole asks for the service of all its stores.
    const { storeId, customerId } = bill
    const stores = (eb: ExpressionBuilder<DB, 'billingProposal'>) =>
      eb.selectFrom('store').select('id').where('customerId', '=', customerId)
    const ofBill =
      storeId === null ? closing.where('storeId', 'in', stores) : closing.where('storeId', '=', storeId)
    await ofBill
      .where('kind', 'in', bill.kind === 'service' ? ['bill'] : ['bill', 'refund'])
      .where(sql<boolean>`date_trunc('month', from_on)::date = ${bill.monthOn}`)
      .execute()
  }
}

/** A customer that the person may charge; undefined where there is none. */
export async function findChargeable(db: Database, actor: Actor, id: number) {
  return db
    .selectFrom('customer')
    .select(['id', 'companyCode'])
    .where('id', '=', id)
    .where('mergedIntoId', 'is', null)
    .where(scope(actor, 'canChargeCustomer', { company: 'customer.companyCode' }))
    .executeTakeFirst()
}

/** What a bill asks about its store. */
export async function findStore(db: Database, id: number) {
  return db.selectFrom('store').select(['id', 'customerId']).where('id', '=', id).executeTakeFirst()
}

/** Gives bills to another customer, into which theirs was merged; answers each at its new version. */
export async function giveBills(
  db: Database,
  ids: readonly number[],
  customerId: number,
  { actorId, at }: { actorId: number; at: Date },
): Promise<BillRow[]> {
  const rows: BillRow[] = []
  for (const id of ids) rows.push(await updateBill(db, id, { customerId, updatedAt: at, updatedBy: actorId }))
  return rows
}

/** The price of a store's month (`'2026-05'`) by its terms and figures, with the number of its drafts and issued bills. */
export async function findStoreMonth(db: Database, store: StoreOfMonth, month: string) {
  return readStoreMonth(db, store, month)
}

/** What stores' months are compared by: the prices that their issued bills keep, and what the facts come to now. */
export async function findPricesToCompare(db: Database, ids: readonly number[], month: string, at: Date) {
  await keepEarlierPrices(db, ids, month, at)
  return {
    issued: Map.groupBy(await findIssuedPrices(db, ids, month), ({ storeId }) => storeId),
    now: await priceStores(db, ids, month),
  }
}

/** A store's month by its terms, and by another price in the place of one of them, beside what its bills keep. */
export async function findPricesUnder(
  db: Database,
  storeId: number,
  month: string,
  instead: { termsId: number; pricing: Pricing },
  at: Date,
) {
  await keepEarlierPrices(db, [storeId], month, at)
  return {
    issued: await findIssuedPrices(db, [storeId], month),
    ...(await priceStoreUnder(db, storeId, month, instead)),
  }
}

/** The months of a company's stores for which bills were issued: `'2026-05'` to `'2026-06'`. */
export async function findMonthsIssued(
  db: Database,
  of: { companyCode: string; from: string; to: string },
): Promise<{ storeId: number; monthOn: string }[]> {
  return findIssuedMonths(db, of)
}
