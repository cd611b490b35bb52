import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { StoreAssignment } from '#db/tables.ts'
import type { AuditLine } from '#kit/audit.ts'
import { addDays, type Day, type Span } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import { assertShifts } from '#people/shifts/queries.ts'
import {
  type AssignmentChange,
  assertServes,
  assertShares,
  assertShiftFree,
  assignLine,
  cancelLine,
  endLine,
  type NewAssignment,
  withoutIdlePlace,
} from './rules.ts'

/** Assignments with names; `store` is joined so that the reach of stores applies. */
function selectAssignments(db: Database) {
  return db
    .selectFrom('storeAssignment')
    .innerJoin('store', 'store.id', 'storeAssignment.storeId')
    .innerJoin('staff as agent', 'agent.id', 'storeAssignment.staffId')
    .leftJoin('staff as replaced', 'replaced.id', 'storeAssignment.insteadOf')
    .selectAll('storeAssignment')
    .select(['store.name as storeName', 'store.platform', 'agent.name as staffName'])
    .select('replaced.name as insteadOfName')
}

const ORDER = {
  columns: { fromOn: 'storeAssignment.fromOn', id: 'storeAssignment.id' },
  fallback: '-fromOn',
  tieBreaker: 'storeAssignment.id',
}

interface AssignmentFilter {
  storeId?: number[] | undefined
  staffId?: number[] | undefined
  on?: Day | undefined
}

/** A page of the assignments of the stores within reach. */
export async function findAssignments(
  db: Database,
  storeReach: Expression<SqlBool>,
  filter: AssignmentFilter & PageInput,
) {
  let query = selectAssignments(db).where(storeReach)
  if (filter.storeId) query = query.where('storeAssignment.storeId', 'in', filter.storeId)
  if (filter.staffId) query = query.where('storeAssignment.staffId', 'in', filter.staffId)
  if (filter.on) query = query.where(during({ fromOn: filter.on, toOn: filter.on }))
  return pageOf(query, filter, ORDER)
}

/** SQL condition: the assignment overlaps the span. */
function during({ fromOn, toOn }: Span): Expression<SqlBool> {
  return sql<SqlBool>`((store_assignment.to_on is null or store_assignment.to_on >= ${fromOn})
    and (${toOn}::date is null or store_assignment.from_on <= ${toOn}::date))`
}

/**
 * The assignments of a store that overlap a span. The caller has locked the store, so that none is added concurrently.
 */
export async function findActiveAssignments(db: Database, storeId: number, span: Span) {
  return selectAssignments(db)
    .where('storeAssignment.storeId', '=', storeId)
    .where(during(span))
    .orderBy('storeAssignment.fromOn')
    .execute()
}

