import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { type Permission, ROLES } from '#access/permissions.ts'
import { storeScope, teamStores } from '#clients/scopes.ts'
import type { Platform } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { planEachTime } from '#db/statements.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn } from '#kit/list.ts'
import { runningSpans, wasEmployed } from '#operations/attendance/queries.ts'
import { staffScope } from '#people/staff/queries.ts'
import type { WrittenLog } from './contradictions.ts'
import type { CoverageFacts, NeedRow } from './coverage.ts'
import { findDutyFacts } from './queries.ts'
import { type DutyFacts, dutyOf } from './rules.ts'

interface Days {
  from: Day
  to: Day
}

interface WeekFilter extends Days {
  headId?: number | undefined
  keyword?: string | undefined
  /** A single store or person. */
  id?: number | undefined
}

/** SQL condition on `store`: within reach of the permission on a day, in the actor's company and not stopped. */
function reachedStores(actor: Actor, permission: Permission, on: Day): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, permission, on)} and store.company_code = ${actor.companyCode}
    and store.status <> 'stopped')`
}

/** Returns the stores of the actor's company within reach by name, `limit` at most, and how many there are. */
export async function findCoveredStores(
  db: Database,
  actor: Actor,
  { from, headId, keyword, id }: WeekFilter,
  { permission, limit }: { permission: Permission; limit?: number },
) {
  let query = db
    .selectFrom('store')
    .where(reachedStores(actor, permission, from))
    .where(keywordIn(keyword, ['store.name', 'store.namePinyin', 'store.code']))
  if (headId) query = query.where(teamStores(headId, from))
  if (id) query = query.where('store.id', '=', id)
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const listed = query
    .select(['store.id', 'store.name', 'store.platform', 'store.shifts'])
    .$narrowType<{ platform: Platform }>()
    .orderBy('store.namePinyin')
    .orderBy('store.id')
  return { total, stores: await (limit === undefined ? listed : listed.limit(limit)).execute() }
}

/** Returns a store within reach; throws NOT_FOUND. `lock`: until the transaction ends. */
export async function getCoveredStore(
  db: Database,
  actor: Actor,
  { storeId, on, lock = false }: { storeId: number; on: Day; lock?: boolean },
) {
  const query = db
    .selectFrom('store')
    .select(['id', 'companyCode', 'name', 'shifts'])
    .where(reachedStores(actor, 'canReviewWorklog', on))
    .where('store.id', '=', storeId)
  const row = await (lock ? query.forNoKeyUpdate() : query).executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row
}

/** The needs of stores: those of every day and of weekdays, and those of the days. */
export async function findNeeds(db: Database, storeIds: readonly number[], days?: Days): Promise<NeedRow[]> {
  if (storeIds.length === 0) return []
  let query = db
    .selectFrom('storeNeed')
    .select(['storeId', 'shift', 'weekday', 'onDay as on', 'heads'])
    .where('storeId', 'in', [...storeIds])
  if (days) {
    query = query.where((eb) => eb.or([eb('onDay', 'is', null), eb.between('onDay', days.from, days.to)]))
  }
  return query
    .orderBy('storeId')
    .orderBy('shift')
    .orderBy(sql`on_day nulls first`)
    .orderBy(sql`weekday nulls first`)
    .execute()
}

/** Replaces the needs of a store. The caller has locked the store. */
export async function replaceNeeds(
  db: Database,
  store: { id: number; companyCode: string },
  needs: readonly Omit<NeedRow, 'storeId'>[],
  writing: { createdAt: Date; createdBy: number },
): Promise<void> {
  await db.deleteFrom('storeNeed').where('storeId', '=', store.id).execute()
  if (needs.length === 0) return
  const rows = needs.map(({ on, ...need }) => ({
    ...need,
    ...writing,
    onDay: on,
    storeId: store.id,
    companyCode: store.companyCode,
  }))
  await db.insertInto('storeNeed').values(rows).execute()
}

/** Who is assigned to the stores on one of the days. */
async function findAssignedPeople(db: Database, storeIds: readonly number[], { from, to }: Days) {
  const rows = await db
    .selectFrom('storeAssignment')
    .select('staffId')
    .distinct()
    .where('storeId', 'in', [...storeIds])
    .where('fromOn', '<=', to)
    .where((eb) => eb.or([eb('toOn', 'is', null), eb('toOn', '>=', from)]))
    .execute()
  return rows.map(({ staffId }) => staffId)
}

type CoveredStores = CoverageFacts['stores']

/** Reads what the coverage of stores of one company follows from. */
export async function findCoverageFacts(
  db: Database,
  { companyCode, stores, ...days }: Days & { companyCode: string; stores: CoveredStores },
): Promise<CoverageFacts> {
  const storeIds = stores.map(({ id }) => id)
  if (storeIds.length === 0) {
    return { stores, running: [], needs: [], assignments: [], duty: [], shifts: [] }
  }
  const staffIds = await findAssignedPeople(db, storeIds, days)
  const facts = await findDutyFacts(db, { companyCode, ...days, staffIds })
  // Planned for all values, the statement would be planned for a list of ten stores.
  const { rows: running } = await sql<{ storeId: number; fromOn: Day; toOn: Day }>`${planEachTime}
    ${runningSpans(sql`select unnest(${storeIds}::int[])`, days)}`.execute(db)
  const duty = dutyOf(facts, days)
  const needs = await findNeeds(db, storeIds, days)
  return { stores, running, needs, assignments: facts.assignments, duty, shifts: facts.shifts }
}

/** Returns the agents of the actor's company within reach who were with it on one of the days, by team. */
export async function findDutyPeople(
  db: Database,
  actor: Actor,
  { headId, keyword, id, ...days }: WeekFilter,
  { permission, limit }: { permission: Permission; limit?: number },
) {
  let query = db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .where(staffScope(actor, permission))
    .where('staff.companyCode', '=', actor.companyCode)
    .where('staff.role', '=', ROLES.agent)
    .where(wasEmployed(days))
    .where(keywordIn(keyword, ['staff.name', 'staff.namePinyin', 'staff.employeeNo']))
  if (headId) {
    query = query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
  }
  if (id) query = query.where('staff.id', '=', id)
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const listed = query
    .select(['staff.id', 'staff.name', 'head.name as headName'])
    .orderBy(sql`coalesce(staff.parent_id, staff.id)`)
    .orderBy(sql`staff.parent_id is not null`)
    .orderBy('staff.namePinyin')
    .orderBy('staff.id')
  return { total, people: await (limit === undefined ? listed : listed.limit(limit)).execute() }
}

/** The people of a team or company who are assigned, including those who have left or are disabled. */
export async function findContradictionFacts(
  db: Database,
  actor: Actor,
  { headId, ...days }: Days & { headId?: number | undefined },
): Promise<{ facts: DutyFacts; logs: WrittenLog[] }> {
  let query = db
    .selectFrom('staff')
    .select('staff.id')
    .where(staffScope(actor, 'canReviewWorklog'))
    .where('staff.companyCode', '=', actor.companyCode)
    .where('staff.role', '=', ROLES.agent)
  if (headId) {
    query = query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
  }
  const staffIds = (await query.execute()).map(({ id }) => id)
  const { companyCode } = actor
  const facts = await findDutyFacts(db, { companyCode, ...days, staffIds })
  const logs =
    staffIds.length === 0
      ? []
      : await db
          .selectFrom('worklog')
          .select(['staffId', 'onDay as on', 'shift'])
          .where('staffId', 'in', staffIds)
          .where('status', '!=', 'draft')
          .where('onDay', '>=', days.from)
          .where('onDay', '<=', days.to)
          .execute()
  return { facts, logs }
}

/** The number of leaves that wait for the actor's decision. */
export async function countLeaveRequests(db: Database, actor: Actor, headId?: number): Promise<number> {
  let query = db
    .selectFrom('staffLeave')
    .innerJoin('staff', 'staff.id', 'staffLeave.staffId')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where(staffScope(actor, 'canReviewWorklog'))
    .where('staffLeave.companyCode', '=', actor.companyCode)
    .where('staffLeave.status', '=', 'requested')
    .where('staffLeave.staffId', '!=', actor.id)
  if (headId) {
    query = query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
  }
  return (await query.executeTakeFirstOrThrow()).n
}

/** The names of people or stores, in the order of their ids. */
export async function findNames(db: Database, table: 'staff' | 'store', ids: Iterable<number>) {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return []
  return db.selectFrom(table).select(['id', 'name']).where('id', 'in', wanted).orderBy('id').execute()
}
