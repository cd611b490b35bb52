import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { billScope } from '#billing/customer-bills/queries.ts'
import { customerScope } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { senderOf } from '#people/companies/profile/queries.ts'
import type { Bucket } from './contract.ts'
import { LAST_DAYS, type Overdue } from './rules.ts'

/** Overdue amounts by customer at the end of a day; omits customers without any. The caller checks permissions. */
export async function findOverdue(
  db: Database,
  customerIds: readonly number[],
  on: Day,
): Promise<Map<number, Overdue>> {
  const reach = sql<boolean>`customer_bill.customer_id = any(${[...customerIds]}::int[])`
  const rows = await db
    .selectFrom(openBills(db, { reach, on, isToday: false }).as('open'))
    .select('open.customerId')
    .select([
      sql<number>`sum(open.owed_cents)::bigint`.as('cents'),
      sql<number>`max(open.past_due)`.as('days'),
    ])
    .where(IS_OVERDUE)
    .groupBy('open.customerId')
    .execute()
  return new Map(rows.map(({ customerId, ...overdue }) => [customerId, overdue]))
}

/** Customer in the actor's scope, with the company that sends the statement; throws NOT_FOUND. */
export async function getDebtor(db: Database, actor: Actor, id: number, on: Day) {
  const row = await db
    .selectFrom('customer')
    .select(['customer.id', 'customer.name', 'customer.code'])
    .select(senderOf('customer.companyCode').as('sender'))
    .where('customer.id', '=', id)
    .where(customerScope(actor, 'canChargeCustomer', on))
    .executeTakeFirst()
  if (!row) throw notFound('客户')
  return row
}

/** Account movements from `from` to `to`, by day; on the same day bills come before receipts. */
export async function findMovements(db: Database, customerId: number, from: Day, to: Day) {
  return db
    .selectFrom('receivableMovement as movement')
    .innerJoin('customerBill as bill', 'bill.id', 'movement.billId')
    .leftJoin('store', 'store.id', 'bill.storeId')
    .leftJoin('billReceipt as receipt', 'receipt.id', 'movement.receiptId')
    .select(['movement.onDay', 'movement.amountCents', 'movement.receiptId', 'movement.what'])
    .select([
      'receipt.reversesId',
      'bill.id as billId',
      'bill.code',
      'bill.kind',
      'bill.monthOn',
      'bill.totalCents',
    ])
    .select(['store.name as storeName', 'receipt.method', 'receipt.txnNo'])
    .where('movement.customerId', '=', customerId)
    .where('movement.onDay', '>=', from)
    .where('movement.onDay', '<=', to)
    .orderBy('movement.onDay')
    .orderBy(sql`movement.receipt_id is not null`)
    .orderBy('movement.billId')
    .orderBy('movement.receiptId')
    .execute()
}

/** Deposit movements from `from` to `to`, by day; on the same day increases come before decreases. */
export async function findDepositMovements(db: Database, customerId: number, from: Day, to: Day) {
  return db
    .selectFrom('depositMovement as movement')
    .innerJoin('customerBill as bill', 'bill.id', 'movement.billId')
    .select(['movement.onDay', 'movement.amountCents', 'movement.receiptId'])
    .select(['bill.id as billId', 'bill.code', 'bill.kind'])
    .where('movement.customerId', '=', customerId)
    .where('movement.onDay', '>=', from)
    .where('movement.onDay', '<=', to)
    .orderBy('movement.onDay')
    .orderBy(sql`movement.amount_cents < 0`)
    .orderBy('movement.billId')
    .orderBy('movement.receiptId')
    .execute()
}

/** Balances of an account before a day: receivable and deposit held, in 分. */
export async function getBefore(db: Database, customerId: number, before: Day) {
  const { rows } = await sql<{ owedCents: number; depositCents: number }>`select
    (select coalesce(sum(amount_cents), 0)::bigint from receivable_movement
      where customer_id = ${customerId} and on_day < ${before}) as owed_cents,
    (select coalesce(sum(amount_cents), 0)::bigint from deposit_movement
      where customer_id = ${customerId} and on_day < ${before}) as deposit_cents`.execute(db)
  return rows[0] ?? { owedCents: 0, depositCents: 0 }
}

/** The actor, whose scope applies, and the day of the balances. */
export interface AgeingScope {
  actor: Actor
  on: Day
  /** Uses the stored totals of the bills. Valid for today only, since no receipt is dated later. */
  isToday: boolean
}

const { days30, days60, days90 } = LAST_DAYS

