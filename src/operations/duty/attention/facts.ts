import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { LeaveSpan } from './gaps.ts'

interface Days {
  from: Day
  to: Day
}

/** The active agents of the actor's company whom the actor may assign, with their team. */
export async function findStandInPeople(db: Database, actor: Actor) {
  return db
    .selectFrom('staff')
    .select(['id', 'name'])
    .select((eb) => eb.fn.coalesce('parentId', 'id').as('teamId'))
    .where(staffScope(actor, 'canReviewWorklog'))
    .where('companyCode', '=', actor.companyCode)
    .where('role', '=', ROLES.agent)
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

/** Returns the teams of stores: that of the leader, and those of the people assigned on one of the days. */
export async function findStoreTeams(db: Database, storeIds: readonly number[], { from, to }: Days) {
  const teams = new Map<number, Set<number>>()
  if (storeIds.length === 0) return teams
  const led = await db
    .selectFrom('store')
    .select(['id as storeId', 'leaderId as teamId'])
    .where('id', 'in', [...storeIds])
    .execute()
  const assigned = await db
    .selectFrom('storeAssignment')
    .innerJoin('staff', 'staff.id', 'storeAssignment.staffId')
    .select('storeAssignment.storeId')
    .select((eb) => eb.fn.coalesce('staff.parentId', 'staff.id').as('teamId'))
    .distinct()
    .where('storeId', 'in', [...storeIds])
    .where('fromOn', '<=', to)
    .where((eb) => eb.or([eb('toOn', 'is', null), eb('toOn', '>=', from)]))
    .execute()
  for (const { storeId, teamId } of [...led, ...assigned]) {
    if (teamId !== null) teams.set(storeId, (teams.get(storeId) ?? new Set()).add(teamId))
  }
  return teams
}

/** The approved leaves of people with a day in the span. */
export async function findApprovedLeaves(
  db: Database,
  staffIds: readonly number[],
  { from, to }: Days,
): Promise<LeaveSpan[]> {
  if (staffIds.length === 0) return []
  return db
    .selectFrom('staffLeave')
    .select(['id', 'staffId', 'fromOn', 'toOn'])
    .where('staffId', 'in', [...staffIds])
    .where('status', '=', 'approved')
    .where('fromOn', '<=', to)
    .where('toOn', '>=', from)
    .orderBy('id')
    .execute()
}

/** The logs of people on a day, with their status. */
export async function findLogsOn(db: Database, staffIds: readonly number[], on: Day) {
  if (staffIds.length === 0) return []
  return db
    .selectFrom('worklog')
    .select(['staffId', 'shift', 'status'])
    .$narrowType<{ status: 'draft' | 'submitted' | 'approved' | 'returned' }>()
    .where('staffId', 'in', [...staffIds])
    .where('onDay', '=', on)
    .execute()
}
