import { monthAfter, monthBefore } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'

/** How many months are shown where nobody says which, and at most. */
const USUAL_MONTHS = 6
const MOST_MONTHS = 24

const before = (month: string, n: number): string => (n === 0 ? month : before(monthBefore(month), n - 1))
const after = (month: string, n: number): string => (n === 0 ? month : after(monthAfter(month), n - 1))

/**
 * Which months are asked for; without an end up to the last one that is over, without a beginning none before the first
 * that was booked (null: none was). Throws INVALID where it is too long.
 */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { thisMonth, firstBooked }: { thisMonth: string; firstBooked: string | null },
): { from: string; to: string } {
  const last = to ?? (from ? after(from, USUAL_MONTHS - 1) : monthBefore(thisMonth))
  const first = from ?? notBefore(firstBooked, before(last, USUAL_MONTHS - 1), last)
  if (first > last) throw invalidField('to', '结束月份不能早于开始月份。')
  if (after(first, MOST_MONTHS - 1) < last) {
    throw invalidField('from', '最多可看 {n} 个月，请缩短范围。', { n: MOST_MONTHS })
  }
  return { from: first, to: last }
}

/** The month, or the first that was booked where that is later; what ends before it is asked for as it is. */
function notBefore(firstBooked: string | null, month: string, last: string): string {
  return firstBooked && firstBooked > month && firstBooked <= last ? firstBooked : month
}
