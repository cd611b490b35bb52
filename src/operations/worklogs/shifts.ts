import type { Day } from '#kit/calendar.ts'
import type { WorklogStatus } from './contract.ts'
import type { DayState } from './contractDay.ts'
import { earliestDay } from './rules.ts'

/** The code of a shift. */
export type Shift = string

/** Position of a shift in the day of the company. */
export type ShiftOrder = (shift: Shift) => number

/** The states by urgency: of a day with several logs, the first of these states is shown. */
const URGENCY: readonly DayState[] = [
  ...(['returned', 'missing', 'draft', 'due', 'submitted', 'approved', 'off'] as const),
]

/**
 * State of a day: the most urgent status of its logs, or `missing` if a rostered shift has no log (`due` until the day
 * is over).
 */
export function dayState(
  rostered: readonly Shift[],
  logs: readonly { shift: Shift; status: WorklogStatus }[],
  isOver: boolean,
): DayState {
  const lacks = rostered.some((shift) => !logs.some((log) => log.shift === shift))
  const states: DayState[] = logs.map(({ status }) => status)
  // A log of another shift than the planned one also counts for the day.
  if (lacks && logs.length < rostered.length) states.push(isOver ? 'missing' : 'due')
  return URGENCY.find((state) => states.includes(state)) ?? 'off'
}

/** Whether the day's log is not submitted: missing or a draft. A returned log does not count. */
export function isUnsubmitted(state: DayState): boolean {
  return state === 'missing' || state === 'draft'
}

/**
 * Whether a past day's log is not submitted, but can still be: its author may write it (a log that was returned once at
 * any age, another one within seven days), is employed, and the month is open.
 */
export function canStillSubmit(
  day: { on: Day; state: DayState; wasReturned: boolean },
  { today, isEmployed, isClosed }: { today: Day; isEmployed: boolean; isClosed: boolean },
): boolean {
  if (day.on >= today || !isEmployed || isClosed) return false
  if (day.state === 'returned') return true
  return isUnsubmitted(day.state) && (day.wasReturned || day.on >= earliestDay(today))
}

/** Returns the days that a person is reminded of: those of the last seven days that can still be submitted. */
export function lateDays(days: readonly { on: Day; canStillSubmit: boolean }[], today: Day): Day[] {
  const first = earliestDay(today)
  return days.filter((day) => day.on >= first && day.canStillSubmit).map(({ on }) => on)
}

/** A person at a store on a day and shift. */
export interface Slot {
  staffId: number
  storeId: number
  on: Day
  shift: Shift
}

/**
 * Returns the recipients of a log's note, soonest first: for each store the people who serve it next, at the latest the
 * day after.
 */
export function nextAtStores(
  slots: readonly Slot[],
  after: { staffId: number; on: Day; shift: Shift },
  order: ShiftOrder,
): Slot[] {
  type Time = Pick<Slot, 'on' | 'shift'>
  const compare = (a: Time, b: Time) =>
    a.on === b.on ? order(a.shift) - order(b.shift) : a.on < b.on ? -1 : 1
  const later = slots.filter((slot) => compare(slot, after) > 0)
  return later
    .filter((slot) => {
      const isEarlierSlot = (other: Slot) => other.storeId === slot.storeId && compare(other, slot) < 0
      return slot.staffId !== after.staffId && !later.some(isEarlierSlot)
    })
    .sort(compare)
}
