/**
 * Days are `'2026-01-15'`, months `'2026-01'`, both in Asia/Shanghai and both plain strings: they can be sorted,
 * compared and sent as they are, and no time zone shifts them. Only the clock has instants; it is converted to a day
 * once, at the system's border. China has no daylight saving time, so the zone is always UTC+8.
 */
export type Day = string

/** Returns the current instant; tests inject their own. */
export type Clock = () => Date

const SHANGHAI_OFFSET_MS = 8 * 3_600_000
const DAY_MS = 86_400_000

/** The day of an instant in Asia/Shanghai. */
export function dayOf(instant: Date): Day {
  return new Date(instant.getTime() + SHANGHAI_OFFSET_MS).toISOString().slice(0, 10)
}

/** Today in Asia/Shanghai by the given clock. */
export function today(clock: Clock): Day {
  return dayOf(clock())
}

const MINUTE_MS = 60_000
const MINUTES_OF_DAY = 1440

/** Minutes since 00:00 of an instant in Asia/Shanghai. */
export function minuteOfDay(instant: Date): number {
  return Math.floor((instant.getTime() + SHANGHAI_OFFSET_MS) / MINUTE_MS) % MINUTES_OF_DAY
}

/** Whether the text is a day that exists: `2026-02-30` is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text
}

/** Every month has these days; for them `addDays` avoids `Date`, which is tens of times slower. */
const DAYS_OF_EVERY_MONTH = 28

/** The day n days later (earlier if n is negative). */
export function addDays(day: Day, n: number): Day {
  const ofMonth = Number(day.slice(8)) + n
  if (ofMonth >= 1 && ofMonth <= DAYS_OF_EVERY_MONTH) {
    return `${day.slice(0, 8)}${String(ofMonth).padStart(2, '0')}`
  }
  return new Date(Date.parse(`${day}T00:00:00Z`) + n * DAY_MS).toISOString().slice(0, 10)
}

/** The number of days from `from` to `to`; 0 for the same day. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** The month `n` months after a month such as `2026-05`; before it if `n` is negative. */
export function addMonths(month: string, n: number): string {
  const [year = 0, of = 0] = month.split('-').map(Number)
  const count = year * 12 + of - 1 + n
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`
}

/** The number of months from one to another: 2 from `2026-03` to `2026-05`. */
export function monthsBetween(from: string, to: string): number {
  const place = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7))
  return place(to) - place(from)
}

/** Every day from `from` to `to`, both included. */
export function daysFrom(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** Monday = 1 … Sunday = 7. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** The Monday of a day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, 1 - weekdayOf(day))
}

/** The month of a day, `'2026-01'`. */
export function monthOf(day: Day): string {
  return day.slice(0, 7)
}

/** The month after a month: `2026-12` → `2027-01`. */
export function monthAfter(month: string): string {
  return monthOf(addDays(`${month}-01`, 31))
}

/** The month before a month. */
export function monthBefore(month: string): string {
  return monthOf(addDays(`${month}-01`, -1))
}

/** The last day of a month: `2026-02` → `2026-02-28`. */
export function lastDayOf(month: string): Day {
  return addDays(`${monthAfter(month)}-01`, -1)
}

/** A period of days, both ends included; `toOn` is null if it has no end. */
export interface Span {
  fromOn: Day
  toOn: Day | null
}

/** Whether two spans have a day in common. */
export function overlaps(a: Span, b: Span): boolean {
  return (a.toOn === null || b.fromOn <= a.toOn) && (b.toOn === null || a.fromOn <= b.toOn)
}

/** Whether `inner` is entirely within `outer`. */
export function covers(outer: Span, inner: Span): boolean {
  if (inner.fromOn < outer.fromOn) return false
  return outer.toOn === null || (inner.toOn !== null && inner.toOn <= outer.toOn)
}
