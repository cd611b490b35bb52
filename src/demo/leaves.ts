import type { Database } from '#db/connect.ts'
import { addDays, dayOf } from '#kit/calendar.ts'
import type { LeaveStatus } from '#operations/leaves/contract.ts'
import { initialChanges, type TrailLine } from './trail.ts'

const DAY_MS = 86_400_000

/** A coming day on which a head planned a leave, with both people. */
async function findPlannedLeaves(db: Database, today: string) {
  return db
    .selectFrom('rosterShift')
    .innerJoin('staff', 'staff.id', 'rosterShift.staffId')
    .innerJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['rosterShift.companyCode', 'rosterShift.onDay', 'staff.id as staffId', 'staff.name'])
    .select(['head.id as headId', 'head.name as headName'])
    .where('rosterShift.shift', '=', 'leave')
    .where('rosterShift.onDay', '>', addDays(today, 1))
    .orderBy('rosterShift.companyCode')
    .orderBy('rosterShift.staffId')
    .orderBy('rosterShift.onDay')
    .limit(3)
    .execute()
}

type Planned = Awaited<ReturnType<typeof findPlannedLeaves>>[number]

/** A leave of one day, as it was requested and decided the day before yesterday. */
function rowOf(
  { companyCode, staffId, headId, onDay }: Planned,
  later: number,
  status: LeaveStatus,
  now: Date,
) {
  const at = new Date(now.getTime() - 2 * DAY_MS)
  const isDecided = status === 'approved' || status === 'refused'
  const on = addDays(onDay, later)
  return {
    companyCode,
    staffId,
    kind: 'personal' as const,
    fromOn: on,
    toOn: on,
    reason: '回老家办事',
    status,
    decidedAt: isDecided ? at : null,
    decidedBy: isDecided ? headId : null,
    decisionNote: status === 'refused' ? '当天大促，人手不够' : null,
    createdAt: at,
    createdBy: staffId,
    updatedAt: at,
    updatedBy: isDecided ? headId : staffId,
  }
}

/**
 * Seeds leaves of coming days: approved ones where the roster has a leave, and for one of the people a request, a
 * refused one and a withdrawn one. Returns the audit lines.
 */
export async function seedLeaves(db: Database, now: Date): Promise<TrailLine[]> {
  const planned = await findPlannedLeaves(db, dayOf(now))
  const [first] = planned
  if (!first) throw new Error('the demo’s rosters have no leave to come')
  const wanted = [
    ...planned.map((day) => ({ day, later: 0, status: 'approved' as const })),
    ...(['requested', 'refused', 'withdrawn'] as const).map((status, at) => ({
      day: first,
      later: at + 1,
      status,
    })),
  ]
  const lines: TrailLine[] = []
  for (const { day, later, status } of wanted) {
    const row = rowOf(day, later, status, now)
    const { id } = await db.insertInto('staffLeave').values(row).returning('id').executeTakeFirstOrThrow()
    const { companyCode, staffId, kind, fromOn, toOn, reason, createdAt: at } = row
    lines.push({
      companyCode,
      actorId: staffId,
      actorName: day.name,
      entity: 'leave',
      recordId: String(id),
      action: 'create',
      at,
      changes: initialChanges({ staffId, kind, fromOn, toOn, reason, status: 'requested' }),
    })
  }
  return lines
}
