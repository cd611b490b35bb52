import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { lastDayOf, monthBefore } from '#kit/calendar.ts'
import { scope } from '#kit/scope.ts'
import type { InconsistentBill, MoneyRow, TieFacts, Ties } from './rules.ts'

/** A company and a month in format `2026-05`. */
export interface CompanyMonth {
  companyCode: string
  month: string
}

/** Codes of the companies in which the actor may charge customers, limited to `companyCode` if given. */
export async function findChargeable(
  db: Database,
  actor: Actor,
  companyCode: string[] | undefined,
): Promise<string[]> {
  let query = db
    .selectFrom('company')
    .select('code')
    .where(scope(actor, 'canChargeCustomer', { company: 'company.code' }))
  if (companyCode) query = query.where(sql<boolean>`code = any(${companyCode})`)
  return (await query.orderBy('code').execute()).map(({ code }) => code)
}

/** Excludes payments from deposits and write-offs, which move no money. */
const IS_MONEY = sql<boolean>`money.method not in ('deposit', 'writeoff')`

/**
 * Common table expressions of a company's issued bills and their receipts. `bill.stood`: false for bills voided in an
 * open month, which never count; other void bills count until `voided_on`. `bill.counts`: the kind is revenue.
 * `money.on_day`: payment day; `money.counted_on`: the day on which it counts, not before the bill's issue day.
 */
const FACTS = (companyCode: string) => sql`
  bill as (
    select b.id, b.customer_id, b.month_on, b.issued_on, b.voided_on, b.kind, b.status, b.total_cents, b.received_cents,
      b.discount_cents, source.kind as source_kind, b.status <> 'void' or b.voided_on is not null as stood,
      is_revenue('open', b.kind, source.kind) as counts
    from customer_bill b left join customer_bill source on source.id = b.relates_to_id
    where b.company_code = ${companyCode} and b.issued_on is not null),
  money as (
    select bill.customer_id, bill.kind, bill.issued_on, r.on_day, greatest(r.on_day, bill.issued_on) as counted_on,
      r.amount_cents, r.method
    from bill_receipt r join bill on bill.id = r.bill_id where r.company_code = ${companyCode})`

type Sql = RawBuilder<unknown>

/** Conditional sums by column name. */
type Sums = Record<string, RawBuilder<number>>

const sumOf = (amount: Sql, condition: Sql) =>
  sql<number>`coalesce(sum(${amount}) filter (where ${condition}), 0)::bigint`

/** First and last day of the month, and the first day of the next one. */
function daysOf({ month }: CompanyMonth) {
  const [first, last] = [`${month}-01`, lastDayOf(month)]
  return { first: sql`${first}::date`, last: sql`${last}::date`, next: sql`(${last}::date + 1)` }
}

type Days = ReturnType<typeof daysOf>

const during = (day: Sql, { first, last }: Days) => sql`${day} between ${first} and ${last}`

/** Billed ahead (D): issued before the day for a service month from the day on, and not void by then. */
const aheadOf = (
  day: Sql,
) => sql`bill.stood and bill.counts and bill.issued_on < ${day} and bill.month_on >= ${day}
  and (bill.voided_on is null or bill.voided_on >= ${day})`

/** Unbilled (U): service month before the day, issued on the day or later. */
const unbilledAt = (day: Sql) =>
  sql`bill.stood and bill.counts and bill.issued_on >= ${day} and bill.month_on < ${day}`

/** Sums over bills, per customer. `standing`, `settled` and `deposited` use the stored totals of the bills. */
function sumsOfBills(days: Days): Sums {
  const { first, last, next } = days
  const total = (condition: Sql) => sumOf(sql`bill.total_cents`, condition)
  const [issuedNow, voidedNow] = [during(sql`bill.issued_on`, days), during(sql`bill.voided_on`, days)]
  const refunds = sql`bill.kind = 'refund' and bill.source_kind = 'deposit' and bill.status <> 'void'`
  const effective = sql`bill.stood and bill.issued_on <= ${last} and (bill.voided_on is null or bill.voided_on > ${last})`
  const received = (condition: Sql) => sumOf(sql`bill.received_cents`, condition)
  return {
    billed_before: total(sql`bill.stood and bill.issued_on < ${first}`),
    voided_before: total(sql`bill.voided_on < ${first}`),
    billed: total(sql`bill.stood and ${issuedNow}`),
    voided: total(voidedNow),
    billed_revenue: total(sql`bill.stood and bill.counts and ${issuedNow}`),
    voided_revenue: total(sql`bill.counts and ${voidedNow}`),
    unbilled_before: total(unbilledAt(first)),
    unbilled_after: total(unbilledAt(next)),
    ahead_before: total(aheadOf(first)),
    ahead_after: total(aheadOf(next)),
    standing: total(effective),
    settled: received(sql`bill.issued_on <= ${last}`),
    deposited: received(sql`bill.kind = 'deposit'`),
    refunded_before: total(sql`${refunds} and bill.issued_on < ${first}`),
    refunded: total(sql`${refunds} and ${issuedNow}`),
  }
}

