import {
  covers,
  type Day,
  daysBetween,
  daysFrom,
  lastDayOf,
  mondayOf,
  type Span,
  weekdayOf,
} from '#kit/calendar.ts'
import { halfUp, shareOf } from '#kit/money.ts'
import { leaveOn } from '#operations/duty/rules.ts'
import type { LeaveSpan } from '#operations/leaves/rules.ts'

/** Input of a person's attendance for a month. */
export interface AttendanceFacts {
  daysInMonth: number
  /** Employed days of the month. */
  employedDays: number
  /** Days on which the person was expected to work; 0 without any shifts. */
  owedDays: number
  /** Half days that count by the company's basis: two for each day with an approved log, or those of the clock (122). */
  countedHalves: number
  /** Sum of the corrections, in half days. */
  correctedHalves: number
}

/**
 * Employed days of a month (`'2026-05'`): from the first to the last day, without the `away` spans in which the person
 * was disabled or had left. Limited to `during` if given.
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

/** Agreed monthly amount, in 分, and the employed days to which it applies. */
export interface AgreedDays {
  cents: number
  days: number
}

/** Attendance: `attendedHalves` half days of `2 × owedDays`. */
export interface Attendance {
  /** False without any owed days; the employed days then count as owed and attended. */
  measured: boolean
  owedDays: number
  attendedHalves: number
}

/** Attended half days: those that count, at most the owed ones, plus corrections; limited to 0 … owed days. */
export function attendanceOf(facts: AttendanceFacts): Attendance {
  const measured = facts.owedDays > 0
  const owedDays = measured ? facts.owedDays : facts.employedDays
  const counted = measured ? Math.min(facts.countedHalves, 2 * owedDays) : 2 * owedDays
  const attendedHalves = Math.min(Math.max(counted + facts.correctedHalves, 0), 2 * owedDays)
  return { measured, owedDays, attendedHalves }
}

/** Base pay in 分: Σ base × employed days ÷ days of the month × attended ÷ owed days; rounded once, half up. */
export function basePay(
  agreed: readonly AgreedDays[],
  daysInMonth: number,
  { owedDays, attendedHalves }: Attendance,
): number {
  if (owedDays === 0) return 0
  return halfUp(dayCents(agreed) * BigInt(attendedHalves), BigInt(daysInMonth) * BigInt(2 * owedDays))
}

/** Seniority pay in 分: Σ amount × employed days ÷ days of the month; rounded once, half up. */
export function seniorityPay(agreed: readonly AgreedDays[], daysInMonth: number): number {
  return halfUp(dayCents(agreed), BigInt(daysInMonth))
}

const dayCents = (agreed: readonly AgreedDays[]): bigint =>
  agreed.reduce((sum, { cents, days }) => sum + BigInt(cents) * BigInt(days), 0n)

/** Commission in 分: sales × rate (basis points), rounded half up. */
export function commissionOf(salesCents: number, rateBp: number): number {
  return shareOf(salesCents, rateBp, HUNDRED_PERCENT_BP)
}

const HUNDRED_PERCENT_BP = 10_000

/**
 * Selects the owed days. In a week with a roster all expected days are owed. In other weeks, in which store assignments
 * make every day expected, only working days are owed.
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

/** A person's days: the owed ones, those that count with their half days, and those still owed despite leaves. */
interface PersonDays {
  owed: readonly Day[]
  counted: readonly { on: Day; halves: number }[]
  worked: ReadonlySet<Day> | undefined
}

/**
 * Applies unpaid leaves: their half days are owed and not attended. A day that counts is attended for the other half at
 * least, and wholly if the leave takes the whole day, because then somebody approved that it was worked. A half day of
 * leave that takes the day's only shift leaves the other half without a log to write: it counts as attended.
 */
export function withUnpaid({ owed, counted, worked }: PersonDays, leaves: readonly LeaveSpan[]) {
  const halvesOf = (on: Day) => {
    const { morning, afternoon } = leaveOn(leaves, on)
    return Number(morning) + Number(afternoon)
  }
  const countedOn = new Map(counted.map(({ on, halves }) => [on, halves]))
  let countedHalves = counted.reduce((sum, { halves }) => sum + halves, 0)
  const unpaid: Day[] = []
  let unpaidHalves = 0
  for (const on of leaves.length > 0 ? owed : []) {
    const halves = halvesOf(on)
    const attended = countedOn.get(on)
    if (halves === 0 || (halves === 2 && attended !== undefined)) continue
    unpaid.push(on)
    unpaidHalves += halves
    if (halves === 2) continue
    if (attended === undefined) countedHalves += worked?.has(on) ? 0 : 1
    else countedHalves -= attended - Math.min(attended, 1)
  }
  return { countedHalves, unpaid, unpaidHalves }
}
