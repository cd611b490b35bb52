import { sql } from 'kysely'
import { isBilledFor, wasServedIn } from '#clients/pricing/queries.ts'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import { FIRST_DAY, wasThere } from '#operations/attendance/queries.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { firstOf } from './queriesOfClosing.ts'

/** How many are open, of how many, and the first few by name. */
export interface Open {
  count: number
  of: number
  examples: string[]
}

/** Says of which stores a settlement of what was paid ahead, or a refund of a stop, was never proposed. Of `customer-bills`. */
export type FindUnproposed = (db: Database, of: CompanyMonth) => Promise<Open>

const SHOWN = 3

/** Counts rows `name, is_open`; the examples are the names with the most open rows. */
async function counted(db: Database, rows: ReturnType<typeof sql>): Promise<Open> {
  const found = await sql<Open>`with found (name, is_open) as (${rows})
    select (select count(*) from found where is_open)::int as count, (select count(*) from found)::int as of,
      array(select name from found where is_open group by name order by count(*) desc, name limit ${SHOWN}) as examples
    `.execute(db)
  return found.rows[0] ?? { count: 0, of: 0, examples: [] }
}

/** Each store of a company and the days of the month on which it was in service: `store_id, name, customer_id, on_day`. */
const servedDays = ({ companyCode, month }: CompanyMonth) => sql`
  select store.id as store_id, store.name, store.customer_id, day::date as on_day
  from (select store_id, status, from_on,
      lead(from_on) over (partition by store_id order by from_on, id) as until
    from store_state where company_code = ${companyCode}) state
    join store on store.id = state.store_id,
    generate_series(greatest(state.from_on, ${firstOf(month)}::date),
      least(state.until - 1, ${lastDayOf(month)}::date), interval '1 day') day
  where state.status = 'serving' and state.from_on <= ${lastDayOf(month)}::date`

/** Days on which a store was in service and nobody knows how much it was asked. */
export async function missingFigures(db: Database, of: CompanyMonth): Promise<Open> {
  return counted(
    db,
    sql`select served.name, coalesce(figures.consult_users, figures.consult_sessions, figures.handled_users) is null
      from (${servedDays(of)}) served
      left join store_daily figures on figures.store_id = served.store_id and figures.on_day = served.on_day`,
  )
}

/** Stores that were in service and are not billed for the month, neither themselves nor through their customer. */
export async function missingBills(db: Database, { companyCode, month }: CompanyMonth): Promise<Open> {
  return counted(
    db,
    sql`select store.name, not ${isBilledFor(month)} from store
      where store.company_code = ${companyCode} and ${wasServedIn(month)}`,
  )
}

/** Logs of the month's days that nobody has let pass. */
export async function openLogs(db: Database, { companyCode, month }: CompanyMonth): Promise<Open> {
  return counted(
    db,
    sql`select staff.name, worklog.status <> 'approved' from worklog join staff on staff.id = worklog.staff_id
      where worklog.company_code = ${companyCode}
        and worklog.on_day between ${firstOf(month)} and ${lastDayOf(month)}`,
  )
}

/** People who were there on a day of the month, as attendance has it (074), and have no base salary on one of its days. */
export async function unpaidPeople(db: Database, { companyCode, month }: CompanyMonth): Promise<Open> {
  const [first, last] = [firstOf(month), lastDayOf(month)]
  return counted(
    db,
    sql`select name, (select base_salary_cents from staff_pay where staff_id = staff.id and replaced_at is null
          and from_on <= greatest(${FIRST_DAY}, ${first}::date) order by from_on desc limit 1) is null
        or exists (select from staff_pay where staff_id = staff.id and replaced_at is null and base_salary_cents is null
          and from_on between greatest(${FIRST_DAY}, ${first}::date) and least(staff.left_on, ${last}::date))
      from staff where company_code = ${companyCode} and ${wasThere({ from: first, to: last })}`,
  )
}

/** Bills of the month that were never issued. */
export async function draftBills(db: Database, { companyCode, month }: CompanyMonth): Promise<Open> {
  return counted(
    db,
    sql`select coalesce(store.name, customer.name), b.status = 'draft' from customer_bill b
      join customer on customer.id = b.customer_id left join store on store.id = b.store_id
      where b.company_code = ${companyCode} and b.month_on = ${firstOf(month)} and b.status <> 'void'`,
  )
}

/** Claims of the month that wait for somebody's decision. */
export async function openClaims(db: Database, { companyCode, month }: CompanyMonth): Promise<Open> {
  return counted(
    db,
    sql`select b.code || ' ' || staff.name, b.status = 'submitted' from reimbursement_bill b
      join staff on staff.id = b.staff_id
      where b.company_code = ${companyCode} and b.month = ${month} and b.status <> 'draft'`,
  )
}
