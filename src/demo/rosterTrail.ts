import type { Database } from '#db/connect.ts'
import { addDays, mondayOf } from '#kit/calendar.ts'
import type { TrailLine } from './trail.ts'

/** Number of weeks of the roster in the log, including the current one. */
const WEEKS = 3

/** Audit lines of planning the last weeks: each person's week, and leaves added later. */
export async function rosterLines(db: Database, today: string): Promise<TrailLine[]> {
  const shifts = await db
    .selectFrom('rosterShift')
    .innerJoin('staff as head', 'head.id', 'rosterShift.createdBy')
    .select(['rosterShift.staffId', 'rosterShift.companyCode', 'rosterShift.onDay', 'rosterShift.shift'])
    .select(['rosterShift.createdAt', 'head.id as actorId', 'head.name as actorName'])
    .where('rosterShift.onDay', '>=', addDays(mondayOf(today), -7 * (WEEKS - 1)))
    .orderBy('rosterShift.staffId')
    .orderBy('rosterShift.onDay')
    .execute()
  const weeks = Map.groupBy(shifts, ({ staffId, onDay }) => `${staffId} ${mondayOf(onDay)}`)
  return [...weeks.values()].flatMap((week) => linesOf(week, today))
}

interface Shift {
  staffId: number
  companyCode: string
  onDay: string
  shift: string
  createdAt: Date
  actorId: number
  actorName: string
}

/** A leave was planned as a working day and changed at the latest on the day before. */
function linesOf(week: readonly Shift[], today: string): TrailLine[] {
  const [first] = week
  if (!first) return []
  const { companyCode, actorId, actorName, staffId, createdAt } = first
  const about = { companyCode, actorId, actorName, entity: 'roster', recordId: String(staffId) }
  const planned = ({ shift }: Shift) => (shift === 'leave' ? 'morning' : shift)
  const filled: TrailLine['changes'] = Object.fromEntries(
    week.map((day) => [day.onDay, [[], [planned(day)]]]),
  )
  const leaves = week.filter(({ shift }) => shift === 'leave')
  return [
    { ...about, at: createdAt, action: 'copy', changes: filled },
    ...leaves.map(({ onDay }) => ({
      ...about,
      at: new Date(`${[addDays(onDay, -1), addDays(today, -1)].sort()[0]}T05:30:00Z`),
      action: 'plan',
      changes: { [onDay]: [['morning'], ['leave']] } as TrailLine['changes'],
    })),
  ]
}
