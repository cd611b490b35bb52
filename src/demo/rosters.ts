import { ROLES } from '#access/permissions.ts'
import { addDays, daysFrom, mondayOf, weekdayOf } from '#kit/calendar.ts'
import type { DemoPerson } from './people.ts'
import { random } from './random.ts'

/** A row of the table `roster_shift`. */
interface RosterRow {
  staffId: number
  companyCode: string
  onDay: string
  shift: string
  createdAt: Date
  createdBy: number
}

/** Number of past weeks with rosters: as many as have figures, so that each month's payroll can be computed. */
export const WEEKS = 21

/** This head plans no rosters: the team's logs are expected by store assignments. */
const WITHOUT_ROSTER = '程远'

const SHIFTS = ['morning', 'middle', 'evening'] as const

/** The teams' rosters of the last weeks and this week. Next week is unplanned except for a leave. */
export function rosterRows(people: readonly DemoPerson[], today: string): RosterRow[] {
  const heads = people.filter(({ role, parentId }) => role === ROLES.agent && parentId === null)
  const first = addDays(mondayOf(today), -7 * WEEKS)
  return heads
    .filter(({ name }) => name !== WITHOUT_ROSTER)
    .flatMap((head) => {
      const members = people.filter(({ parentId, status }) => parentId === head.id && status === 'active')
      return members.flatMap((person, at) => [
        ...daysFrom(first, addDays(mondayOf(today), 6)).map((onDay) => rowOf(person, at, onDay)),
        ...(at === 1 ? [{ ...rowOf(person, at, addDays(mondayOf(today), 10)), shift: 'leave' }] : []),
      ])
    })
}

/** A person has one shift for a week with two days of rest, and rarely a leave. */
function rowOf({ id, companyCode, parentId }: DemoPerson, at: number, onDay: string): RosterRow {
  const monday = mondayOf(onDay)
  const week = random(`roster ${id} ${monday}`)
  const [turn, rest] = [week.between(0, SHIFTS.length - 1), week.between(1, 7)]
  const rests = [rest, (rest % 7) + 1]
  const shift = at === 4 && weekdayOf(onDay) > 5 ? 'night' : (SHIFTS[turn] ?? 'morning')
  const isOnLeave = random(`leave ${id} ${onDay}`).chance(0.02)
  return {
    staffId: id,
    companyCode,
    onDay,
    shift: isOnLeave ? 'leave' : rests.includes(weekdayOf(onDay)) ? 'rest' : shift,
    createdAt: new Date(`${addDays(monday, -3)}T06:00:00Z`),
    createdBy: parentId ?? id,
  }
}
