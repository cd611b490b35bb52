import { ROLES } from '#access/permissions.ts'
import { addDays, daysFrom, mondayOf, weekdayOf } from '#kit/calendar.ts'
import { AGENT_ACCOUNT } from './agentAccount.ts'
import type { DemoPerson } from './people.ts'
import { random } from './random.ts'
import { demoShifts, shiftMates } from './shifts.ts'

/** A row of the table `roster_shift`. */
export interface RosterRow {
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

/** The first draw of a week chose the shift in earlier versions; it is kept so that the days of rest stay. */
const TURNS = 3

/** The teams' rosters of the last weeks and this week; next week is not planned. */
export function rosterRows(people: readonly DemoPerson[], today: string): RosterRow[] {
  const heads = people.filter(({ role, parentId }) => role === ROLES.agent && parentId === null)
  const shiftOf = demoShifts(people)
  const first = addDays(mondayOf(today), -7 * WEEKS)
  const days = daysFrom(first, addDays(mondayOf(today), 6))
  return heads
    .filter(({ name }) => name !== WITHOUT_ROSTER)
    .flatMap((head) => people.filter(({ parentId, status }) => parentId === head.id && status === 'active'))
    .flatMap((person) => {
      const place = shiftMates(people, person).findIndex(({ id }) => id === person.id)
      return days.map((onDay) => rowOf(person, { onDay, today, place, shift: shiftOf(person.id) }))
    })
}

interface DayOf {
  onDay: string
  today: string
  /** The person's place among those of the same shift. */
  place: number
  shift: string
}

/** A person has two days of rest in a week, and in past weeks rarely a leave. */
function rowOf(person: DemoPerson, { onDay, today, place, shift }: DayOf): RosterRow {
  const { id, companyCode, parentId } = person
  const monday = mondayOf(onDay)
  const isThisWeek = monday === mondayOf(today)
  const isOnLeave = !isThisWeek && random(`leave ${id} ${onDay}`).chance(0.02)
  const rests = isThisWeek ? staggeredRests(person, place, today) : pastRests(id, monday)
  return {
    staffId: id,
    companyCode,
    onDay,
    shift: isOnLeave ? 'leave' : rests.includes(weekdayOf(onDay)) ? 'rest' : shift,
    createdAt: new Date(`${addDays(monday, -3)}T06:00:00Z`),
    createdBy: parentId ?? id,
  }
}

function pastRests(id: number, monday: string): number[] {
  const week = random(`roster ${id} ${monday}`)
  const [, rest] = [week.between(0, TURNS - 1), week.between(1, 7)]
  return [rest, (rest % 7) + 1]
}

/** The days of rest of this week, one pair after the other, so that somebody of the shift can stand in. */
const RESTS = [
  [6, 7],
  [1, 2],
  [3, 4],
]

/** The days of rest of this week; the account `agent` does not rest today, nor on the day of its returned log. */
function staggeredRests({ username }: DemoPerson, place: number, today: string): number[] {
  const shown = [today, addDays(today, -AGENT_ACCOUNT.returnedAgo)].map(weekdayOf)
  const own = RESTS.find((pair) => !pair.some((day) => shown.includes(day)))
  return (username === AGENT_ACCOUNT.username ? own : RESTS[place % RESTS.length]) ?? []
}
