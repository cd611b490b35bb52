import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { billScope, IS_UNINVOICED } from '#billing/customer-bills/queries.ts'
import { isBilledFor, wasServedIn } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { lastDayOf } from '#kit/calendar.ts'

/** The number of bills, their sum in 分, and the oldest day among them. */
export interface BillSum {
  count: number
  cents: number
  oldestOn: Day | null
}

const ONE = { count: 0, cents: 0, oldestOn: null }

/** The drafts within reach; `oldestOn` is the first day of the oldest service month. */
export async function sumDrafts(db: Database, actor: Actor): Promise<BillSum> {
  const { rows } = await sql<BillSum>`
    select count(*)::int as count, coalesce(sum(total_cents), 0)::bigint as cents, min(month_on) as oldest_on
    from customer_bill where status = 'draft' and ${billScope(actor)}`.execute(db)
  return rows[0] ?? ONE
}

/**
 * Unpaid amounts past their due day. `count` equals the total of the list of overdue bills; `oldestOn` is the oldest
 * due day.
 */
export async function sumOverdue(
  db: Database,
  actor: Actor,
  on: Day,
): Promise<BillSum & { customers: number }> {
  const { rows } = await sql<BillSum & { customers: number }>`
    select count(*)::int as count, count(distinct customer_id)::int as customers, min(due_on) as oldest_on,
      coalesce(sum(total_cents - received_cents), 0)::bigint as cents
    from customer_bill where status in ('open', 'partial') and total_cents > 0 and due_on < ${on}
      and ${billScope(actor)}`.execute(db)
  return rows[0] ?? { ...ONE, customers: 0 }
}

/** An overdue customer, with the last contact. */
export interface LateCustomer {
  customerId: number
  customerName: string
  bills: number
  cents: number
  oldestOn: Day
  /** The day of the latest note or completed follow-up. */
  contactOn: Day | null
  contact: string | null
}

/** The overdue customers, longest overdue first. */
export async function findLate(db: Database, actor: Actor, on: Day, limit: number): Promise<LateCustomer[]> {
  const { rows } = await sql<LateCustomer>`
    select late.*, customer.name as customer_name,
      to_char(said.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as contact_on, said.text as contact
    from (
      select customer_id, count(*)::int as bills, sum(total_cents - received_cents)::bigint as cents, min(due_on) as oldest_on
      from customer_bill where status in ('open', 'partial') and total_cents > 0 and due_on < ${on} and ${billScope(actor)}
      group by customer_id order by min(due_on), customer_id limit ${limit}) late
      join customer on customer.id = late.customer_id
      left join lateral (
        select at, text from (
          select created_at as at, text from customer_note where customer_id = late.customer_id
          union all
          select done_at, text from follow_up where customer_id = late.customer_id and done_at is not null) contacts
        order by at desc limit 1) said on true
    order by late.oldest_on, late.customer_id`.execute(db)
  return rows
}

/**
 * Amounts received in a month by receipt day, including deposits, and unpaid amounts of bills due by its end, in 分.
 * Payments from a deposit and write-offs are not received money.
 */
export async function sumCollected(
  db: Database,
  actor: Actor,
  month: string,
): Promise<{ receivedCents: number; owedCents: number }> {
  const { rows } = await sql<{ receivedCents: number; owedCents: number }>`
    select
      (select coalesce(sum(r.amount_cents), 0)::bigint from bill_receipt r
        join customer_bill on customer_bill.id = r.bill_id
        where r.on_day between ${`${month}-01`} and ${lastDayOf(month)} and r.method not in ('deposit', 'opening', 'writeoff')
          and ${billScope(actor)}) as received_cents,
      (select coalesce(sum(total_cents - received_cents), 0)::bigint from customer_bill
        where status in ('open', 'partial') and total_cents > 0 and due_on <= ${lastDayOf(month)}
          and ${billScope(actor)}) as owed_cents`.execute(db)
  return rows[0] ?? { receivedCents: 0, owedCents: 0 }
}

/** The number of bills without an invoice, and how many of them are paid. */
export async function countUninvoiced(db: Database, actor: Actor): Promise<{ count: number; paid: number }> {
  const { rows } = await sql<{ count: number; paid: number }>`
    select count(*)::int as count, count(*) filter (where status = 'paid')::int as paid
    from customer_bill where ${IS_UNINVOICED} and ${billScope(actor)}`.execute(db)
  return rows[0] ?? { count: 0, paid: 0 }
}

/** The counts of finance's tasks that block closing a month of a company. */
export async function countClosing(db: Database, companyCode: string, month: string) {
  const first = `${month}-01`
  const { rows } = await sql<{ draftBills: number; missingBills: number; rerates: number; claims: number }>`
    select
      (select count(*)::int from customer_bill
        where company_code = ${companyCode} and month_on = ${first} and status = 'draft') as draft_bills,
      (select count(*)::int from store
        where store.company_code = ${companyCode} and ${wasServedIn(month)} and not ${isBilledFor(month)}) as missing_bills,
      (select count(*)::int from rerate
        where company_code = ${companyCode} and month_on = ${first} and state = 'pending') as rerates,
      (select count(*)::int from reimbursement_bill
        where company_code = ${companyCode} and month = ${month} and status = 'submitted') as claims`.execute(
    db,
  )
  return rows[0] ?? { draftBills: 0, missingBills: 0, rerates: 0, claims: 0 }
}
