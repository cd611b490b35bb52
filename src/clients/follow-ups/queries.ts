import { type Expression, type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { FollowUp } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'

export interface FollowUpFilter {
  customerId?: number[] | undefined
  assigneeId?: number[] | undefined
  status?: string[] | undefined
  dueFrom?: Day | undefined
  dueTo?: Day | undefined
}

const ORDER = {
  columns: { id: 'followUp.id', dueOn: 'followUp.dueOn' },
  fallback: 'dueOn',
  tieBreaker: 'followUp.id',
}

const STATE = sql<string>`case when follow_up.done_at is null then 'open' else 'done' end`

function selectFollowUps(db: Database, customers: Expression<SqlBool>) {
  return db
    .selectFrom('followUp')
    .innerJoin('customer', 'customer.id', 'followUp.customerId')
    .innerJoin('staff as assignee', 'assignee.id', 'followUp.assigneeId')
    .innerJoin('staffName as author', 'author.id', 'followUp.createdBy')
    .leftJoin('staffName as editor', 'editor.id', 'followUp.updatedBy')
    .selectAll('followUp')
    .select(['customer.name as customerName', 'assignee.name as assigneeName'])
    .select(['author.name as createdByName', 'editor.name as updatedByName'])
    .where(customers)
}

/** A page of the follow-ups of customers within reach, and their number by state under the same other filters. */
export async function findFollowUps(
  db: Database,
  customers: Expression<SqlBool>,
  filter: FollowUpFilter & PageInput,
) {
  let query = selectFollowUps(db, customers)
  if (filter.customerId) query = query.where('followUp.customerId', 'in', filter.customerId)
  if (filter.assigneeId) query = query.where('followUp.assigneeId', 'in', filter.assigneeId)
  if (filter.dueFrom) query = query.where('followUp.dueOn', '>=', filter.dueFrom)
  if (filter.dueTo) query = query.where('followUp.dueOn', '<=', filter.dueTo)
  const counts = await query
    .clearSelect()
    .select([STATE.as('status'), sql<number>`count(*)`.as('count')])
    .groupBy(STATE)
    .execute()
  if (filter.status) query = query.where(STATE, 'in', filter.status)
  // Default order: open follow-ups before done ones.
  if (!filter.sort) query = query.orderBy(sql`follow_up.done_at is not null`)
  return { items: await pageItems(query, filter, ORDER), ...sizesOf(counts, filter.status) }
}

/** Returns a follow-up of a customer within reach; throws NOT_FOUND. */
export async function getFollowUp(db: Database, customers: Expression<SqlBool>, id: number) {
  const row = await selectFollowUps(db, customers).where('followUp.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('跟进')
  return row
}

/** Like `getFollowUp`, and locks the row until the transaction ends. */
export async function lockFollowUp(db: Database, customers: Expression<SqlBool>, id: number) {
  await db.selectFrom('followUp').select('id').where('id', '=', id).forUpdate().execute()
  return getFollowUp(db, customers, id)
}

export async function insertFollowUp(db: Database, row: Insertable<FollowUp>) {
  return db.insertInto('followUp').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Updates a follow-up that the caller has locked and whose version was checked; returns the row. */
export async function updateFollowUp(db: Database, id: number, changes: Updateable<FollowUp>) {
  return db
    .updateTable('followUp')
    .set(changes)
    .set(nextVersion)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The open follow-ups of an assignee, optionally only those of these customers. */
export async function findOpenFollowUps(db: Database, assigneeId: number, customerIds?: readonly number[]) {
  let query = db
    .selectFrom('followUp')
    .innerJoin('customer', 'customer.id', 'followUp.customerId')
    .select(['followUp.id', 'followUp.companyCode', 'followUp.customerId', 'followUp.assigneeId'])
    .select(['followUp.dueOn', 'followUp.text', 'customer.name as customerName'])
    .where('followUp.assigneeId', '=', assigneeId)
    .where('followUp.doneAt', 'is', null)
    .where('customer.mergedIntoId', 'is', null)
  if (customerIds) query = query.where('followUp.customerId', 'in', customerIds)
  return query.orderBy('followUp.id').execute()
}

interface Stamp {
  actorId: number
  at: Date
}

/** Moves follow-ups to another assignee, or to another customer (a merge); returns ids and new versions. */
export async function reassignFollowUps(
  db: Database,
  ids: readonly number[],
  to: { assigneeId: number } | { customerId: number },
  { actorId, at }: Stamp,
) {
  if (ids.length === 0) return []
  return db
    .updateTable('followUp')
    .set({ ...to, updatedBy: actorId, updatedAt: at })
    .set(nextVersion)
    .where('id', 'in', ids)
    .returning(['id', 'companyCode', 'version'])
    .execute()
}
