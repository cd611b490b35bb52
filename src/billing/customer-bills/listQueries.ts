import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { senderOf } from '#people/companies/profile/queries.ts'
import type { BillKind, BillStatus } from './contract.ts'
import { billScope, IS_UNINVOICED } from './queries.ts'

/** Actor and current day of a request. */
export interface Reader {
  actor: Actor
  on: Day
}

export interface BillFilter {
  keyword?: string | undefined
  status?: BillStatus[] | undefined
  kind?: BillKind[] | undefined
  origin?: string[] | undefined
  customerId?: number[] | undefined
  storeId?: number[] | undefined
  month?: string[] | undefined
  overdue?: 'yes' | undefined
  incomplete?: 'yes' | 'issued' | undefined
  uninvoiced?: 'yes' | undefined
  statement?: string[] | undefined
  companyCode?: string[] | undefined
}

const KEYWORD_COLUMNS = [
  'customerBill.code',
  'customer.name',
  'customer.namePinyin',
  'store.name',
  'store.namePinyin',
  'customerBill.invoiceNo',
  'customerBill.earlierNo',
]

/** Past due, not fully paid, and no refund. */
const isOverdue = (on: Day) => sql<SqlBool>`(customer_bill.status in ('open', 'partial')
  and customer_bill.total_cents > 0 and customer_bill.due_on < ${on})`

/** Status of the merchant's confirmation. */
const statementStatus = sql<string | null>`(select status from bill_statement
  where bill_id = customer_bill.id)`

const selectJoined = (db: Database) =>
  db
    .selectFrom('customerBill')
    .innerJoin('customer', 'customer.id', 'customerBill.customerId')
    .leftJoin('store', 'store.id', 'customerBill.storeId')

function selectBills(db: Database) {
  return selectJoined(db)
    .leftJoin('staffName as editor', 'editor.id', 'customerBill.updatedBy')
    .selectAll('customerBill')
    .select(['customer.name as customerName', 'store.name as storeName', 'store.platform'])
    .select(['editor.name as updatedByName', statementStatus.as('statement')])
}

/** All filters except the status, as one condition. */
function matchesFilter(filter: BillFilter, on: Day): Expression<SqlBool> {
  const tests: Expression<SqlBool>[] = [keywordIn(filter.keyword, KEYWORD_COLUMNS)]
  const addFilter = (column: string, values: readonly unknown[] | undefined) => {
    if (values) tests.push(sql<SqlBool>`${sql.ref(column)} = any(${values})`)
  }
  addFilter('customerBill.kind', filter.kind)
  addFilter('customerBill.origin', filter.origin)
  addFilter('customerBill.customerId', filter.customerId)
  addFilter('customerBill.storeId', filter.storeId)
  addFilter(
    'customerBill.monthOn',
    filter.month?.map((month) => `${month}-01`),
  )
  addFilter('customerBill.companyCode', filter.companyCode)
  if (filter.overdue) tests.push(isOverdue(on))
  if (filter.statement) tests.push(sql<SqlBool>`${statementStatus} = any(${filter.statement})`)
  if (filter.uninvoiced) tests.push(IS_UNINVOICED)
  if (filter.incomplete === 'yes') tests.push(sql<SqlBool>`customer_bill.missing <> '[]'::jsonb`)
  if (filter.incomplete === 'issued') {
    tests.push(sql<SqlBool>`(customer_bill.missing_reason is not null and customer_bill.status <> 'void')`)
  }
  return sql<SqlBool>`(${sql.join(tests, sql` and `)})`
}

const ORDER = {
  columns: {
    id: 'customerBill.id',
    month: 'customerBill.monthOn',
    dueOn: 'customerBill.dueOn',
    totalCents: 'customerBill.totalCents',
  },
  fallback: '-month',
  tieBreaker: 'customerBill.id',
}

/** Totals of issued bills that are not void: billed, received, written off and overdue. */
const totalColumns = (on: Day) => ({
  totalCents: sql<number>`coalesce(sum(customer_bill.total_cents)
    filter (where customer_bill.status not in ('draft', 'void')), 0)::bigint`,
  receivedCents: sql<number>`coalesce(sum(customer_bill.received_cents - customer_bill.written_off_cents), 0)::bigint`,
  writtenOffCents: sql<number>`coalesce(sum(customer_bill.written_off_cents), 0)::bigint`,
  overdueCents: sql<number>`coalesce(sum(customer_bill.total_cents - customer_bill.received_cents)
    filter (where ${isOverdue(on)}), 0)::bigint`,
  overdueCount: sql<number>`count(*) filter (where ${isOverdue(on)})`,
})

/** A page of bills in scope, with counts by status and totals, both without the status filter. */
export async function findBills(db: Database, { actor, on }: Reader, filter: BillFilter & PageInput) {
  const listed = sql<SqlBool>`(${billScope(actor)} and ${matchesFilter(filter, on)})`
  const { totalCents, receivedCents, writtenOffCents, overdueCents, overdueCount } = totalColumns(on)
  const found = await selectJoined(db)
    .where(listed)
    .select([totalCents.as('totalCents'), receivedCents.as('receivedCents')])
    .select(writtenOffCents.as('writtenOffCents'))
    .select([overdueCents.as('overdueCents'), overdueCount.as('overdueCount')])
    .executeTakeFirstOrThrow()
  const counts = await selectJoined(db)
    .where(listed)
    .select(['customerBill.status', sql<number>`count(*)`.as('count')])
    .groupBy('customerBill.status')
    .execute()
  let query = selectBills(db).where(listed)
  if (filter.status) query = query.where('customerBill.status', 'in', filter.status)
  const items = await pageItems(query, filter, ORDER)
  return { items, ...sizesOf(counts, filter.status), sums: found }
}

/** Reads a bill in scope with the fields of its page except lines and receipts; throws NOT_FOUND. */
export async function getBill(db: Database, { actor }: Reader, id: number) {
  const row = await selectBills(db)
    .leftJoin('staffName as creator', 'creator.id', 'customerBill.createdBy')
    .leftJoin('staffName as issuer', 'issuer.id', 'customerBill.issuedBy')
    .leftJoin('customerBill as related', 'related.id', 'customerBill.relatesToId')
    .select(['creator.name as createdByName', 'issuer.name as issuedByName', 'related.code as relatedCode'])
    .select(senderOf('customerBill.companyCode').as('sender'))
    .where('customerBill.id', '=', id)
    .where(billScope(actor))
    .executeTakeFirst()
  if (!row) throw notFound('这张账单')
  return row
}