/** Whether the store has or had any assignment. */
export async function wasAssigned(db: Database, storeId: number): Promise<boolean> {
  const row = await db
    .selectFrom('storeAssignment')
    .select('id')
    .where('storeId', '=', storeId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns an assignment of a store within reach; throws NOT_FOUND. */
export async function getAssignment(db: Database, storeReach: Expression<SqlBool>, id: number) {
  const row = await selectAssignments(db)
    .where('storeAssignment.id', '=', id)
    .where(storeReach)
    .executeTakeFirst()
  if (!row) throw notFound('分配记录')
  return row
}

/** The fields of a person that the assignment rules check; share lock. */
export async function findAgent(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'role', 'parentId', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Inserts an assignment; returns its id. */
export async function insertAssignment(db: Database, row: Insertable<StoreAssignment>): Promise<number> {
  const { id } = await db.insertInto('storeAssignment').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Sets the last day of an assignment. The caller has locked the store and checked the version. */
export async function endAssignment(
  db: Database,
  id: number,
  end: { toOn: Day; updatedAt: Date; updatedBy: number },
): Promise<void> {
  await db.updateTable('storeAssignment').set(end).set(nextVersion).where('id', '=', id).execute()
}

/** Deletes an assignment; only the audit log keeps it. The caller has locked the store. */
export async function deleteAssignment(db: Database, id: number): Promise<void> {
  await db.deleteFrom('storeAssignment').where('id', '=', id).execute()
}

/** The writer and the time. */
interface Writer {
  by: number
  at: Date
}

/** The span from a day on, without an end. */
const spanFrom = (on: Day): Span => ({ fromOn: on, toOn: null })

/**
 * Ends the assignments of a store, or of a person (all, or the one with this id), with a last day. Deletes those that
 * have not begun by then. Locks the stores. Returns one audit line per assignment.
 */
export async function endAssignments(
  db: Database,
  target: { storeId: number } | { staffId: number; id?: number },
  { on, ...writing }: Writer & { on: Day },
): Promise<AuditLine[]> {
  const [column, id] =
    'storeId' in target
      ? (['storeAssignment.storeId', target.storeId] as const)
      : (['storeAssignment.staffId', target.staffId] as const)
  const after = spanFrom(addDays(on, 1))
  let concerned = selectAssignments(db).where(column, '=', id).where(during(after))
  if ('id' in target && target.id) concerned = concerned.where('storeAssignment.id', '=', target.id)
  await lockStores(
    db,
    (await concerned.execute()).map(({ storeId }) => storeId),
  )
  const rows = await concerned.orderBy('storeAssignment.id').execute()
  const lines: AuditLine[] = []
  for (const row of rows) lines.push(await endOrDelete(db, row, on, writing))
  return lines
}

/** Deletes the stand-ins that were named for a leave, with their stores locked. Returns one audit line each. */
export async function deleteStandInsOf(db: Database, leaveId: number): Promise<AuditLine[]> {
  const standIns = selectAssignments(db).where('storeAssignment.leaveId', '=', leaveId)
  await lockStores(
    db,
    (await standIns.execute()).map(({ storeId }) => storeId),
  )
  const rows = await standIns.orderBy('storeAssignment.id').execute()
  for (const { id } of rows) await deleteAssignment(db, id)
  return rows.map(cancelLine)
}

type Row = Awaited<ReturnType<typeof getAssignment>>

/** Ends an assignment on a day; deletes it if it begins later. Returns the audit line. */
async function endOrDelete(db: Database, row: Row, on: Day, { by, at }: Writer): Promise<AuditLine> {
  if (row.fromOn <= on) {
    await endAssignment(db, row.id, { toOn: on, updatedAt: at, updatedBy: by })
    return endLine(row, on)
  }
  await deleteAssignment(db, row.id)
  return cancelLine(row)
}

async function lockStores(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .selectFrom('store')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Changes the agent, duty, shift or share of an assignment from a day on; the days before do not change. Throws INVALID
 * if the agent cannot serve, CONFLICT if shift or shares collide. The caller has locked the store. Returns the id of
 * the new row and the audit lines.
 */
export async function changeAssignment(
  db: Database,
  row: Row,
  { fromOn, ...changes }: AssignmentChange,
  writing: Writer,
): Promise<{ id: number; lines: AuditLine[] }> {
  const begins = fromOn < row.fromOn ? row.fromOn : fromOn
  const newAssignment = withoutIdlePlace({
    ...assignmentFields(row),
    ...changes,
    fromOn: begins,
    toOn: row.toOn,
  })
  if (newAssignment.staffId !== row.staffId)
    assertServes(await findAgent(db, newAssignment.staffId), row.companyCode)
  if (changes.shift !== undefined) await assertShifts(db, row.companyCode, [newAssignment])
  const existing = await findActiveAssignments(db, row.storeId, newAssignment)
  const others = existing.filter(({ id }) => id !== row.id)
  assertShiftFree(newAssignment, others)
  assertShares(newAssignment, others)
  const cut = await endOrDelete(db, row, addDays(begins, -1), writing)
  const { by, at } = writing
  const id = await insertAssignment(db, {
    ...newAssignment,
    storeId: row.storeId,
    companyCode: row.companyCode,
    leaveId: newAssignment.insteadOf === null ? null : row.leaveId,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  })
  return {
    id,
    lines: [cut, assignLine({ ...newAssignment, storeId: row.storeId, companyCode: row.companyCode })],
  }
}

const assignmentFields = ({ staffId, duty, shift, sharePercent, insteadOf }: Row) =>
  ({ staffId, duty, shift, sharePercent, insteadOf }) as Omit<NewAssignment, keyof Span>

/**
 * Hands over the assignments of a person to another from a day on: the given ones, or all. Throws the errors of
 * `changeAssignment`; returns the audit lines.
 */
export async function handOverAssignments(
  db: Database,
  { staffId, ids, to, fromOn }: { staffId: number; ids?: readonly number[]; to: number; fromOn: Day },
  writing: Writer,
): Promise<AuditLine[]> {
  let concerned = selectAssignments(db)
    .where('storeAssignment.staffId', '=', staffId)
    .where(during(spanFrom(fromOn)))
  if (ids) concerned = concerned.where('storeAssignment.id', 'in', [...ids])
  await lockStores(
    db,
    (await concerned.execute()).map(({ storeId }) => storeId),
  )
  const lines: AuditLine[] = []
  for (const row of await concerned.orderBy('storeAssignment.id').execute()) {
    lines.push(...(await changeAssignment(db, row, { staffId: to, fromOn }, writing)).lines)
  }
  return lines
}

/** Maximum number of agents with loads; a team has fewer. */
const MAX_AGENTS = 200

/** The ids of the active agents whom the actor may assign: those of the company, or of a head's own team. */
export async function findAssignableAgents(
  db: Database,
  actor: Actor,
  headId: number | undefined,
): Promise<number[]> {
  const reach = scope(actor, 'canAssignStore', {
    company: 'staff.companyCode',
    team: (id) => sql<SqlBool>`(staff.parent_id = ${id} or staff.id = ${id})`,
    own: (id) => sql<SqlBool>`staff.id = ${id}`,
  })
  let query = db
    .selectFrom('staff')
    .select('staff.id')
    .where(reach)
    .where('staff.role', '=', ROLES.agent)
    .where('staff.status', '=', 'active')
  if (headId) {
    query = query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
  }
  const rows = await query
    .orderBy(sql`coalesce(staff.parent_id, staff.id)`)
    .orderBy('staff.id')
    .limit(MAX_AGENTS)
    .execute()
  return rows.map(({ id }) => id)
}

export interface Load {
  stores: number
  dailyVolume: number | null
}

const DAYS = 7

/**
 * The loads of agents on a day: the number of their stores on trial or in service, and Σ mean daily volume × share. The
 * mean is over the days with figures among the 7 days before.
 */
export async function findLoads(
  db: Database,
  staffIds: readonly number[],
  on: Day,
): Promise<Map<number, Load>> {
  const { rows } = await sql<Load & { staffId: number }>`
    select a.staff_id, count(distinct a.store_id)::int as stores,
        round(sum(daily.mean * a.share_percent / 100))::int as daily_volume
      from store_assignment a join store on store.id = a.store_id and store.status in ('trial', 'serving')
        left join lateral (
          select avg(coalesce(d.consult_users, d.consult_sessions, d.handled_users)) as mean from store_daily d
            where d.store_id = a.store_id and d.on_day >= ${addDays(on, -DAYS)} and d.on_day < ${on}) daily on true
      where a.staff_id = any(${[...staffIds]}) and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
      group by a.staff_id`.execute(db)
  return new Map(rows.map(({ staffId, ...load }) => [staffId, load]))
}