/** Sums over receipts, per customer; see `FACTS` for the two dates of a receipt. */
function sumsOfMoney(days: Days): Sums {
  const { first, last } = days
  const amount = (condition: Sql) => sumOf(sql`money.amount_cents`, condition)
  const countedNow = during(sql`money.counted_on`, days)
  const ahead = (condition: Sql) => amount(sql`${IS_MONEY} and ${condition}`)
  const [ofDeposits, byDeposit] = [sql`money.kind = 'deposit'`, sql`money.method = 'deposit'`]
  return {
    settled_before: amount(sql`money.counted_on < ${first}`),
    received: amount(sql`${countedNow} and ${IS_MONEY}`),
    by_deposit: amount(sql`${countedNow} and ${byDeposit}`),
    written_off: amount(sql`${countedNow} and money.method = 'writeoff'`),
    settled_later: amount(sql`money.counted_on > ${last} and money.issued_on <= ${last}`),
    advance_before: ahead(sql`money.on_day < ${first} and money.issued_on >= ${first}`),
    advance_in: ahead(sql`${during(sql`money.on_day`, days)} and money.issued_on > ${last}`),
    advance_used: ahead(sql`money.on_day < ${first} and ${during(sql`money.issued_on`, days)}`),
    advance_after: ahead(sql`money.on_day <= ${last} and money.issued_on > ${last}`),
    deposited_before: amount(sql`${ofDeposits} and money.counted_on < ${first}`),
    deposited_now: amount(sql`${ofDeposits} and ${countedNow}`),
    deposited_later: amount(sql`${ofDeposits} and money.counted_on > ${last}`),
    used_before: amount(sql`${byDeposit} and money.counted_on < ${first}`),
  }
}

const selectAliases = (sums: Sums) =>
  sql.join(Object.entries(sums).map(([name, value]) => sql`${value} as ${sql.id(name)}`))

/** Revenue of the service month per customer, calculated from bill lines. */
const ofRevenue = ({ first }: Days) => sql`
  select bill.customer_id, sum(line.cents - bill.discount_cents)::bigint as revenue
  from bill cross join lateral (
    select coalesce(sum(amount_cents), 0)::bigint as cents from customer_bill_line where bill_id = bill.id) line
  where bill.month_on = ${first} and is_revenue(bill.status, bill.kind, bill.source_kind)
  group by bill.customer_id`

interface CustomerSums extends Record<string, number | string> {
  customerId: number
  customerName: string
}

/** All sums of each customer that has ever had a bill; missing sums are 0. */
async function sumByCustomer(db: Database, of: CompanyMonth): Promise<CustomerSums[]> {
  const days = daysOf(of)
  const [bills, money] = [sumsOfBills(days), sumsOfMoney(days)]
  const names = [...Object.keys(money), 'revenue'].map(
    (name) => sql`coalesce(${sql.id(name)}, 0) as ${sql.id(name)}`,
  )
  const { rows } = await sql<CustomerSums>`
    with ${FACTS(of.companyCode)},
      of_bills as (select bill.customer_id, ${selectAliases(bills)} from bill group by bill.customer_id),
      of_money as (select money.customer_id, ${selectAliases(money)} from money group by money.customer_id),
      of_revenue as (${ofRevenue(days)})
    select customer.id as customer_id, customer.name as customer_name,
      ${sql.join(Object.keys(bills).map((name) => sql.id(name)))}, ${sql.join(names)}
    from customer join of_bills on of_bills.customer_id = customer.id
      left join of_money on of_money.customer_id = customer.id
      left join of_revenue on of_revenue.customer_id = customer.id
    order by customer.id`.execute(db)
  return rows
}

