import {
  type Expression,
  type ExpressionBuilder,
  type Insertable,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import type { Actor } from '#access/can.ts'
import { findBalances } from '#clients/customers/queries.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import type { Database } from '#db/connect.ts'
import type { CustomerBill, CustomerBillLine, DB } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { sum } from '#kit/money.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import type { BillKind } from './contract.ts'
import { findFacts, findMonthBills, type StoreOfMonth } from './monthQueries.ts'
import { priceMonth } from './price.ts'
import { findIssuedMonths, findIssuedPrices } from './priceQueries.ts'
import { priceStores, priceStoreUnder, saveEarlierPrices } from './pricesAtIssue.ts'
import { refundableCents } from './refundRules.ts'
import type { RevenuePart } from './rules.ts'

export type BillRow = Selectable<CustomerBill>
export type NewLine = Omit<Insertable<CustomerBillLine>, 'billId' | 'position'>

/** Whether a bill is revenue (migration 065). Expects the aliases `bill`, and `source` for the bill that it refunds. */
export const IS_REVENUE = sql<boolean>`is_revenue(bill.status, bill.kind, source.kind)`

/**
 * Revenue part of a line, by bill kind and, for service bills, by item; equals `revenuePartOf`. Expects the aliases
 * `bill` and `line`.
 */
export const REVENUE_PART = sql<RevenuePart>`case
  when bill.kind = 'service' and line.item in ('overage', 'commission') then line.item
  when bill.kind in ('refund', 'adjustment') then 'adjustment'
  when bill.kind in ('extra', 'addon') then 'other'
  else bill.kind end`

/** Whether an issued bill still needs an invoice; deposits, refunds and opening balances need none. */
export const IS_UNINVOICED = sql<SqlBool>`(customer_bill.status in ('open', 'partial', 'paid')
  and customer_bill.total_cents > 0 and customer_bill.invoice_no is null
  and customer_bill.kind not in ('deposit', 'refund') and customer_bill.origin <> 'opening')`

/** Condition for bills that the actor may read and write. */
export function billScope(actor: Actor): Expression<SqlBool> {
  return scope(actor, 'canChargeCustomer', { company: 'customerBill.companyCode' })
}

/** Throws NOT_FOUND unless the bill is in the actor's scope. */
export async function assertReachesBill(db: Database, actor: Actor, id: number): Promise<void> {
  await reachBill(db, actor, id)
}

/** Reads customer and kind of a bill in scope, without locking it; throws NOT_FOUND. */
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

/** Reads a bill in scope and locks it until the transaction ends; throws NOT_FOUND. */
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

/**
 * Locks bills in scope, and the bills that they relate to, until the transaction ends. A step that needs more than one
 * bill calls it before it reads them: bills are locked in ascending id order, so that two steps cannot deadlock.
 */
export async function lockBills(db: Database, actor: Actor, ids: readonly number[]): Promise<void> {
  const related = await db
    .selectFrom('customerBill')
    .select('relatesToId')
    .where(sql<boolean>`id = any(${ids})`)
    .where(billScope(actor))
    .execute()
  const all = [...ids, ...related.flatMap(({ relatesToId }) => relatesToId ?? [])]
  await db
    .selectFrom('customerBill')
    .select('id')
    .where(sql<boolean>`id = any(${all})`)
    .where(billScope(actor))
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function insertBill(db: Database, row: Insertable<CustomerBill>): Promise<BillRow> {
  return db.insertInto('customerBill').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Updates a locked bill, increments its version and returns the row. */
export async function updateBill(
  db: Database,
  id: number,
  changes: Updateable<CustomerBill>,
): Promise<BillRow> {
  return db
    .updateTable('customerBill')
    .set(changes)
    .set(nextVersion)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Bills that refund or settle a bill, without void ones, oldest first. */
export async function findRelated(db: Database, billId: number) {
  return db
    .selectFrom('customerBill')
    .select(['id', 'code', 'kind', 'monthOn', 'status', 'totalCents'])
    .where('relatesToId', '=', billId)
    .where('status', '<>', 'void')
    .orderBy('id')
    .execute()
}

/** Lines of a bill, by position. */
export async function findLines(db: Database, billId: number) {
  return db
    .selectFrom('customerBillLine')
    .selectAll()
    .where('billId', '=', billId)
    .orderBy('position')
    .execute()
}

/** Replaces the lines of a draft. */
export async function replaceLines(db: Database, billId: number, lines: readonly NewLine[]): Promise<void> {
  await db.deleteFrom('customerBillLine').where('billId', '=', billId).execute()
  if (lines.length === 0) return
  const rows = lines.map((line, index) => ({ ...line, billId, position: index + 1 }))
  await db.insertInto('customerBillLine').values(rows).execute()
}

interface ProposalOutcome {
  /** `taken`: the bill was issued; `dropped`: the draft was rejected. */
  state: 'taken' | 'dropped'
  by: number
  at: Date
}

/** Closes the open items of stops that a bill covers: its own refund, or the days to bill in the store month. */
export async function closeProposals(
  db: Database,
  bill: Pick<BillRow, 'kind' | 'storeId' | 'customerId' | 'monthOn' | 'proposalId'>,
  { state, by, at }: ProposalOutcome,
): Promise<void> {
  const closing = db
    .updateTable('billingProposal')
    .set({ state, updatedAt: at, updatedBy: by })
    .set(nextVersion)
    .where('state', '=', 'open')
  if (bill.proposalId !== null) {
    await closing.where('id', '=', bill.proposalId).execute()
  } else if (bill.kind === 'service' || (bill.kind === 'adjustment' && bill.storeId !== null)) {
    // A bill without a store covers the service of all the customer's stores.
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

/** A customer whom the actor may charge; undefined if there is none. */
export async function findChargeable(db: Database, actor: Actor, id: number) {
  return db
    .selectFrom('customer')
    .select(['id', 'companyCode'])
    .where('id', '=', id)
    .where('mergedIntoId', 'is', null)
    .where(scope(actor, 'canChargeCustomer', { company: 'customer.companyCode' }))
    .executeTakeFirst()
}

/** Reads a store's customer. */
export async function findStore(db: Database, id: number) {
  return db.selectFrom('store').select(['id', 'customerId']).where('id', '=', id).executeTakeFirst()
}

/** Moves bills to the customer into which theirs was merged; returns the updated rows. */
export async function moveBillsToCustomer(
  db: Database,
  ids: readonly number[],
  customerId: number,
  { actorId, at }: { actorId: number; at: Date },
): Promise<BillRow[]> {
  const rows: BillRow[] = []
  for (const id of ids) rows.push(await updateBill(db, id, { customerId, updatedAt: at, updatedBy: actorId }))
  return rows
}

/** Price of a store month (`'2026-05'`) from current data, with the number of its drafts and issued bills. */
export async function findStoreMonth(db: Database, store: StoreOfMonth, month: string) {
  return readStoreMonth(db, store, month)
}

/** Prices to compare for stores' months: those saved with issued bills, and those from current data. */
export async function findPricesToCompare(db: Database, ids: readonly number[], month: string, at: Date) {
  await saveEarlierPrices(db, ids, month, at)
  return {
    issued: Map.groupBy(await findIssuedPrices(db, ids, month), ({ storeId }) => storeId),
    now: await priceStores(db, ids, month),
  }
}

/** Price of a store month by its terms and with another pricing in one of them, and the prices saved with its bills. */
export async function findPricesUnder(
  db: Database,
  storeId: number,
  month: string,
  instead: { termsId: number; pricing: Pricing },
  at: Date,
) {
  await saveEarlierPrices(db, [storeId], month, at)
  return {
    issued: await findIssuedPrices(db, [storeId], month),
    ...(await priceStoreUnder(db, storeId, month, instead)),
  }
}

/** Store months with issued bills between two months, in format `'2026-05'`. */
export async function findMonthsIssued(
  db: Database,
  of: { companyCode: string; from: string; to: string },
): Promise<{ storeId: number; monthOn: string }[]> {
  return findIssuedMonths(db, of)
}

/** Price of a store month, and the number of its bills. */
interface StoreMonth {
  /** From current terms and figures, in 分. */
  cents: number
  drafts: number
  /** Issued bills, whose lines no longer change. */
  issued: number
}

const SERVICE_KINDS = ['service', 'commission', 'overage', 'adjustment']

/** Calculates the price of a store month and counts its bills, including the customer's bills without a store. */
async function readStoreMonth(db: Database, store: StoreOfMonth, month: string): Promise<StoreMonth> {
  const facts = (await findFacts(db, [store.id], month)).get(store.id)
  const bills = (await findMonthBills(db, [store], month)).filter(
    ({ kind, status }) => SERVICE_KINDS.includes(kind) && status !== 'void',
  )
  const drafts = bills.filter(({ status }) => status === 'draft').length
  return {
    cents: facts ? sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents)) : 0,
    drafts,
    issued: bills.length - drafts,
  }
}

/** Key of an opening balance. */
export interface OpeningKey {
  customerId: number
  storeId: number | null
  kind: BillKind
  onDay: Day
  earlierNo: string | null
}

/** The opening balance with a key; undefined if there is none. The caller holds a lock on the customer. */
export async function findOpening(db: Database, key: OpeningKey): Promise<BillRow | undefined> {
  return db
    .selectFrom('customerBill')
    .selectAll()
    .where('customerId', '=', key.customerId)
    .where('origin', '=', 'opening')
    .where('status', '!=', 'void')
    .where('kind', '=', key.kind)
    .where('issuedOn', '=', key.onDay)
    .where(({ eb, and }) =>
      and([
        eb('storeId', 'is not distinct from', key.storeId),
        eb('earlierNo', 'is not distinct from', key.earlierNo),
      ]),
    )
    .executeTakeFirst()
}

/** A customer's stores with a name; at most two, because the name may exist on several platforms. */
export async function findStoresNamed(db: Database, customerId: number, nameKey: string) {
  return db
    .selectFrom('store')
    .select('id')
    .where('customerId', '=', customerId)
    .where('nameKey', '=', nameKey)
    .limit(2)
    .execute()
}

/** Bills in scope, and the balances of their customers in 分. */
export async function readBalances(db: Database, actor: Actor, ids: readonly number[]) {
  const bills = await db
    .selectFrom('customerBill')
    .innerJoin('customer', 'customer.id', 'customerBill.customerId')
    .selectAll('customerBill')
    .select('customer.name as customerName')
    .where('customerBill.id', 'in', ids)
    .where(billScope(actor))
    .orderBy('customerBill.id')
    .execute()
  const customerIds = [...new Set(bills.map(({ customerId }) => customerId))]
  const balances = [...(await findBalances(db, customerIds)).values()]
  return {
    bills,
    customers: customerIds.length,
    receivableCents: sum(balances.map(({ receivableCents }) => receivableCents)),
    depositCents: sum(balances.map(({ depositCents }) => depositCents)),
    openStops: await countOpenStops(db, customerIds),
  }
}

export type BillBalances = Awaited<ReturnType<typeof readBalances>>

/** Number of open items of stopped stores. */
async function countOpenStops(db: Database, customerIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from billing_proposal p join store on store.id = p.store_id
    where p.state = 'open' and store.customer_id = any(${[...customerIds]}::int[])`.execute(db)
  return rows[0]?.n ?? 0
}

/** Refundable amount of a bill as on its page, but without the limit for deposits. */
export async function refundableLeft(db: Database, bill: BillBalances['bills'][number]): Promise<number> {
  return refundableCents(bill, await findRelated(db, bill.id))
}

/** Unbooked amount of the bank rows behind a receipt; null if it has none. */
export async function unbookedOf(db: Database, receiptId: number): Promise<number | null> {
  const { rows } = await sql<{ cents: number | null }>`
    select sum(bank.amount_cents - (select coalesce(sum(r.amount_cents), 0)
      from bank_row_receipt l join bill_receipt r on r.id = l.receipt_id
      where l.row_id = bank.id and r.reversed_at is null))::bigint as cents
    from bank_row bank where bank.id in (select row_id from bank_row_receipt where receipt_id = ${receiptId})`.execute(
    db,
  )
  return rows[0]?.cents ?? null
}
