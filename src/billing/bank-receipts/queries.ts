import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { billScope } from '#billing/customer-bills/queries.ts'
import type { Database } from '#db/connect.ts'
import type { BankRow } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { chunksOf } from '#kit/chunks.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { inClosedMonth } from '#people/books/queries.ts'
import type { OpenBill } from './match.ts'

export interface RowFilter {
  keyword?: string | undefined
  status?: string[] | undefined
  from?: Day | undefined
  to?: Day | undefined
  companyCode?: string[] | undefined
}

const rowScope = (actor: Actor): Expression<SqlBool> =>
  scope(actor, 'canChargeCustomer', { company: 'bankRow.companyCode' })

/** The row's unbooked amount, in 分; reversed receipts do not count. */
const left = sql<number>`(bank_row.amount_cents - (select coalesce(sum(r.amount_cents), 0)
  from bank_row_receipt l join bill_receipt r on r.id = l.receipt_id
  where l.row_id = bank_row.id and r.reversed_at is null))::bigint`

const state = sql<string>`(case when bank_row.unrelated_at is not null then 'unrelated'
  when ${left} = 0 then 'booked'
  when bank_row.on_day < (select c.books_from from company c where c.code = bank_row.company_code) then 'before'
  else 'open' end)`

/** Whether the row's month is closed, so that the receipt must be dated later. */
const monthClosed = inClosedMonth('bankRow.companyCode', sql.ref('bankRow.onDay'))

function selectRows(db: Database) {
  return db
    .selectFrom('bankRow')
    .innerJoin('bankFile', 'bankFile.id', 'bankRow.fileId')
    .leftJoin('staffName as aside', 'aside.id', 'bankRow.unrelatedBy')
    .selectAll('bankRow')
    .select(['bankFile.name as fileName', 'aside.name as unrelatedByName'])
    .select([left.as('leftCents'), state.as('state'), monthClosed.as('monthClosed')])
}

export type ReadRow = Awaited<ReturnType<typeof getRow>>

const KEYWORD_COLUMNS = ['bankRow.payer', 'bankRow.memo', 'bankRow.txnNo', 'bankFile.name']

const ORDER = {
  columns: { id: 'bankRow.id', onDay: 'bankRow.onDay', amountCents: 'bankRow.amountCents' },
  fallback: '-onDay',
  tieBreaker: 'bankRow.id',
}

/**
 * A page of rows in the actor's scope, with counts by state and the unbooked total of open rows, both without the state
 * filter.
 */
export async function findRows(db: Database, actor: Actor, filter: RowFilter & PageInput) {
  let listed = selectRows(db).where(rowScope(actor)).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  if (filter.from) listed = listed.where('bankRow.onDay', '>=', filter.from)
  if (filter.to) listed = listed.where('bankRow.onDay', '<=', filter.to)
  if (filter.companyCode) listed = listed.where('bankRow.companyCode', 'in', filter.companyCode)
  const counts = await listed
    .clearSelect()
    .select([
      state.as('status'),
      sql<number>`count(*)`.as('count'),
      sql<number>`sum(${left})::bigint`.as('left'),
    ])
    .groupBy(state)
    .execute()
  const openCents = counts.find(({ status }) => status === 'open')?.left ?? 0
  if (filter.status) listed = listed.where(state, 'in', filter.status)
  return { items: await pageItems(listed, filter, ORDER), ...sizesOf(counts, filter.status), openCents }
}

/** Reads a row in the actor's scope; throws NOT_FOUND. */
export async function getRow(db: Database, actor: Actor, id: number) {
  const row = await selectRows(db).where('bankRow.id', '=', id).where(rowScope(actor)).executeTakeFirst()
  if (!row) throw notFound('这笔流水')
  return row
}

/** Like `getRow`, but locks the row first, so that a concurrent booking sees the receipts of this transaction. */
export async function lockRow(db: Database, actor: Actor, id: number): Promise<ReadRow> {
  await db.selectFrom('bankRow').select('id').where('id', '=', id).forUpdate().execute()
  return getRow(db, actor, id)
}

/** Inserts a file and returns its id; a unique index on the hash rejects a known file. */
export async function insertFile(
  db: Database,
  row: { companyCode: string; name: string; hash: string; createdAt: Date; createdBy: number },
): Promise<number> {
  const { id } = await db.insertInto('bankFile').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const BATCH_SIZE = 1_000

/** Inserts the rows that are not known yet, in hash order to avoid deadlocks; returns the number of new rows. */
export async function insertRows(db: Database, rows: readonly Insertable<BankRow>[]): Promise<number> {
  const sorted = rows.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  let added = 0
  for await (const batch of chunksOf(sorted, BATCH_SIZE)) {
    const inserted = await db
      .insertInto('bankRow')
      .values(batch)
      .onConflict((clash) => clash.columns(['companyCode', 'hash']).doNothing())
      .returning('id')
      .execute()
    added += inserted.length
  }
  return added
}

/** Links receipts to the row that they were booked from. */
export async function insertLinks(db: Database, rowId: number, receiptIds: readonly number[]): Promise<void> {
  const links = receiptIds.map((receiptId) => ({ rowId, receiptId }))
  await db.insertInto('bankRowReceipt').values(links).execute()
}

/** Marks a row as unrelated; null removes the mark. */
export async function setUnrelated(
  db: Database,
  id: number,
  aside: { reason: string; by: number; at: Date } | null,
): Promise<void> {
  const { reason = null, by = null, at = null } = aside ?? {}
  const changes = { unrelatedReason: reason, unrelatedBy: by, unrelatedAt: at }
  await db.updateTable('bankRow').set(changes).where('id', '=', id).execute()
}

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
