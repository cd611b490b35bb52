import type { Expression, Insertable, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { StoreAssignment } from '#db/tables.ts'
import type { Day, Span } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'

/** An assignment with the names beside it; `store` is joined, so that a store's reach applies. */
function selectAssignments(db: Database) {
  return db
    .selectFrom('storeAssignment')
    .innerJoin('store', 'store.id', 'storeAssignment.storeId')
    .innerJoin('staff as agent', 'agent.id', 'storeAssignment.staffId')
    .selectAll('storeAssignment')
    .select(['store.name as storeName', 'store.platform', 'agent.name as staffName'])
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

/** The assignments that have a day in common with the span. */
function during({ fromOn, toOn }: Span): Expression<SqlBool> {
  return sql<SqlBool>`((store_assignment.to_on is null or store_assignment.to_on >= ${fromOn})
    and (${toOn}::date is null or store_assignment.from_on <= ${toOn}::date))`
}

/** The assignments of a store during a span; the store is locked, so that none is added meanwhile. */
export async function findStanding(db: Database, storeId: number, span: Span) {
  return selectAssignments(db)
    .where('storeAssignment.storeId', '=', storeId)
    .where(during(span))
    .orderBy('storeAssignment.fromOn')
    .execute()
}

/** One assignment of a store within reach; throws NOT_FOUND. */
export async function getAssignment(db: Database, storeReach: Expression<SqlBool>, id: number) {
  const row = await selectAssignments(db)
    .where('storeAssignment.id', '=', id)
    .where(storeReach)
    .executeTakeFirst()
  if (!row) throw notFound('分配记录')
  return row
}

/** What an assignment asks about an agent. */
export async function findAgent(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'role', 'parentId', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Adds an assignment; answers its number. */
export async function insertAssignment(db: Database, row: Insertable<StoreAssignment>): Promise<number> {
  const { id } = await db.insertInto('storeAssignment').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Ends an assignment whose version was checked under the store's lock. */
export async function endAssignment(
  db: Database,
  id: number,
  end: { toOn: Day; updatedAt: Date; updatedBy: number },
): Promise<void> {
  await db
    .updateTable('storeAssignment')
    .set(end)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
