import type { Day } from '#kit/calendar.ts'
import { halfUp, sum } from '#kit/money.ts'
import { basePay } from './pay.ts'
import type { PaySheet } from './sheets.ts'

/** Expected pay of a company for a full month, in 分. */
export interface ExpectedPay {
  storeSalaryCents: number
  commissionCents: number
  /** Base pay, seniority and corrections. */
  otherCents: number
}

/** Base pay of the month if all owed days from `today` on are attended. */
export function expectedBase(sheet: PaySheet, today: Day): number {
  const away = new Set([...sheet.logged, ...sheet.unpaid])
  const ahead = sheet.measured ? sheet.owed.filter((day) => day >= today && !away.has(day)).length : 0
  const attendedHalves = Math.min(sheet.attendedHalves + 2 * ahead, 2 * sheet.owedDays)
  const agreed = sheet.agreed.map(({ baseCents: cents, days }) => ({ cents, days }))
  return basePay(agreed, sheet.daysInMonth, { ...sheet, attendedHalves })
}

/** Commission so far ÷ days with known sales × served days, rounded half up; in 分. */
export function expectedCommission(
  cents: number,
  { known, served }: { known: number; served: number },
): number {
  return known === 0 || known >= served ? cents : halfUp(BigInt(cents) * BigInt(served), BigInt(known))
}

/** Expected pay of all sheets to the end of the month. `days`: known and served days per store with sales. */
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
