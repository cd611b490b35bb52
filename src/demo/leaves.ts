import type { Database } from '#db/connect.ts'
import { addDays, dayOf, mondayOf } from '#kit/calendar.ts'
import type { LeaveKind, LeaveStatus } from '#operations/leaves/contract.ts'
import type { DemoPerson } from './people.ts'
import type { RosterRow } from './rosters.ts'
import { initialChanges, type TrailLine } from './trail.ts'

const DAY_MS = 86_400_000

/** Who of the account `head`'s team is on leave this week or early next week; a store of hers stays uncovered. */
export const ON_LEAVE = '李若彤'
/** The mate who stands in for most of her stores, asks for a leave, and helps out in another shift for a day. */
export const MATE = '方可'

interface Planned {
  name: string
  kind: LeaveKind
  reason: string
  status: LeaveStatus
  fromOn: string
  toOn: string
}

/** The first day from tomorrow on that the roster has as work for both, or leaves unplanned. */
function dayOfLeave(people: readonly DemoPerson[], rosters: readonly RosterRow[], today: string): string {
  const ids = people.filter(({ name }) => name === ON_LEAVE || name === MATE).map(({ id }) => id)
  const resting = new Set(
    rosters
      .filter(({ staffId, shift }) => ids.includes(staffId) && shift === 'rest')
      .map(({ onDay }) => onDay),
  )
  const days = Array.from({ length: 7 }, (_, n) => addDays(today, n + 1))
  return days.find((day) => !resting.has(day)) ?? addDays(mondayOf(today), 7)
}

function plannedLeaves(
  people: readonly DemoPerson[],
  rosters: readonly RosterRow[],
  today: string,
): Planned[] {
  const day = (n: number) => addDays(mondayOf(today), n)
  const on = dayOfLeave(people, rosters, today)
  const one = (name: string, kind: LeaveKind, reason: string, fromOn: string, toOn = fromOn) => ({
    name,
    kind,
    reason,
    fromOn,
    toOn,
    status: 'approved' as const,
  })
  return [
    one(ON_LEAVE, 'personal', '家里有事，请一天', on),
    one('唐宁', 'annual', '年假，回老家', day(10)),
    one('白露', 'sick', '复诊', day(10)),
    { ...one(MATE, 'annual', '年假，和家人出门两天', day(10), day(11)), status: 'requested' },
    { ...one(ON_LEAVE, 'personal', '看演唱会', day(12)), status: 'refused' },
    { ...one(ON_LEAVE, 'swapped', '调休一天', day(13)), status: 'withdrawn' },
  ]
}

/** The leaves of the demo, as they were requested and decided the day before yesterday; all are of coming days. */
export function leaveRows(people: readonly DemoPerson[], rosters: readonly RosterRow[], now: Date) {
  const at = new Date(now.getTime() - 2 * DAY_MS)
  return plannedLeaves(people, rosters, dayOf(now)).map(({ name, ...leave }, index) => {
    const person = people.find((one) => one.name === name)
    if (!person) throw new Error(`nobody is called ${name}`)
    const isDecided = leave.status === 'approved' || leave.status === 'refused'
    return {
      id: index + 1,
      companyCode: person.companyCode,
      staffId: person.id,
      ...leave,
      decidedAt: isDecided ? at : null,
      decidedBy: isDecided ? person.parentId : null,
      decisionNote: leave.status === 'refused' ? '当天大促，人手不够' : null,
      createdAt: at,
      createdBy: person.id,
      updatedAt: at,
      updatedBy: isDecided ? person.parentId : person.id,
    }
  })
}

export type LeaveRow = ReturnType<typeof leaveRows>[number]

/** The actions of decisions by the status that they lead to. */
const DECISIONS: Partial<Record<LeaveStatus, string>> = { approved: 'approve', refused: 'refuse' }

/** The audit lines of the leaves: the requests and the decisions. */
export async function leaveLines(db: Database): Promise<TrailLine[]> {
  const rows = await db
    .selectFrom('staffLeave')
    .innerJoin('staff', 'staff.id', 'staffLeave.staffId')
    .leftJoin('staff as decider', 'decider.id', 'staffLeave.decidedBy')
    .selectAll('staffLeave')
    .select(['staff.name', 'decider.name as deciderName'])
    .orderBy('staffLeave.id')
    .execute()
  return rows.flatMap(({ companyCode, staffId, kind, fromOn, toOn, reason, status, ...row }) => {
    const about = { companyCode, entity: 'leave', recordId: String(row.id), at: row.createdAt } as const
    const asked = { ...about, actorId: staffId, actorName: row.name }
    const changes = initialChanges({ staffId, kind, fromOn, toOn, reason, status: 'requested' })
    const lines: TrailLine[] = [{ ...asked, action: 'create', changes }]
    const step = { changes: { status: ['requested', status] } as TrailLine['changes'] }
    const action = DECISIONS[status]
    if (action && row.decidedBy !== null) {
      lines.push({ ...about, ...step, action, actorId: row.decidedBy, actorName: row.deciderName ?? '' })
    }
    if (status === 'withdrawn') lines.push({ ...asked, ...step, action: 'withdraw' })
    return lines
  })
}
