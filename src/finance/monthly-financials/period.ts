import { monthAfter, monthBefore } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'

/** Default and maximum number of months. */
const DEFAULT_MONTHS = 6
const MAX_MONTHS = 24

const before = (month: string, n: number): string => (n === 0 ? month : before(monthBefore(month), n - 1))
const after = (month: string, n: number): string => (n === 0 ? month : after(monthAfter(month), n - 1))

/**
 * Requested months. The end defaults to the last month that is over, or six months from `from`; the beginning defaults
 * to six months before the end, but not before the first booked month (null without one). Throws INVALID if the range
 * is reversed or too long.
 */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  { thisMonth, firstBooked }: { thisMonth: string; firstBooked: string | null },
): { from: string; to: string } {
  const last = to ?? (from ? after(from, DEFAULT_MONTHS - 1) : monthBefore(thisMonth))
  const first = from ?? notBefore(firstBooked, before(last, DEFAULT_MONTHS - 1), last)
  if (first > last) throw invalidField('to', '结束月份不能早于开始月份。')
  if (after(first, MAX_MONTHS - 1) < last) {
    throw invalidField('from', '最多可看 {n} 个月，请缩短范围。', { n: MAX_MONTHS })
  }
  return { from: first, to: last }
}

/** The later of `month` and the first booked month; unchanged if the range ends before the first booked month. */
function notBefore(firstBooked: string | null, month: string, last: string): string {
  return firstBooked && firstBooked > month && firstBooked <= last ? firstBooked : month
}