/** Bucket of an open amount, by its sign and its days past due. */
const BUCKET = sql<Bucket>`case when open.owed_cents < 0 then 'credit'
  when open.past_due <= 0 then 'notDue' when open.past_due <= ${sql.lit(days30)} then 'days30'
  when open.past_due <= ${sql.lit(days60)} then 'days60' when open.past_due <= ${sql.lit(days90)} then 'days90'
  else 'older' end`

/** Bills within `reach` with the amount open at the end of the day: the amount open now plus later receipts. */
export function openBills(
  db: Database,
  { reach, on, isToday }: { reach: Expression<SqlBool> } & Omit<AgeingScope, 'actor'>,
) {
  const issued = db
    .selectFrom('customerBill')
    .select(['customerBill.id', 'customerBill.customerId', 'customerBill.storeId'])
    .select(sql<number>`${on}::date - customer_bill.due_on`.as('pastDue'))
    .where('customerBill.issuedOn', '<=', on)
    .where(reach)
  const openNow = sql<number>`(customer_bill.total_cents - customer_bill.received_cents)::bigint`
  if (isToday) {
    return issued.where('customerBill.status', 'in', ['open', 'partial']).select(openNow.as('owedCents'))
  }
  const owedWithAllReceipts = sql<number>`(case when customer_bill.status <> 'void' or customer_bill.voided_on > ${on}::date
    then customer_bill.total_cents else 0 end - customer_bill.received_cents)::bigint`
  const since = db
    .selectFrom('billReceipt')
    .select(['billId', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .where('onDay', '>', on)
    .groupBy('billId')
  return (
    issued
      .leftJoin(since.as('since'), 'since.billId', 'customerBill.id')
      // A void bill has `voidedOn` only if its month was closed; it counts until then. Other void bills count only
      // receipts.
      .select(sql<number>`(${owedWithAllReceipts} + coalesce(since.cents, 0))::bigint`.as('owedCents'))
      .where('customerBill.status', '<>', 'draft')
      .where(sql<SqlBool>`${owedWithAllReceipts} + coalesce(since.cents, 0) <> 0`)
  )
}

/** Like `openBills`, for the bills in the actor's scope. */
const openBillsInScope = (db: Database, ageingScope: AgeingScope) =>
  openBills(db, { ...ageingScope, reach: billScope(ageingScope.actor) })

const sumOfBucket = (bucket: Bucket) =>
  sql<number>`coalesce(sum(open.owed_cents) filter (where ${BUCKET} = ${sql.lit(bucket)}), 0)::bigint`

/** Condition on rows of `openBills`, named `open`: past due and owed by the customer. */
export const IS_OVERDUE = sql<SqlBool>`open.owed_cents > 0 and open.past_due > 0`

/** Open amounts per customer, by bucket. */
function agesByCustomer(db: Database, ageingScope: AgeingScope) {
  return db
    .selectFrom(openBillsInScope(db, ageingScope).as('open'))
    .select([
      'open.customerId',
      sumOfBucket('notDue').as('notDueCents'),
      sumOfBucket('days30').as('days30Cents'),
    ])
    .select([sumOfBucket('days60').as('days60Cents'), sumOfBucket('days90').as('days90Cents')])
    .select([sumOfBucket('older').as('olderCents'), sumOfBucket('credit').as('creditCents')])
    .select([
      sql<number>`coalesce(sum(open.owed_cents) filter (where open.owed_cents > 0), 0)::bigint`.as(
        'owedCents',
      ),
      sql<number>`coalesce(sum(open.owed_cents) filter (where ${IS_OVERDUE}), 0)::bigint`.as('overdueCents'),
      sql<number | null>`max(open.past_due) filter (where ${IS_OVERDUE})`.as('oldestDays'),
    ])
    .groupBy('open.customerId')
}

/** Deposit held per customer at the end of the day. */
const depositsByCustomer = (db: Database, { on }: AgeingScope) =>
  db
    .selectFrom('depositMovement')
    .select(['customerId', sql<number>`sum(amount_cents)::bigint`.as('cents')])
    .where('onDay', '<=', on)
    .groupBy('customerId')

export interface AgeingFilter {
  keyword?: string | undefined
  ownerId?: number[] | undefined
  overdue?: 'yes' | undefined
  companyCode?: string[] | undefined
}

const CENTS = [
  'notDueCents',
  'days30Cents',
  'days60Cents',
  'days90Cents',
  'olderCents',
  'owedCents',
  'overdueCents',
  'creditCents',
] as const

const orZero = (column: string) => sql<number>`coalesce(${sql.ref(`aged.${column}`)}, 0)`

/** Customers with an open amount or a deposit. */
function customersWith(db: Database, ageingScope: AgeingScope, filter: AgeingFilter) {
  const tests: Expression<SqlBool>[] = [
    scope(ageingScope.actor, 'canChargeCustomer', { company: 'customer.companyCode' }),
    keywordIn(filter.keyword, ['customer.name', 'customer.namePinyin', 'customer.code']),
    sql<SqlBool>`(aged.customer_id is not null or held.cents <> 0)`,
  ]
  if (filter.ownerId) tests.push(sql<SqlBool>`customer.owner_id = any(${filter.ownerId})`)
  if (filter.companyCode) tests.push(sql<SqlBool>`customer.company_code = any(${filter.companyCode})`)
  if (filter.overdue) tests.push(sql<SqlBool>`aged.overdue_cents > 0`)
  return db
    .selectFrom('customer')
    .innerJoin('staff as owner', 'owner.id', 'customer.ownerId')
    .leftJoin(agesByCustomer(db, ageingScope).as('aged'), 'aged.customerId', 'customer.id')
    .leftJoin(depositsByCustomer(db, ageingScope).as('held'), 'held.customerId', 'customer.id')
    .where(sql<SqlBool>`(${sql.join(tests, sql` and `)})`)
    .select(['customer.id', 'customer.companyCode', 'customer.name', 'owner.name as ownerName'])
    .select('aged.oldestDays')
    .select(CENTS.map((column) => orZero(column).as(column)))
    .select(sql<number>`coalesce(held.cents, 0)`.as('depositCents'))
}

const ORDER = {
  columns: Object.fromEntries(
    ['owedCents', 'overdueCents', 'oldestDays', 'depositCents'].map((field) => [field, `listed.${field}`]),
  ),
  fallback: '-overdueCents',
  tieBreaker: 'listed.id',
}

/** A page of customers with their open amounts, the number of customers and totals over all pages. */
export async function findAges(db: Database, ageingScope: AgeingScope, filter: AgeingFilter & PageInput) {
  const listed = db.selectFrom(customersWith(db, ageingScope, filter).as('listed'))
  const summed = [...CENTS, 'depositCents'] as const
  const { total, ...sums } = await listed
    .select(sql<number>`count(*)`.as('total'))
    .select(
      summed.map((column) =>
        sql<number>`coalesce(sum(${sql.ref(`listed.${column}`)}), 0)::bigint`.as(column),
      ),
    )
    .executeTakeFirstOrThrow()
  return { items: await pageItems(listed.selectAll(), filter, ORDER), total, sums }
}

/** The number of issued bills in scope. */
export async function countIssued(db: Database, actor: Actor): Promise<number> {
  const { count } = await db
    .selectFrom('customerBill')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', 'not in', ['draft', 'void'])
    .where(billScope(actor))
    .executeTakeFirstOrThrow()
  return count
}

export interface AgedBillFilter {
  keyword?: string | undefined
  customerId?: number[] | undefined
  bucket?: Bucket[] | undefined
  companyCode?: string[] | undefined
}

/** A page of bills with an open amount on the day, and the total over all pages. */
export async function findAgedBills(
  db: Database,
  ageingScope: AgeingScope,
  filter: AgedBillFilter & PageInput,
) {
  const tests: Expression<SqlBool>[] = [
    keywordIn(filter.keyword, ['bill.code', 'customer.name', 'customer.namePinyin', 'store.name']),
  ]
  if (filter.customerId) tests.push(sql<SqlBool>`bill.customer_id = any(${filter.customerId})`)
  if (filter.bucket) tests.push(sql<SqlBool>`${BUCKET} = any(${filter.bucket})`)
  if (filter.companyCode) tests.push(sql<SqlBool>`bill.company_code = any(${filter.companyCode})`)
  const found = db
    .selectFrom(openBillsInScope(db, ageingScope).as('open'))
    .innerJoin('customerBill as bill', 'bill.id', 'open.id')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .leftJoin('store', 'store.id', 'bill.storeId')
    .where(sql<SqlBool>`(${sql.join(tests, sql` and `)})`)
  const { owedCents } = await found
    .select(sql<number>`coalesce(sum(open.owed_cents), 0)::bigint`.as('owedCents'))
    .executeTakeFirstOrThrow()
  const rows = found
    .select(['bill.id', 'bill.companyCode', 'bill.code', 'bill.customerId', 'bill.kind', 'bill.issuedOn'])
    .select(['bill.dueOn', 'bill.totalCents', 'bill.monthOn', 'open.owedCents', 'open.pastDue'])
    .select(['customer.name as customerName', 'store.name as storeName'])
  const order = { dueOn: 'bill.dueOn', owedCents: 'open.owedCents' }
  const page = await pageOf(rows, filter, { columns: order, fallback: 'dueOn', tieBreaker: 'bill.id' })
  return { ...page, owedCents }
}
