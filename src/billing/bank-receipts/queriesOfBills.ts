import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { billScope } from '#billing/customer-bills/queries.ts'
import type { Database } from '#db/connect.ts'
import type { OpenBill } from './match.ts'
import type { ReadRow } from './queries.ts'

type Row = Pick<ReadRow, 'id' | 'companyCode' | 'leftCents' | 'payerKey' | 'payer' | 'memo' | 'txnNo'>

/** An open bill with its company. */
export type CompanyBill = OpenBill & { companyCode: string }

const MAX_BILLS = 2_000

const owed = sql<number>`(customer_bill.total_cents - customer_bill.received_cents)::bigint`

/** Issued bills with a positive total that are not fully paid, by due date. */
function openBills(db: Database, actor: Actor) {
  return db
    .selectFrom('customerBill')
    .innerJoin('customer', 'customer.id', 'customerBill.customerId')
    .leftJoin('store', 'store.id', 'customerBill.storeId')
    .select(['customerBill.id', 'customerBill.code', 'customerBill.customerId', 'customerBill.companyCode'])
    .select(['customer.name as customerName', sql<string>`coalesce(store.name, customer.name)`.as('name')])
    .select([sql<string>`to_char(customer_bill.month_on, 'YYYY-MM')`.as('month'), owed.as('owedCents')])
    .where('customerBill.status', 'in', ['open', 'partial'])
    .where('customerBill.totalCents', '>', 0)
    .where(billScope(actor))
    .orderBy('customerBill.dueOn')
    .orderBy('customerBill.id')
}

type OpenBillRow = Awaited<ReturnType<ReturnType<typeof openBills>['execute']>>[number]

const toCompanyBill = ({ code, ...bill }: OpenBillRow, paidBy: readonly string[] = []): CompanyBill => ({
  ...bill,
  code: code ?? '',
  paidBy,
})

/** All open bills of the customers that any of the rows may belong to. */
export async function findCandidates(
  db: Database,
  actor: Actor,
  rows: readonly Row[],
): Promise<CompanyBill[]> {
  if (rows.length === 0) return []
  const keys = rows.map(({ payerKey }) => payerKey).filter(Boolean)
  const paidBy = await findPayers(db, actor, keys)
  const codes = rows.flatMap(({ payer, memo }) => numbersIn(`${payer} ${memo}`))
  const lefts = rows.map(({ leftCents }) => leftCents)
  const matchingCustomers = openBills(db, actor)
    .clearSelect()
    .clearOrderBy()
    .select('customerBill.customerId')
    .where((eb) =>
      eb.or([
        sql<boolean>`customer_bill.code = any(${codes})`,
        sql<boolean>`customer.name_key = any(${keys})`,
        sql<boolean>`customer.id = any(${[...paidBy.keys()]})`,
        sql<boolean>`${owed} = any(${lefts}::bigint[])`,
      ]),
    )
  const bills = await openBills(db, actor)
    .where('customerBill.customerId', 'in', matchingCustomers)
    .limit(MAX_BILLS)
    .execute()
  return bills.map((bill) => toCompanyBill(bill, paidBy.get(bill.customerId)))
}

/** The customer's open bills in the row's company. */
export async function findBillsOf(
  db: Database,
  actor: Actor,
  { companyCode, customerId }: { companyCode: string; customerId: number },
): Promise<CompanyBill[]> {
  const bills = await openBills(db, actor)
    .where('customerBill.companyCode', '=', companyCode)
    .where('customerBill.customerId', '=', customerId)
    .execute()
  return bills.map((bill) => toCompanyBill(bill))
}

/** Bill numbers in a text, normalized. */
function numbersIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toUpperCase()
      .match(/ZD\d{11}/g) ?? []
  )
}

/** Name keys of known payers by customer, from the receipts of booked rows. */
async function findPayers(
  db: Database,
  actor: Actor,
  keys: readonly string[],
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('bankRow')
    .innerJoin('bankRowReceipt as link', 'link.rowId', 'bankRow.id')
    .innerJoin('billReceipt as receipt', 'receipt.id', 'link.receiptId')
    .innerJoin('customerBill', 'customerBill.id', 'receipt.billId')
    .select(['customerBill.customerId', 'bankRow.payerKey'])
    .distinct()
    .where(sql<boolean>`bank_row.payer_key = any(${keys})`)
    .where('receipt.reversedAt', 'is', null)
    .where(billScope(actor))
    .execute()
  const byCustomer = Map.groupBy(rows, ({ customerId }) => customerId)
  return new Map([...byCustomer].map(([id, payers]) => [id, payers.map(({ payerKey }) => payerKey)]))
}

/** Receipts by row, without reversed ones. */
export async function findReceiptsByRow(db: Database, ids: readonly number[]) {
  const rows = await db
    .selectFrom('bankRowReceipt as link')
    .innerJoin('billReceipt as receipt', 'receipt.id', 'link.receiptId')
    .innerJoin('customerBill as bill', 'bill.id', 'receipt.billId')
    .select(['link.rowId', 'bill.id as billId', 'bill.code', 'receipt.amountCents', 'receipt.onDay'])
    .where(sql<boolean>`link.row_id = any(${ids})`)
    .where('receipt.reversedAt', 'is', null)
    .orderBy('receipt.id')
    .execute()
  return Map.groupBy(rows, ({ rowId }) => rowId)
}

/** Bills by `company number` whose manually entered receipt has the transaction number of one of the rows. */
export async function findBillsByTxnNo(db: Database, rows: readonly Row[]) {
  const numbers = rows.flatMap(({ txnNo }) => txnNo ?? [])
  const found = await db
    .selectFrom('billReceipt as receipt')
    .innerJoin('customerBill as bill', 'bill.id', 'receipt.billId')
    .leftJoin('bankRowReceipt as link', 'link.receiptId', 'receipt.id')
    .select(['receipt.companyCode', 'receipt.txnNo', 'bill.id as billId', 'bill.code'])
    .where(sql<boolean>`receipt.txn_no = any(${numbers})`)
    .where('receipt.reversedAt', 'is', null)
    .where('link.rowId', 'is', null)
    .execute()
  return new Map(found.map(({ companyCode, txnNo, ...bill }) => [`${companyCode} ${txnNo}`, bill]))
}

/** Customer and company of the given bills, in the actor's scope. */
export async function findParties(db: Database, actor: Actor, ids: readonly number[]) {
  return db
    .selectFrom('customerBill')
    .select(['id', 'customerId', 'companyCode'])
    .where(sql<boolean>`id = any(${ids})`)
    .where(billScope(actor))
    .execute()
}

/** Transaction numbers that start with `txnNo`, among the company's receipts that are not reversed. */
export async function findUsedNumbers(
  db: Database,
  companyCode: string,
  txnNo: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('billReceipt')
    .select('txnNo')
    .where('companyCode', '=', companyCode)
    .where(sql<boolean>`starts_with(txn_no, ${txnNo})`)
    .where('reversedAt', 'is', null)
    .execute()
  return new Set(rows.flatMap((row) => row.txnNo ?? []))
}
