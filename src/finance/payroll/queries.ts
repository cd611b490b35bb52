import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { type ExpectedPay, expectedOf } from './expected.ts'
import { findSalesDays } from './factQueries.ts'
import { insertFrozen } from './frozenQueries.ts'
import { findShareSums, sumShares } from './shareQueries.ts'
import { otherSheets, type PaySheet, paySheets } from './sheets.ts'

/** Payroll costs of a company's month, in 分: `shares` by store and agent, `others` by person. */
export interface MonthPayroll {
  shares: { storeId: number; staffId: number; salaryCents: number; commissionCents: number }[]
  /** Base pay, seniority and corrections, without zero amounts. */
  others: { staffId: number; cents: number }[]
  /** Pay sheets of all people; saved when the month is closed. */
  sheets: readonly PaySheet[]
}

/** Calculates the payroll of a company's month (`'2026-05'`) from current data. */
export async function payrollOfMonth(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<MonthPayroll> {
  const sheets = await paySheets(db, of)
  return {
    sheets,
    shares: sheets.flatMap(({ staffId, stores }) =>
      stores.map(({ storeId, salaryCents, commissionCents }) => ({
        storeId,
        staffId,
        salaryCents,
        commissionCents,
      })),
    ),
    others: othersOf(sheets),
  }
}

function othersOf(sheets: readonly PaySheet[]): MonthPayroll['others'] {
  return sheets
    .map(({ staffId, baseCents, seniorityCents, correctionCents }) => ({
      staffId,
      cents: baseCents + seniorityCents + correctionCents,
    }))
    .filter(({ cents }) => cents !== 0)
}

/** Earnings per person and store in a month, calculated in the database without daily details. */
export async function storePay(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<MonthPayroll['shares']> {
  return findShareSums(db, of)
}

/** Base pay, seniority and corrections of a month by person, without zero amounts. */
export async function otherPay(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<MonthPayroll['others']> {
  return othersOf(await otherSheets(db, of))
}

/** Payroll totals of a month: `shares` has a single total, `others` is by person. */
export async function sumsOfPay(db: Database, of: { companyCode: string; month: string }) {
  return { shares: [await sumShares(db, of)], others: await otherPay(db, of) }
}

/** A person's pay for a month from current data, in 分; null if the person is not on the sheet. */
export async function payOfMonth(
  db: Database,
  of: { companyCode: string; staffId: number; month: string },
): Promise<number | null> {
  const [sheet] = await paySheets(db, of)
  return sheet?.totalCents ?? null
}

/** Saves the payroll of a month that is being closed. */
export async function freezePayroll(
  db: Database,
  of: { companyCode: string; month: string },
  sheets: readonly PaySheet[],
): Promise<void> {
  await insertFrozen(db, of, sheets)
}

/** Expected pay of a company's month to its end, from data known on a day. */
export async function expectedPay(
  db: Database,
  { today, ...of }: { companyCode: string; month: string; today: Day },
): Promise<ExpectedPay> {
  const sheets = await paySheets(db, of)
  const selling = sheets
    .flatMap(({ stores }) => stores)
    .filter(({ commissionCents }) => commissionCents !== 0)
  const days = await findSalesDays(db, of.month, [...new Set(selling.map(({ storeId }) => storeId))])
  return expectedOf(sheets, days, today)
}
