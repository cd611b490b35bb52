import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Day } from '#kit/calendar.ts'
import type { WorklogStatus } from './contract.ts'
import type { DayState } from './contractDay.ts'
import { earliestDay } from './rules.ts'

export type Shift = Assignment['shift']

/** The shifts in the order of the day. */
export const SHIFTS: readonly Shift[] = ['morning', 'middle', 'evening', 'night']

/** Where a shift stands in its day. */
export const orderOf = (shift: Shift) => SHIFTS.indexOf(shift)

/** How pressing a state is: of a day with several logs the first of these is shown. */
const URGENCY: readonly DayState[] = [
  ...(['returned', 'missing', 'draft', 'due', 'submitted', 'approved', 'off'] as const),
]

/**
 * How a day stands: the most pressing of its logs, and `missing` where a rostered shift has none. Until the day is over
 * such a log is only `due`.
 */
export function dayState(
  rostered: readonly Shift[],
  logs: readonly { shift: Shift; status: WorklogStatus }[],
  isOver: boolean,
): DayState {
  const lacks = rostered.some((shift) => !logs.some((log) => log.shift === shift))
  const states: DayState[] = logs.map(({ status }) => status)
  // Whoever worked another shift than planned has written of that day all the same.
  if (lacks && logs.length < rostered.length) states.push(isOver ? 'missing' : 'due')
  return URGENCY.find((state) => states.includes(state)) ?? 'off'
}

/** Whether the day's log is not handed in: not written at all, or a draft. What came back is another matter. */
export function isOwed(state: DayState): boolean {
  return state === 'missing' || state === 'draft'
}

/** Whether the day still asks something of the agent. */
export function isOpen(state: DayState): boolean {
  return isOwed(state) || state === 'returned'
}

/** The days of which a person is reminded: over, not handed in, and still to be written. */
export function lateDays(days: readonly { on: Day; state: DayState }[], today: Day): Day[] {
  const first = earliestDay(today)
  return days.filter(({ on, state }) => on >= first && on < today && isOpen(state)).map(({ on }) => on)
}

/** A store that an agent serves on a day, by which shifts; none where only a file says so. */
export interface Served {
  storeId: number
  shifts: readonly Shift[]
}

/**
 * Whether a store belongs to the log of a shift: it is assigned on that shift; or its own shift is none that the agent
 * works that day, and this is the first one worked.
 */
export function belongsTo(store: Served, shift: Shift, worked: readonly Shift[]): boolean {
  const shiftsOfDay = worked.length > 0 ? worked : [shift]
  if (store.shifts.includes(shift)) return true
  if (store.shifts.some((one) => shiftsOfDay.includes(one))) return false
  const [first = shift] = [...shiftsOfDay].sort((a, b) => orderOf(a) - orderOf(b))
  return first === shift
}

/** Somebody at a store on a day and shift. */
export interface Slot {
  staffId: number
  storeId: number
  on: Day
  shift: Shift
}

/** Who gets the note of a log, store by store: whoever serves it next, later that day or on the following one. */
export function nextAtStores(
  slots: readonly Slot[],
  after: { staffId: number; on: Day; shift: Shift },
): Slot[] {
  const isLater = (slot: Slot) =>
    slot.on > after.on || (slot.on === after.on && orderOf(slot.shift) > orderOf(after.shift))
  const later = slots.filter(isLater)
  return later.filter((slot) => {
    const isEarlierSlot = (other: Slot) =>
      other.storeId === slot.storeId &&
      (other.on < slot.on || (other.on === slot.on && orderOf(other.shift) < orderOf(slot.shift)))
    return slot.staffId !== after.staffId && !later.some(isEarlierSlot)
  })
}
