import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { isBilledFor, lacksPriceIn, wasServedIn } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { lastDayOf, monthOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { scope } from '#kit/scope.ts'
import { FIRST_DAY, wasEmployed } from '#operations/attendance/queries.ts'
import { type CompanyMonth, findLatestClosed, firstOf } from './closingQueries.ts'
import type { MonthPage, MonthStep } from './contract.ts'
import type { MonthStore, ResultFacts } from './resultFacts.ts'

/** Number of records that the closing of a month locks. */
export interface DocumentCounts {
  bills: number
  receipts: number
  claims: number
  manualLines: number
  storeDays: number
  worklogs: number
  /** Number of people whose pay is stored with the latest snapshot. */
  paySheets: number
}

/**
 * Counts the records of a company's month: bills, claims, manual lines and pay by their month, all others by their day.
 */
export async function countDocuments(
  db: Database,
  { companyCode, month }: CompanyMonth,
): Promise<DocumentCounts> {
  const first = firstOf(month)
  const days = sql`company_code = ${companyCode} and on_day between ${first}::date and ${lastDayOf(month)}::date`
  const { rows } = await sql<DocumentCounts>`select
    (select count(*) from customer_bill where company_code = ${companyCode} and month_on = ${first}::date
      and status not in ('draft', 'void')) as bills,
    (select count(*) from bill_receipt where ${days}) as receipts,
    (select count(*) from reimbursement_bill where company_code = ${companyCode} and month = ${month}
      and status in ('approved', 'paid')) as claims,
    (select count(*) from monthly_manual_line where company_code = ${companyCode} and month_on = ${first}::date)
      as manual_lines,
    (select count(*) from store_daily where ${days}) as store_days,
    (select count(*) from worklog where ${days}) as worklogs,
    (select count(*) from payroll_month where company_code = ${companyCode} and month_on = ${first}::date
      and no = (select max(no) from payroll_month
        where company_code = ${companyCode} and month_on = ${first}::date)) as pay_sheets`.execute(db)
  return rows[0] as DocumentCounts
}

/** A company whose months the user may read. */
export interface ManagedCompany {
  code: string
  status: string
  /** First month of its books, `2026-06`; null if not set yet. */
  booksFrom: string | null
}

/** Companies in scope whose months the user may read: `code`, or all of them. Throws NOT_FOUND if there are none. */
export async function findManagedCompanies(
  db: Database,
  actor: Actor,
  code: string | undefined,
): Promise<ManagedCompany[]> {
  let query = db
    .selectFrom('company')
    .select(['code', 'status', 'booksFrom'])
    .where(scope(actor, 'canManageMonthlyFinancial', { company: 'company.code' }))
    .orderBy('code')
  if (code) query = query.where('code', '=', code)
  const companies = await query.execute()
  if (companies.length === 0) throw notFound('公司')
  return companies.map(({ booksFrom, ...company }) => ({
    ...company,
    booksFrom: booksFrom && monthOf(booksFrom),
  }))
}

/** First month in the books of any of the companies; null if none has begun its books. */
export async function findFirstBooked(
  db: Database,
  companies: readonly ManagedCompany[],
): Promise<string | null> {
  const { first } = await db
    .selectFrom('company')
    .select(sql<string | null>`min(books_from)`.as('first'))
    .where(sql<boolean>`code = any(${companies.map(({ code }) => code)})`)
    .executeTakeFirstOrThrow()
  return first ? monthOf(first) : null
}

/**
 * SQL of `span` and `served`: the days of a month on which stores were in service; of two states on a day the later
 * counts.
 */
function servedSpans({ companyCode, month }: CompanyMonth) {
  const last = lastDayOf(month)
  return sql`
    span as (
      select store_id, status, from_on,
        coalesce(lead(from_on) over (partition by store_id order by from_on, id) - 1, ${last}::date) as to_on
      from store_state where company_code = ${companyCode} and from_on <= ${last}),
    served as (
      select store_id, greatest(from_on, ${`${month}-01`}::date) as from_on, to_on
      from span where status = 'serving' and to_on >= greatest(from_on, ${`${month}-01`}::date))`
}

type NamedStore = MonthStore & { customerName: string }

/** The company's stores that were in service on a day of the month, and those in `ids`, by id. */
export async function findMonthStores(
  db: Database,
  of: CompanyMonth,
  ids: ReadonlySet<number>,
): Promise<NamedStore[]> {
  const selectStores = sql`select store.id, store.name, store.customer_id, customer.name as customer_name
    from store join customer on customer.id = store.customer_id`
  const { rows } = await sql<NamedStore>`
    with ${servedSpans(of)} ${selectStores} where store.id in (select store_id from served) order by store.id`.execute(
    db,
  )
  const foundIds = new Set(rows.map(({ id }) => id))
  // Usually none: most stores with amounts in the month were in service.
  const others = [...ids].filter((id) => !foundIds.has(id))
  if (others.length === 0) return rows
  const more = await sql<NamedStore>`${selectStores} where store.id = any(${others})`.execute(db)
  return [...rows, ...more.rows].sort((a, b) => a.id - b.id)
}

/** Agents who served the stores; weight: Σ served days × share. */
export async function findServed(db: Database, of: CompanyMonth): Promise<ResultFacts['served']> {
  const { rows } = await sql<ResultFacts['served'][number]>`
    with ${servedSpans(of)}
    select served.store_id, duty.staff_id, sum(duty.share_percent * (1 +
      least(served.to_on, duty.to_on) - greatest(served.from_on, duty.from_on)))::int as weight
    from served join store_assignment duty on duty.store_id = served.store_id
      and duty.from_on <= served.to_on and (duty.to_on is null or duty.to_on >= served.from_on)
    where duty.share_percent > 0
    group by served.store_id, duty.staff_id order by served.store_id, duty.staff_id`.execute(db)
  return rows
}

export async function findCustomerNames(
  db: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'name'])
    .where(sql<boolean>`id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Names of staff, with the names of their team heads. */
export async function findPeople(db: Database, ids: readonly number[]): Promise<ResultFacts['people']> {
  const rows = await db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['staff.id', 'staff.name', 'head.name as headName'])
    .where(sql<boolean>`staff.id = any(${ids})`)
    .execute()
  return new Map(rows.map(({ id, ...person }) => [id, person]))
}

interface NewStep extends CompanyMonth {
  action: MonthStep['action']
  snapshotNo: number
  reason?: string
  waived?: MonthStep['waived']
  by: number | null
  at: Date
}

/** Inserts a step of a month. */
export async function insertStep(db: Database, step: NewStep): Promise<void> {
  const { companyCode, month, action, snapshotNo, reason = null, waived = [], by, at } = step
  await db
    .insertInto('monthlyStep')
    .values({
      companyCode,
      monthOn: firstOf(month),
      action,
      snapshotNo,
      reason,
      waived: JSON.stringify(waived),
      byId: by,
      at,
    })
    .execute()
}

/** Reads the steps of a month, newest first; a closing has the hash of its snapshot. */
async function findSteps(db: Database, { companyCode, month }: CompanyMonth): Promise<MonthStep[]> {
  const rows = await db
    .selectFrom('monthlyStep as p')
    .leftJoin('staffName as staff', 'staff.id', 'p.byId')
    .leftJoin('monthlySnapshot as s', (join) =>
      join
        .onRef('s.companyCode', '=', 'p.companyCode')
        .onRef('s.monthOn', '=', 'p.monthOn')
        .onRef('s.no', '=', 'p.snapshotNo')
        .on('p.action', '=', 'close'),
    )
    .select(['p.id', 'p.action', 'p.snapshotNo', 's.hash', 'p.reason', 'p.waived', 'p.at'])
    .select(sql<string>`coalesce(staff.name, '')`.as('byName'))
    .where('p.companyCode', '=', companyCode)
    .where('p.monthOn', '=', firstOf(month))
    .orderBy('p.id', 'desc')
    .execute()
  return rows.map(({ waived, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    waived: waived as MonthStep['waived'],
  }))
}

/** Reads the closing history of a company's month, as shown to the actor. */
export async function findHistory(
  db: Database,
  actor: { id: number },
  of: CompanyMonth,
): Promise<Pick<MonthPage, 'steps' | 'isLatestClosed' | 'reopening'>> {
  const isLatestClosed = (await findLatestClosed(db, of.companyCode)) === of.month
  const request = await db
    .selectFrom('monthlyFinancial as m')
    .innerJoin('staffName as staff', 'staff.id', 'm.reopeningBy')
    .select(['staff.id', 'staff.name as byName', 'm.reopeningWhy as reason', 'm.reopeningAt as at'])
    .where('m.companyCode', '=', of.companyCode)
    .where('m.monthOn', '=', firstOf(of.month))
    .executeTakeFirst()
  const reopening =
    // A request cannot be confirmed once a later month is closed.
    request?.at && isLatestClosed
      ? {
          byName: request.byName,
          mine: request.id === actor.id,
          reason: request.reason ?? '',
          at: request.at.toISOString(),
        }
      : null
  return { steps: await findSteps(db, of), isLatestClosed, reopening }
}

/** Ids of the other active admins of a company. */
export async function findOtherAdmins(db: Database, companyCode: string, staffId: number): Promise<number[]> {
  const others = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', 1)
    .where('status', '=', 'active')
    .where('id', '!=', staffId)
    .orderBy('id')
    .execute()
  return others.map(({ id }) => id)
}

/** Number of open cases and of all cases, and the names of the first ones. */
export interface OpenCases {
  count: number
  of: number
  examples: string[]
}

/**
 * Finds stores without a proposed settlement of a prepaid month, or a proposed refund after a stop; implemented by
 * `customer-bills`.
 */
export type FindUnproposed = (db: Database, of: CompanyMonth) => Promise<OpenCases>

const MAX_EXAMPLES = 3

/** Adds up rows of `name, open, all`; the examples are the names with the most open cases. */
async function countOpen(db: Database, rows: ReturnType<typeof sql>): Promise<OpenCases> {
  const found = await sql<OpenCases>`with found (name, open, whole) as materialized (${rows})
    select (select coalesce(sum(open), 0) from found)::int as count, (select coalesce(sum(whole), 0) from found)::int as of,
      array(select name from found where open > 0 group by name order by sum(open) desc, name limit ${MAX_EXAMPLES}) as examples
    `.execute(db)
  return found.rows[0] ?? { count: 0, of: 0, examples: [] }
}

/** Days in service without a volume, by store. */
export async function missingFigures(db: Database, { companyCode, month }: CompanyMonth): Promise<OpenCases> {
  const [first, last] = [firstOf(month), lastDayOf(month)]
  return countOpen(
    db,
    sql`select store.name, days - known, days
      from (select span.store_id, 1 + span.to_on - span.from_on as days,
          count(coalesce(figures.consult_users, figures.consult_sessions, figures.handled_users)) as known
        from (select store_id, status, greatest(from_on, ${first}::date) as from_on,
            least(lead(from_on) over (partition by store_id order by from_on, id) - 1, ${last}::date) as to_on
          from store_state where company_code = ${companyCode}) span
          left join store_daily figures on figures.store_id = span.store_id
            and figures.on_day between span.from_on and span.to_on
            and figures.on_day between ${first} and ${last}
        where span.status = 'serving' and span.from_on <= span.to_on
        group by span.store_id, span.from_on, span.to_on) served
      join store on store.id = served.store_id`,
  )
}

/** Stores that were in service and have no bill for the month, neither their own nor one of their customer. */
export async function missingBills(db: Database, { companyCode, month }: CompanyMonth): Promise<OpenCases> {
  return countOpen(
    db,
    sql`select store.name, (not ${isBilledFor(month)})::int, 1 from store
      where store.company_code = ${companyCode} and ${wasServedIn(month)}`,
  )
}

/** Stores that were in service on a day without a price, for which no bill was issued. */
export async function unpricedStores(db: Database, { companyCode, month }: CompanyMonth): Promise<OpenCases> {
  return countOpen(
    db,
    sql`select store.name, ${lacksPriceIn(month)}::int, 1 from store
      where store.company_code = ${companyCode} and ${wasServedIn(month)}`,
  )
}

/** Work logs of the month's days that are not approved. */
export async function openLogs(db: Database, { companyCode, month }: CompanyMonth): Promise<OpenCases> {
  return countOpen(
    db,
    sql`select staff.name, (worklog.status <> 'approved')::int, 1 from worklog join staff on staff.id = worklog.staff_id
      where worklog.company_code = ${companyCode}
        and worklog.on_day between ${firstOf(month)} and ${lastDayOf(month)}`,
  )
}

/** Staff who were present on a day of the month, as in attendance (074), without a base salary on one of its days. */
export async function unpaidPeople(db: Database, { companyCode, month }: CompanyMonth): Promise<OpenCases> {
  const [first, last] = [firstOf(month), lastDayOf(month)]
  return countOpen(
    db,
    sql`select name, ((select base_salary_cents from staff_pay where staff_id = staff.id and replaced_at is null
          and from_on <= greatest(${FIRST_DAY}, ${first}::date) order by from_on desc limit 1) is null
        or exists (select from staff_pay where staff_id = staff.id and replaced_at is null and base_salary_cents is null
          and from_on between greatest(${FIRST_DAY}, ${first}::date) and least(staff.left_on, ${last}::date)))::int, 1
      from staff where company_code = ${companyCode} and ${wasEmployed({ from: first, to: last })}`,
  )
}

/** Draft bills of the month. */
export async function draftBills(db: Database, { companyCode, month }: CompanyMonth): Promise<OpenCases> {
  return countOpen(
    db,
    sql`select coalesce(store.name, customer.name), (b.status = 'draft')::int, 1 from customer_bill b
      join customer on customer.id = b.customer_id left join store on store.id = b.store_id
      where b.company_code = ${companyCode} and b.month_on = ${firstOf(month)} and b.status <> 'void'`,
  )
}

/** Claims of the month that await a decision. */
export async function openClaims(db: Database, { companyCode, month }: CompanyMonth): Promise<OpenCases> {
  return countOpen(
    db,
    sql`select b.code || ' ' || staff.name, (b.status = 'submitted')::int, 1 from reimbursement_bill b
      join staff on staff.id = b.staff_id
      where b.company_code = ${companyCode} and b.month = ${month} and b.status <> 'draft'`,
  )
}
