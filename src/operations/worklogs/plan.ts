import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { findDuty } from '#operations/duty/queries.ts'
import type { PersonDay } from '#operations/duty/rules.ts'
import { shiftHours } from '#operations/rosters/rules.ts'
import type { DayOff, ShiftTimes } from './contractDay.ts'
import type { Shift } from './shifts.ts'

/** A person's day: the shifts, or why there are none. */
export interface DayPlan {
  shifts: Shift[]
  off: DayOff | null
}

/** Returns a person's shifts of a day, for which a log is owed. */
export async function findDayPlan(
  db: Database,
  { id, companyCode }: Pick<Actor, 'id' | 'companyCode'>,
  on: Day,
): Promise<DayPlan> {
  const [day] = await findDuty(db, { companyCode, from: on, to: on, staffIds: [id] })
  const shifts = (day?.owed ?? []) as Shift[]
  return { shifts, off: shifts.length > 0 ? null : reasonOf(day) }
}

/** Why a person without a shift is off. */
function reasonOf(day: PersonDay | undefined): DayOff {
  if (day?.leave.morning || day?.leave.afternoon) return 'leave'
  return day?.rests || day?.planned ? 'rest' : 'unplanned'
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Start, end and hours of a shift. */
export function timesOf(shift: Shift): ShiftTimes {
  const [from, to] = shiftHours[shift]
  return { from: clock(from), to: clock(to), hours: to - from }
}
