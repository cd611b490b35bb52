import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { billScope, IS_UNINVOICED } from '#billing/customer-bills/queries.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { isBilledFor, wasServedIn, withPricing } from '#clients/pricing/queries.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import { type Day, lastDayOf, monthBefore, monthOf } from '#kit/calendar.ts'
import { batchScope } from '#operations/imports/queries.ts'
import { findRosteredStates, logScope } from '#operations/worklogs/queries.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { Visit } from './visits.ts'

/** By store id: the agents assigned on a day, and the last day before it with figures. */
export async function findSilence(db: Database, storeIds: readonly number[], on: Day) {
  const { rows } = await sql<{ storeId: number; agents: string[]; lastReportedOn: Day | null }>`
    select store.id as store_id,
      array(select agent.name from store_assignment a join staff agent on agent.id = a.staff_id
        where a.store_id = store.id and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
        group by agent.id order by agent.name_pinyin, agent.id) as agents,
      (select d.on_day from store_daily d
        where d.store_id = store.id and d.on_day < ${on}
          and coalesce(d.consult_users, d.consult_sessions, d.handled_users) is not null
        order by d.on_day desc limit 1) as last_reported_on
    from store where store.id = any(${storeIds})`.execute(db)
  return new Map(rows.map((row) => [row.storeId, row]))
}

/** The number of days covered by the series of stores in service. */
const SERVING_DAYS = 30

/**
 * The number of stores within reach in service on each of the last days, ending today: counted back from today's number
 * by the later state changes.
 */
export async function findServingSeries(
  db: Database,
  reach: Expression<SqlBool>,
  on: Day,
): Promise<number[]> {
  const { rows } = await sql<{ serving: number }>`
    with change as (
      select s.from_on, (s.status = 'serving')::int - (before.status is not distinct from 'serving')::int as step
      from store_state s join store on store.id = s.store_id
        left join lateral (select status from store_state b where b.store_id = s.store_id
          and (b.from_on, b.id) < (s.from_on, s.id) order by b.from_on desc, b.id desc limit 1) before on true
      where s.from_on > ${on}::date - ${SERVING_DAYS}::int and ${reach}),
    today as (
      select count(*) as n from store where store.status = 'serving' and ${reach})
    select (today.n - coalesce(sum(step) filter (where from_on > day and from_on <= ${on}), 0))::int as serving
    from generate_series(0, ${SERVING_DAYS - 1}::int) back
      cross join lateral (select ${on}::date - back as day) that
      cross join today left join change on true
    group by day, today.n order by day`.execute(db)
  return rows.map(({ serving }) => serving)
}

/** The number of stores within reach that are on trial or in service. */
export async function countRunningStores(db: Database, reach: Expression<SqlBool>): Promise<number> {
  const { count } = await db
    .selectFrom('store')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', 'in', ['trial', 'serving'])
    .where(reach)
    .executeTakeFirstOrThrow()
  return count
}

/** The names of those whose logs the actor reviews and who have not submitted the log of a past day. */
export async function findMissingLogs(db: Database, actor: Actor, on: Day): Promise<string[]> {
  const people = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where(staffScope(actor, 'canReviewWorklog'))
    .where('id', '!=', actor.id)
    .orderBy('namePinyin')
    .orderBy('id')
    .execute()
  const staffIds = people.map(({ id }) => id)
  const states = await findRosteredStates(db, { companyCode: actor.companyCode, on, staffIds })
  const open = states.filter(({ state }) => ['missing', 'draft', 'returned'].includes(state))
  const ids = new Set(open.map(({ staffId }) => staffId))
  return people.flatMap(({ id, name }) => (ids.has(id) ? name : []))
}

/** The last saved visit of a person. */
export async function findVisit(db: Database, staffId: number): Promise<Visit | undefined> {
  return db
    .selectFrom('visit')
    .select(['beganAt', 'seenAt', 'beforeAt'])
    .where('staffId', '=', staffId)
    .executeTakeFirst()
}

/** Saves the visit of a person. */
export async function setVisit(db: Database, staffId: number, visit: Visit): Promise<void> {
  await db
    .insertInto('visit')
    .values({ staffId, ...visit })
    .onConflict((conflict) => conflict.column('staffId').doUpdateSet(visit))
    .execute()
}

/** The reasons why a customer is at risk, most urgent first. */
export const RISKS = ['zero', 'fall', 'overdue', 'ending'] as const
export type Risk = (typeof RISKS)[number]

export interface RiskRow {
  customerId: number
  customerName: string
  why: Risk
  /** zero and fall: change in basis points; overdue and ending: days. */
  value: number | null
  /** The id of the warning, for zero and fall. */
  warningId: number | null
}

/** Customers overdue for more days than this are listed. */
const LATE_DAYS = 7

/**
 * Customers within reach whose volume fell, who are overdue for more than a week, or whose contract ends: one row per
 * reason.
 */
