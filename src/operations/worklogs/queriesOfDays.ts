import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { daysFrom } from '#kit/calendar.ts'
import { findRostered } from '#operations/rosters/queries.ts'
import type { WorklogStatus } from './contract.ts'
import type { DayState } from './contractDay.ts'
import { earliestDay } from './rules.ts'
import type { Shift } from './shifts.ts'
import { dayState, orderOf } from './shifts.ts'

interface Span {
  from: Day
  to: Day
}

/** Returns the status of people's logs in a span of days. */
async function findStates(db: Database, { from, to }: Span, staffIds: readonly number[]) {
  const rows = await db
    .selectFrom('worklog')
    .select(['staffId', 'onDay', 'shift', 'status'])
    .where('staffId', 'in', [...staffIds])
    .where('onDay', '>=', from)
    .where('onDay', '<=', to)
    .execute()
  return rows.map(({ shift, status, ...row }) => ({
    ...row,
    shift: shift as Shift,
    status: status as WorklogStatus,
  }))
}

/** A day of an agent: its state and the rostered shifts. */
export interface AgentDay {
  on: Day
  state: DayState
  shifts: Shift[]
}

/** Returns the days for which a person can write logs today, up to today, with their states. */
export async function findAgentDays(
  db: Database,
  { id, companyCode }: Pick<Actor, 'id' | 'companyCode'>,
  today: Day,
): Promise<AgentDay[]> {
  const span = { from: earliestDay(today), to: today }
  const rostered = await findRostered(db, { companyCode, ...span, staffIds: [id] })
  const logs = await findStates(db, span, [id])
  return daysFrom(span.from, span.to).map((on) => {
    const shifts = rostered.filter((one) => one.on === on).map(({ shift }) => shift)
    const ofDay = logs.filter(({ onDay }) => onDay === on)
    return {
      on,
      state: dayState(shifts, ofDay, on < today),
      shifts: shifts.sort((a, b) => orderOf(a) - orderOf(b)),
    }
  })
}

/** Returns the people of a company who were rostered on a past day, with the state of their day. */
export async function findRosteredStates(
  db: Database,
  { companyCode, on }: { companyCode: string; on: Day },
): Promise<{ staffId: number; state: DayState }[]> {
  const rostered = await findRostered(db, { companyCode, from: on, to: on })
  if (rostered.length === 0) return []
  const people = Map.groupBy(rostered, ({ staffId }) => staffId)
  const logs = await findStates(db, { from: on, to: on }, [...people.keys()])
  return [...people].map(([staffId, ofPerson]) => {
    const shifts = ofPerson.map(({ shift }) => shift)
    const written = logs.filter((log) => log.staffId === staffId)
    return { staffId, state: dayState(shifts, written, true) }
  })
}
