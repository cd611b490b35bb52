import type { Day, Span } from '#kit/calendar.ts'
import { covers, daysBetween, daysFrom, lastDayOf, mondayOf, weekdayOf } from '#kit/calendar.ts'
import { halfUp, shareOf } from '#kit/money.ts'

/** What a person's base pay of a month is measured by. */
export interface AttendanceFacts {
  daysInMonth: number
  /** Days of the month with the company. */
  employedDays: number
  /** Days on which the person was to work; 0 for whoever has no shifts at all. */
  owedDays: number
  /** Days with an approved log. */
  loggedDays: number
  /** Σ of the corrections, in half days. */
  correctedHalves: number
}

/**
 * On how many days of a month (`'2026-05'`) a person was with the company: from the first day to the last, but for the
 * spans in which they were disabled or gone for a while. With `during` only its days count.
 */
export function employedDays(
  month: string,
  { fromOn, toOn }: Span,
  away: readonly Span[] = [],
  during: Span = { fromOn: `${month}-01`, toOn: null },
): number {
  const first = [`${month}-01`, fromOn, during.fromOn].reduce((a, b) => (a > b ? a : b))
  const last = [lastDayOf(month), toOn, during.toOn].reduce<Day>(
    (earliest, day) => (day !== null && day < earliest ? day : earliest),
    lastDayOf(month),
  )
  if (away.length === 0) return first > last ? 0 : daysBetween(first, last) + 1
  return daysFrom(first, last).filter((day) => !away.some((span) => covers(span, { fromOn: day, toOn: day })))
    .length
}

/** What is agreed for a whole month, in 分, and on how many days with the company it held. */
export interface AgreedDays {
  cents: number
  days: number
}

/** How much of the base a person gets: `attendedHalves` of `2 × owedDays`, in half days. */
export interface Attendance {
  /** Whether there was anything to measure by; without it the days with the company are owed, and attended. */
  measured: boolean
  owedDays: number
  attendedHalves: number
}

/**
 * A person's attendance: days with an approved log, at most the owed ones, and what was corrected, at least none and at
 * most all.
 */
export function attendanceOf(facts: AttendanceFacts): Attendance {
  const measured = facts.owedDays > 0
  const owedDays = measured ? facts.owedDays : facts.employedDays
  const logged = measured ? Math.min(facts.loggedDays, owedDays) : owedDays
  const attendedHalves = Math.min(Math.max(2 * logged + facts.correctedHalves, 0), 2 * owedDays)
  return { measured, owedDays, attendedHalves }
}

/** Σ base × days with the company under it, / days in the month × attendance of the whole month; rounded once, half up; in 分. */
export function basePay(
  agreed: readonly AgreedDays[],
  daysInMonth: number,
  { owedDays, attendedHalves }: Attendance,
): number {
  if (owedDays === 0) return 0
  return halfUp(dayCents(agreed) * BigInt(attendedHalves), BigInt(daysInMonth) * BigInt(2 * owedDays))
}

/** Σ seniority pay × days with the company under it, / days in the month; rounded once, half up; in 分. */
export function seniorityPay(agreed: readonly AgreedDays[], daysInMonth: number): number {
  return halfUp(dayCents(agreed), BigInt(daysInMonth))
}

const dayCents = (agreed: readonly AgreedDays[]): bigint =>
  agreed.reduce((sum, { cents, days }) => sum + BigInt(cents) * BigInt(days), 0n)

/** An agent's own sales at a store on the days of a rate × that rate (basis points), half up; in 分. */
export function commissionOf(salesCents: number, rateBp: number): number {
  return shareOf(salesCents, rateBp, WHOLE_BP)
}

const WHOLE_BP = 10_000

/**
 * Those of the expected days that are owed: in a week with a roster every one; in a week without, the roster of the store
 * assignments expects every day, and only working days are owed.
 */
export function owedDays(
  expected: readonly Day[],
  plannedMondays: ReadonlySet<Day>,
  specialDays: ReadonlyMap<Day, 'holiday' | 'workday'>,
): Day[] {
  return expected.filter((day) => plannedMondays.has(mondayOf(day)) || isWorkingDay(day, specialDays))
}

function isWorkingDay(day: Day, specialDays: ReadonlyMap<Day, 'holiday' | 'workday'>): boolean {
  const special = specialDays.get(day)
  return special ? special === 'workday' : weekdayOf(day) <= 5
}
