import type { Day } from '#kit/calendar.ts'
import { halfUp, sum } from '#kit/money.ts'
import { basePay } from './pay.ts'
import type { PaySheet } from './sheets.ts'

/** What a company's people cost in a whole month, as far as it is known on a day of it. 分. */
export interface ExpectedPay {
  storeSalaryCents: number
  commissionCents: number
  /** Base, seniority and corrections. */
  otherCents: number
}

/** The month's base where the owed days from `today` on are attended. */
export function expectedBase(sheet: PaySheet, today: Day): number {
  const logged = new Set(sheet.logged)
  const ahead = sheet.measured ? sheet.owed.filter((day) => day >= today && !logged.has(day)).length : 0
  const attendedHalves = Math.min(sheet.attendedHalves + 2 * ahead, 2 * sheet.owedDays)
  const agreed = sheet.agreed.map(({ baseCents: cents, days }) => ({ cents, days }))
  return basePay(agreed, sheet.daysInMonth, { ...sheet, attendedHalves })
}

/** Commission so far ÷ the days that are known × the days in service. */
export function expectedCommission(
  cents: number,
  { known, served }: { known: number; served: number },
): number {
  return known === 0 || known >= served ? cents : halfUp(BigInt(cents) * BigInt(served), BigInt(known))
}

/** Everybody's pay to the month's end: salaries as assigned, the rest at the present rate; `days`: of stores with sales. */
export function expectedOf(
  sheets: readonly PaySheet[],
  days: ReadonlyMap<number, { known: number; served: number }>,
  today: Day,
): ExpectedPay {
  const shares = sheets.flatMap(({ stores }) => stores)
  return {
    storeSalaryCents: sum(sheets.map(({ storeCents }) => storeCents)),
    commissionCents: sum(
      shares.map(({ storeId, commissionCents }) =>
        expectedCommission(commissionCents, days.get(storeId) ?? { known: 0, served: 0 }),
      ),
    ),
    otherCents: sum(
      sheets.map((sheet) => expectedBase(sheet, today) + sheet.seniorityCents + sheet.correctionCents),
    ),
  }
}
