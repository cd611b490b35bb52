import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, mondayOf } from '#kit/calendar.ts'
import { findCells, findRostered } from '#operations/rosters/queries.ts'
import { shiftHours } from '#operations/rosters/rules.ts'
import type { DayOff, ShiftTimes } from './contractDay.ts'
import type { Shift } from './shifts.ts'

/** What the roster says about a person's day: the shifts, or why there are none. */
export interface DayPlan {
  shifts: Shift[]
  off: DayOff | null
}

/** Returns a person's shifts of a day. This file is the only place where the log reads the roster for its author. */
export async function findDayPlan(
  db: Database,
  { id, companyCode }: Pick<Actor, 'id' | 'companyCode'>,
  on: Day,
): Promise<DayPlan> {
  const rostered = await findRostered(db, { companyCode, from: on, to: on, staffIds: [id] })
  if (rostered.length > 0) return { shifts: rostered.map(({ shift }) => shift), off: null }
  return { shifts: [], off: await findReason(db, id, on) }
}

/** Why a person without a shift is off: an entry of the day, or a week that is planned without it. */
async function findReason(db: Database, staffId: number, on: Day): Promise<DayOff> {
  const monday = mondayOf(on)
  const cells = await findCells(db, [staffId], { from: monday, to: addDays(monday, 6) })
  const entries = cells.find((cell) => cell.on === on)?.entries ?? []
  if (entries.includes('leave')) return 'leave'
  const isPlanned = cells.some((cell) => cell.entries.some((entry) => entry !== 'leave'))
  return isPlanned ? 'rest' : 'unplanned'
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** Start, end and hours of a shift. */
export function timesOf(shift: Shift): ShiftTimes {
  const [from, to] = shiftHours[shift]
  return { from: clock(from), to: clock(to), hours: to - from }
}
