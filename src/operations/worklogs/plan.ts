import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { findDutyFacts } from '#operations/duty/queries.ts'
import { dutyOf, orderIn, type PersonDay, type ShiftFacts } from '#operations/duty/rules.ts'
import { timeOf } from '#people/shifts/rules.ts'
import type { DayOff, ShiftTimes } from './contractDay.ts'
import type { Shift, ShiftOrder } from './shifts.ts'

/** A person's day: the shifts, or why there are none. */
export interface DayPlan {
  shifts: Shift[]
  off: DayOff | null
  /** The shifts of the company in the order of the day, ended ones too. */
  rows: readonly ShiftFacts[]
  order: ShiftOrder
}

/** Returns a person's shifts of a day, for which a log is owed. */
export async function findDayPlan(
  db: Database,
  { id, companyCode }: Pick<Actor, 'id' | 'companyCode'>,
  on: Day,
): Promise<DayPlan> {
  const facts = await findDutyFacts(db, { companyCode, from: on, to: on, staffIds: [id] })
  const [day] = dutyOf(facts, { from: on, to: on })
  const shifts = day?.owed ?? []
  const rows = facts.shifts
  return { shifts, off: shifts.length > 0 ? null : reasonOf(day), rows, order: orderIn(rows) }
}

/** Why a person without a shift is off. */
function reasonOf(day: PersonDay | undefined): DayOff {
  if (day?.leave.morning || day?.leave.afternoon) return 'leave'
  return day?.rests || day?.planned ? 'rest' : 'unplanned'
}

/** The hours of a shift as a log has them, in steps of half an hour. */
export const logHours = (minutes: number): number => Math.round(minutes / 30) / 2

/** Start, end and hours of a shift. */
export function timesOf({ starts, ends, minutes }: ShiftFacts): ShiftTimes {
  // A shift until midnight ends at 24:00.
  return { from: timeOf(starts), to: timeOf(ends || 24 * 60), hours: logHours(minutes) }
}
