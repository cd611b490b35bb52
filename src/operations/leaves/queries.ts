import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import { type Permission, ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { StaffLeave } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { LeaveKind, LeaveStatus } from './contract.ts'

function selectLeaves(db: Database, actor: Actor, permission: Permission) {
  return db
    .selectFrom('staffLeave')
    .innerJoin('staff', 'staff.id', 'staffLeave.staffId')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .leftJoin('staffName as decider', 'decider.id', 'staffLeave.decidedBy')
    .selectAll('staffLeave')
    .select(['staff.name as staffName', 'staff.parentId', 'head.name as headName'])
    .select('decider.name as decidedByName')
    .where(staffScope(actor, permission))
    .$narrowType<{ kind: LeaveKind; status: LeaveStatus }>()
}

const ORDER = {
  columns: { fromOn: 'staffLeave.fromOn', id: 'staffLeave.id', createdAt: 'staffLeave.createdAt' },
  fallback: '-fromOn',
  tieBreaker: 'staffLeave.id',
}

interface LeaveFilter extends PageInput {
  status?: (LeaveStatus | 'toDecide')[] | undefined
  staffId?: number[] | undefined
  since?: Day | undefined
  until?: Day | undefined
}

/** Which leaves wait for the actor's decision: the requested ones of the actor's team or company, never own ones. */
const awaitsDecisionBy = (actor: Actor) =>
  sql<SqlBool>`(staff_leave.status = 'requested' and staff_leave.staff_id <> ${actor.id}
    and staff_leave.company_code = ${actor.companyCode} and ${staffScope(actor, 'canReviewWorklog')})`

/**
 * Returns a page of the leaves within reach that have a day in the span, the latest first, and the number of all such
 * leaves by status.
 */
export async function findLeaves(
  db: Database,
  actor: Actor,
  { status, staffId, since, until, ...page }: LeaveFilter,
) {
  let query = selectLeaves(db, actor, 'canReportWorklog')
  if (staffId) query = query.where('staffLeave.staffId', 'in', staffId)
  if (since) query = query.where('staffLeave.toOn', '>=', since)
  if (until) query = query.where('staffLeave.fromOn', '<=', until)
  const counts = await query
    .clearSelect()
    .select(['staffLeave.status', sql<number>`count(*)`.as('count')])
    .select(sql<number>`count(*) filter (where ${awaitsDecisionBy(actor)})`.as('toDecide'))
    .groupBy('staffLeave.status')
    .execute()
  const toDecide = counts.reduce((sum, row) => sum + row.toDecide, 0)
  const sizes = sizesOf(counts, status)
  const statusCounts = { ...sizes.statusCounts, toDecide }
  if (status?.includes('toDecide')) {
    const waiting = query.where(awaitsDecisionBy(actor))
    return { items: await pageItems(waiting, page, ORDER), total: toDecide, statusCounts }
  }
  const listed = status ? query.where('staffLeave.status', 'in', status as LeaveStatus[]) : query
  return { items: await pageItems(listed, page, ORDER), total: sizes.total, statusCounts }
}

/** Counts the leaves that wait for the actor's decision, with the first day of the earliest; the list has as many. */
export async function countLeavesToDecide(
  db: Database,
  actor: Actor,
): Promise<{ count: number; firstOn: Day | null }> {
  return selectLeaves(db, actor, 'canReviewWorklog')
    .clearSelect()
    .select([sql<number>`count(*)`.as('count'), sql<Day | null>`min(staff_leave.from_on)`.as('firstOn')])
    .where(awaitsDecisionBy(actor))
    .executeTakeFirstOrThrow()
}

/** The stand-ins that were named for a leave, by store. */
export async function findStandIns(db: Database, leaveId: number) {
  return db
    .selectFrom('storeAssignment')
    .innerJoin('store', 'store.id', 'storeAssignment.storeId')
    .innerJoin('staff', 'staff.id', 'storeAssignment.staffId')
    .select(['storeAssignment.storeId', 'store.name as storeName', 'storeAssignment.shift'])
    .select(['storeAssignment.staffId', 'staff.name as staffName'])
    .where('storeAssignment.leaveId', '=', leaveId)
    .orderBy('store.name')
    .orderBy('storeAssignment.id')
    .execute()
}

/** Returns an agent within the reach of the permission; throws NOT_FOUND. */
export async function getApplicant(db: Database, actor: Actor, permission: Permission, id: number) {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'companyCode'])
    .where(staffScope(actor, permission))
    .where('role', '=', ROLES.agent)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('员工')
  return row
}

/** Returns a leave within the reach of the permission; throws NOT_FOUND. */
export async function getLeave(db: Database, actor: Actor, permission: Permission, id: number) {
  const row = await selectLeaves(db, actor, permission).where('staffLeave.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('请假')
  return row
}

export type LeaveRow = Awaited<ReturnType<typeof getLeave>>

/** Like `getLeave`, with the row locked until the transaction ends. */
export async function lockLeave(
  db: Database,
  actor: Actor,
  permission: Permission,
  id: number,
): Promise<LeaveRow> {
  await db.selectFrom('staffLeave').select('id').where('id', '=', id).forUpdate().execute()
  return getLeave(db, actor, permission, id)
}

/**
 * Locks an active agent within reach against concurrent leaves and returns the person; throws NOT_FOUND. Leaves are of
 * heads and members: the others have no shifts.
 */
export async function lockApplicant(db: Database, actor: Actor, permission: Permission, id: number) {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'name', 'companyCode', 'parentId'])
    .where(staffScope(actor, permission))
    .where('role', '=', ROLES.agent)
    .where('status', '=', 'active')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('员工')
  return row
}

/** The leaves of a person that count or may still count, with a day in the span. */
export async function findStandingLeaves(
  db: Database,
  staffId: number,
  { fromOn, toOn }: { fromOn: Day; toOn: Day },
) {
  return db
    .selectFrom('staffLeave')
    .select(['fromOn', 'fromNoon', 'toOn', 'toNoon'])
    .where('staffId', '=', staffId)
    .where('status', 'in', ['requested', 'approved'])
    .where('fromOn', '<=', toOn)
    .where('toOn', '>=', fromOn)
    .execute()
}

export async function insertLeave(db: Database, row: Insertable<StaffLeave>): Promise<number> {
  const { id } = await db.insertInto('staffLeave').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a leave and increments its version. The caller holds the lock and has checked the version. */
export async function updateLeave(db: Database, id: number, changes: Updateable<StaffLeave>): Promise<void> {
  await db.updateTable('staffLeave').set(changes).set(nextVersion).where('id', '=', id).execute()
}

/** Who decides on a person's leave: the head, else (for a head) the admins of the company. */
export async function findDeciders(
  db: Database,
  { companyCode, parentId }: { companyCode: string; parentId: number | null },
): Promise<number[]> {
  if (parentId !== null) return [parentId]
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.admin)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** The active people of a person's team, without the person: the members under the same head, and the head. */
export async function findTeamMates(
  db: Database,
  { staffId, companyCode, parentId }: Pick<LeaveRow, 'staffId' | 'companyCode' | 'parentId'>,
) {
  const headId = parentId ?? staffId
  return db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.agent)
    .where('status', '=', 'active')
    .where((eb) => eb.or([eb('parentId', '=', headId), eb('id', '=', headId)]))
    .where('id', '!=', staffId)
    .orderBy('id')
    .execute()
}

/** The names of stores by id. */
export async function findStoreNames(db: Database, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('store')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