/** Payments of the month by method and payment day; refunds paid out are negative. */
async function moneyOf(db: Database, of: CompanyMonth): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select money.method, sum(money.amount_cents)::bigint as cents from bill_receipt money
    where money.company_code = ${of.companyCode} and ${IS_MONEY}
      and ${during(sql`money.on_day`, daysOf(of))}
    group by money.method order by money.method`.execute(db)
  return rows
}

/**
 * Bills whose total differs from their lines or whose received amount differs from their receipts. `cents` is the
 * difference; a difference of the total has priority.
 */
async function findInconsistentBills(db: Database, companyCode: string): Promise<InconsistentBill[]> {
  const { rows } = await sql<InconsistentBill>`
    select customer.id as customer_id, customer.name as customer_name, bill.code,
      case when bill.total_cents <> coalesce(line.cents, 0) - bill.discount_cents
        then bill.total_cents - coalesce(line.cents, 0) + bill.discount_cents
        else bill.received_cents - coalesce(receipt.cents, 0) end as cents
    from customer_bill bill join customer on customer.id = bill.customer_id
      left join (select bill_id, sum(amount_cents)::bigint as cents from customer_bill_line group by bill_id) line
        on line.bill_id = bill.id
      left join (select bill_id, sum(amount_cents)::bigint as cents from bill_receipt
        where company_code = ${companyCode} group by bill_id) receipt on receipt.bill_id = bill.id
    where bill.company_code = ${companyCode} and bill.code is not null
      and (bill.total_cents <> coalesce(line.cents, 0) - bill.discount_cents
        or bill.received_cents <> coalesce(receipt.cents, 0))
    order by bill.id`.execute(db)
  return rows
}

const hasAmount = (row: object) =>
  Object.entries(row).some(([key, value]) => key.endsWith('Cents') && value !== 0)

/** The month's accounts from current data. */
export async function readTies(db: Database, of: CompanyMonth): Promise<Ties> {
  const counted = (await sumByCustomer(db, of)).map(({ customerId, customerName, ...sums }) => ({
    of: { customerId, customerName },
    sum: sums as Record<string, number>,
  }))
  const account = <R extends object>(rowOf: (sum: (name: string) => number) => R) =>
    counted
      .map(({ of: whose, sum }) => ({ ...whose, ...rowOf((name) => sum[name] ?? 0) }))
      .filter((row) => hasAmount(row))
  return {
    roll: account((sum) => ({
      openingCents: sum('billedBefore') - sum('voidedBefore') - sum('settledBefore'),
      billedCents: sum('billed'),
      receivedCents: sum('received'),
      byDepositCents: sum('byDeposit'),
      reducedCents: sum('writtenOff') + sum('voided'),
      closingCents: sum('standing') - sum('settled') + sum('settledLater'),
    })),
    advances: account((sum) => ({
      openingCents: sum('advanceBefore'),
      inCents: sum('advanceIn'),
      usedCents: sum('advanceUsed'),
      closingCents: sum('advanceAfter'),
    })),
    bridge: account((sum) => ({
      billedCents: sum('billedRevenue'),
      voidedCents: sum('voidedRevenue'),
      revenueCents: sum('revenue'),
      unbilledBeforeCents: sum('unbilledBefore'),
      unbilledAfterCents: sum('unbilledAfter'),
      aheadBeforeCents: sum('aheadBefore'),
      aheadAfterCents: sum('aheadAfter'),
    })),
    deposits: account((sum) => ({
      openingCents: sum('depositedBefore') + sum('refundedBefore') - sum('usedBefore'),
      receivedCents: sum('depositedNow'),
      refundedCents: 0 - sum('refunded'),
      usedCents: sum('byDeposit'),
      closingCents: heldAfter(sum),
    })),
    money: await moneyOf(db, of),
  }
}

/** Deposit held at the end of the month, from the stored totals of deposit bills. */
function heldAfter(sum: (name: string) => number): number {
  const received = sum('deposited') - sum('depositedLater')
  return received + sum('refundedBefore') + sum('refunded') - sum('usedBefore') - sum('byDeposit')
}

/** Accounts in the current snapshot of a closed month; null if the month is open or its snapshot has none. */
export async function findSnapshotTies(
  db: Database,
  { companyCode, month }: CompanyMonth,
): Promise<Ties | null> {
  const row = await db
    .selectFrom('monthlyFinancial as m')
    .innerJoin('monthlySnapshot as s', (join) =>
      join
        .onRef('s.companyCode', '=', 'm.companyCode')
        .onRef('s.monthOn', '=', 'm.monthOn')
        .onRef('s.no', '=', 'm.snapshotNo'),
    )
    .select(sql<Ties | null>`s.content -> 'ties'`.as('ties'))
    .where('m.companyCode', '=', companyCode)
    .where('m.monthOn', '=', `${month}-01`)
    .where('m.status', '=', 'closed')
    .executeTakeFirst()
  return row?.ties ?? null
}

async function findMerges(db: Database, companyCode: string): Promise<[number, number][]> {
  const rows = await db
    .selectFrom('customerMerge')
    .select(['keptId', 'mergedId'])
    .where('companyCode', '=', companyCode)
    .orderBy('id')
    .execute()
  return rows.map(({ keptId, mergedId }) => [keptId, mergedId])
}

/** Everything that the checks of a month need. */
export async function readTieFacts(db: Database, of: CompanyMonth): Promise<TieFacts> {
  return {
    ties: await readTies(db, of),
    inconsistent: await findInconsistentBills(db, of.companyCode),
    before: await findSnapshotTies(db, { ...of, month: monthBefore(of.month) }),
    merges: await findMerges(db, of.companyCode),
  }
}
