import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import type { ExpectedPay } from './expected.ts'
import { expectedOf } from './expected.ts'
import { findSalesDays } from './queriesOfExpected.ts'
import { insertFrozen } from './queriesOfFrozen.ts'
import { findShareSums, sumShares } from './queriesOfShares.ts'
import type { PaySheet } from './sheets.ts'
import { otherSheets, paySheets } from './sheets.ts'

/** What the people of a company cost in a month, in 分: `shares` by store and agent, `others` by person alone. */
export interface MonthPayroll {
  shares: { storeId: number; staffId: number; salaryCents: number; commissionCents: number }[]
  /** Base pay, seniority and corrections, of everybody who has any. */
  others: { staffId: number; cents: number }[]
  /** Everybody's pay to the day: what a closing keeps. */
  sheets: readonly PaySheet[]
}

/** The payroll of a company's month (`'2026-05'`) as it stands now. */
export async function payrollOfMonth(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<MonthPayroll> {
  const sheets = await paySheets(db, of)
  return {
    sheets,
    shares: sheets.flatMap(({ staffId, stores }) =>
      stores.map(({ storeId, salaryCents, commissionCents }) => ({
        ...{ storeId, staffId, salaryCents, commissionCents },
      })),
    ),
    others: othersOf(sheets),
  }
}

function othersOf(sheets: readonly PaySheet[]): MonthPayroll['others'] {
  return sheets
    .map(({ staffId, baseCents, seniorityCents, correctionCents }) => ({
      ...{ staffId, cents: baseCents + seniorityCents + correctionCents },
    }))
    .filter(({ cents }) => cents !== 0)
}

/** What everybody earns by each store in a month, without the days that it comes from. */
export async function storePay(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<MonthPayroll['shares']> {
  return findShareSums(db, of)
}

/** Base pay, seniority and corrections of a month, of everybody who has any. */
export async function otherPay(
  db: Database,
  of: { companyCode: string; month: string },
): Promise<MonthPayroll['others']> {
  return othersOf(await otherSheets(db, of))
}

/** What a month's pay comes to: by stores, and beside that by person. */
export async function sumsOfPay(db: Database, of: { companyCode: string; month: string }) {
  return { shares: [await sumShares(db, of)], others: await otherPay(db, of) }
}

/** What a person's month comes to as it stands now, 分; null where they are not on its sheet. */
export async function payOfMonth(
  db: Database,
  of: { companyCode: string; staffId: number; month: string },
): Promise<number | null> {
  const [sheet] = await paySheets(db, of)
  return sheet?.totalCents ?? null
}

/** Keeps the payroll of a month that is being closed: what the closed month answers from then on. */
export async function freezePayroll(
  db: Database,
  of: { companyCode: string; month: string },
  sheets: readonly PaySheet[],
): Promise<void> {
  await insertFrozen(db, of, sheets)
}

/** The pay of a company's month to its end, as far as it is known on a day of it. */
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
