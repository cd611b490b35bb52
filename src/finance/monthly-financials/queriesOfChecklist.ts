import { sql } from 'kysely'
import { isBilledFor, wasServedIn } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import { FIRST_DAY, wasEmployed } from '#operations/attendance/queries.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { firstOf } from './queriesOfClosing.ts'

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
