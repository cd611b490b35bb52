import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { lastDayOf } from '#kit/calendar.ts'
import type { CompanyMonth } from './queriesOfClosing.ts'
import { firstOf } from './queriesOfClosing.ts'

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