export async function findRisks(
  db: Database,
  actor: Actor,
  { on, endsBy }: { on: Day; endsBy: Day },
): Promise<RiskRow[]> {
  const { rows } = await sql<RiskRow>`
    select customer.id as customer_id, customer.name as customer_name, risk.why, risk.value, risk.warning_id
    from (
      select customer_id, kind as why, value, id as warning_id from warning
        where status in ('pending', 'handling') and kind in ('zero', 'fall')
      union all
      select customer_id, 'overdue', max(${on}::date - due_on), null::int from customer_bill
        where status in ('open', 'partial') and total_cents > 0 and due_on < ${on}::date - ${LATE_DAYS}::int
          and ${billScope(actor)}
        group by customer_id
      union all
      select id, 'ending', contract_end_on - ${on}::date, null from customer
        where status in ('trial', 'active', 'paused') and contract_end_on between ${on}::date and ${endsBy}::date) risk
      join customer on customer.id = risk.customer_id
    where ${customerScope(actor, 'canWarningCustomer', on)}
    order by customer.id`.execute(db)
  return rows
}

/** A store in service, with the pricing of a day and the daily mean volume of the previous month. */
export interface FeeRow {
  customerId: number
  pricing: Pricing
  meanVolume: number | null
}

/** The stores in service of some customers, without those that have no terms. */
export async function findFees(db: Database, customerIds: readonly number[], on: Day): Promise<FeeRow[]> {
  const before = monthBefore(monthOf(on))
  const { rows } = await sql<Omit<FeeRow, 'pricing'> & { pricing: unknown }>`
    select store.customer_id, terms.pricing,
      (select volume::float8 / volume_days from store_month
        where store_id = store.id and month_on = date_trunc('month', ${lastDayOf(before)}::date) and volume_days > 0
      ) as mean_volume
    from store cross join lateral (
        select pricing from store_terms where store_id = store.id and from_on <= ${on} and replaced_at is null
        order by from_on desc, id desc limit 1) terms
    where store.customer_id = any(${[...customerIds]}::int[]) and store.status = 'serving'`.execute(db)
  return rows.map(withPricing)
}

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

/** Overdue bills, their customers, and all unpaid bills, due or not. */
export interface OverdueSum extends BillSum {
  customers: number
  unpaid: number
}

/**
 * Unpaid amounts past their due day. `count` equals the total of the list of overdue bills; `oldestOn` is the oldest
 * due day.
 */
export async function sumOverdue(db: Database, actor: Actor, on: Day): Promise<OverdueSum> {
  const late = sql`filter (where due_on < ${on})`
  const { rows } = await sql<OverdueSum>`
    select count(*) ${late}::int as count, count(distinct customer_id) ${late}::int as customers,
      min(due_on) ${late} as oldest_on, coalesce(sum(total_cents - received_cents) ${late}, 0)::bigint as cents,
      count(*)::int as unpaid
    from customer_bill where status in ('open', 'partial') and total_cents > 0 and ${billScope(actor)}`.execute(
    db,
  )
  return rows[0] ?? { ...ONE, customers: 0, unpaid: 0 }
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

interface ClosingCounts {
  documents: number
  draftBills: number
  missingBills: number
  rerates: number
  claims: number
}

/** The counts of finance's tasks that block closing a month of a company, and of all its bills and claims. */
export async function countClosing(db: Database, companyCode: string, month: string) {
  const first = `${month}-01`
  const { rows } = await sql<ClosingCounts>`
    select
      ((select count(*) from customer_bill
          where company_code = ${companyCode} and month_on = ${first} and status <> 'void')
        + (select count(*) from reimbursement_bill
          where company_code = ${companyCode} and month = ${month} and status <> 'draft'))::int as documents,
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
  return rows[0] ?? { documents: 0, draftBills: 0, missingBills: 0, rerates: 0, claims: 0 }
}

/** The reader, the day, and the start of the period. */
export interface SincePeriod {
  actor: Actor
  on: Day
  since: Date
}

/** Maximum number of lines per kind; the events of a kind by one person form one line. */
const MAX_LINES = 10

/** Imports by colleagues: number of stores and range of days per person. */
export async function findImports(db: Database, { actor, on, since }: SincePeriod) {
  return db
    .selectFrom('importBatch')
    .innerJoin('staffName as staff', 'staff.id', 'importBatch.createdBy')
    .innerJoin('importGroup', 'importGroup.batchId', 'importBatch.id')
    .where('importBatch.status', '=', 'committed')
    .where('importBatch.committedAt', '>', since)
    .where('importBatch.createdBy', '!=', actor.id)
    .where('importGroup.committed', '=', true)
    .where(batchScope(actor, on))
    .groupBy(['staff.id', 'staff.name'])
    .select([
      'staff.id',
      'staff.name as byName',
      sql<Date>`max(import_batch.committed_at)`.as('at'),
      sql<number>`count(distinct import_group.store_id)`.as('stores'),
      sql<Day>`min(import_group.on_day)`.as('from'),
      sql<Day>`max(import_group.on_day)`.as('to'),
    ])
    .orderBy('at', 'desc')
    .limit(MAX_LINES)
    .execute()
}

/** Logs reviewed by others: the actor's own approved ones, and those of other people within reach. */
export async function findReviews(db: Database, { actor, since }: SincePeriod) {
  // A literal: with a parameter, PostgreSQL would not recognize the expression in `group by`.
  const isOwn = sql<boolean>`worklog.staff_id = ${sql.lit(actor.id)}`
  return (
    db
      .selectFrom('worklog')
      .innerJoin('staff as author', 'author.id', 'worklog.staffId')
      .innerJoin('staffName as reviewer', 'reviewer.id', 'worklog.reviewedBy')
      .where(logScope(actor, 'canReportWorklog'))
      .where('worklog.reviewedAt', '>', since)
      .where('worklog.reviewedBy', '!=', actor.id)
      // The author of a returned log gets a notice instead.
      .where(sql<SqlBool>`(worklog.status = 'approved' or worklog.status = 'returned' and not ${isOwn})`)
      .groupBy(['reviewer.id', 'reviewer.name', 'worklog.status', isOwn])
      .select([
        'reviewer.id',
        'reviewer.name as byName',
        'worklog.status',
        isOwn.as('isOwn'),
        sql<Date>`max(worklog.reviewed_at)`.as('at'),
        sql<number>`count(*)`.as('count'),
        sql<Day>`max(worklog.on_day)`.as('on'),
      ])
      .orderBy('at', 'desc')
      .limit(MAX_LINES)
      .execute()
  )
}

/** Stores whose status changed, with the latest names per group. */
export async function findStates(db: Database, { actor, on, since }: SincePeriod) {
  return db
    .selectFrom('storeState')
    .innerJoin('store', 'store.id', 'storeState.storeId')
    .leftJoin('staffName as author', 'author.id', 'storeState.createdBy')
    .where(readableStores(actor, on))
    .where('storeState.createdAt', '>', since)
    .where(sql<SqlBool>`store_state.created_by is distinct from ${actor.id}`)
    .groupBy(['author.id', 'author.name', 'storeState.status'])
    .select([
      'author.id',
      'author.name as byName',
      'storeState.status',
      sql<Date>`max(store_state.created_at)`.as('at'),
      sql<number>`count(distinct store.id)`.as('count'),
      sql<number>`max(store.id)`.as('storeId'),
      namesOf(sql`store.name`, sql`store_state.id`).as('names'),
    ])
    .orderBy('at', 'desc')
    .limit(MAX_LINES)
    .execute()
}

/** Customers transferred to another owner. */
export async function findTransfers(db: Database, { actor, on, since }: SincePeriod) {
  return (
    db
      .selectFrom('customerOwner')
      .innerJoin('customer', 'customer.id', 'customerOwner.customerId')
      .innerJoin('staff as owner', 'owner.id', 'customerOwner.ownerId')
      .leftJoin('staffName as author', 'author.id', 'customerOwner.createdBy')
      .where(customerScope(actor, 'canReadCustomer', on))
      .where('customerOwner.fromAt', '>', since)
      .where(sql<SqlBool>`customer_owner.created_by is distinct from ${actor.id}`)
      // The first owner of a new customer does not count as a transfer.
      .where(sql<SqlBool>`exists (select from customer_owner before
      where before.customer_id = customer.id and before.id < customer_owner.id)`)
      .groupBy(['owner.id', 'owner.name', 'author.id', 'author.name'])
      .select([
        'owner.id as ownerId',
        'owner.name as ownerName',
        'author.id',
        'author.name as byName',
        sql<Date>`max(customer_owner.from_at)`.as('at'),
        sql<number>`count(distinct customer.id)`.as('count'),
        sql<number>`max(customer.id)`.as('customerId'),
        namesOf(sql`customer.name`, sql`customer_owner.id`).as('names'),
      ])
      .orderBy('at', 'desc')
      .limit(MAX_LINES)
      .execute()
  )
}

/** New warnings, one line per week. */
export async function findNewWarnings(db: Database, { actor, on, since }: SincePeriod) {
  return db
    .selectFrom('warning')
    .innerJoin('customer', 'customer.id', 'warning.customerId')
    .where(customerScope(actor, 'canWarningCustomer', on))
    .where('warning.createdAt', '>', since)
    .groupBy('warning.weekOn')
    .select([
      'warning.weekOn',
      sql<Date>`max(warning.created_at)`.as('at'),
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where warning.level = 'red')`.as('red'),
    ])
    .orderBy('at', 'desc')
    .limit(MAX_LINES)
    .execute()
}

/** The three latest names of a group. */
function namesOf(name: Expression<unknown>, order: Expression<unknown>) {
  return sql<string[]>`(array_agg(${name} order by ${order} desc))[1:3]`
}
