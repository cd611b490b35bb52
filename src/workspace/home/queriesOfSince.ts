import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { batchScope } from '#operations/imports/queries.ts'
import { logScope } from '#operations/worklogs/queries.ts'

/** The reader, the day, and the start of the period. */
export interface SincePeriod {
  actor: Actor
  on: Day
  since: Date
}

/** Maximum number of lines per kind; the events of a kind by one person form one line. */
const MAX_LINES = 10

/** Imports by colleagues: number of stores and range of days per person. */
export async function findImports(db: Database, { actor, on, since }: SincePeriod) {
  return db
    .selectFrom('importBatch')
    .innerJoin('staff', 'staff.id', 'importBatch.createdBy')
    .innerJoin('importGroup', 'importGroup.batchId', 'importBatch.id')
    .where('importBatch.status', '=', 'committed')
    .where('importBatch.committedAt', '>', since)
    .where('importBatch.createdBy', '!=', actor.id)
    .where('importGroup.committed', '=', true)
    .where(batchScope(actor, on))
    .groupBy(['staff.id', 'staff.name'])
    .select([
      'staff.id',
      'staff.name as byName',
      sql<Date>`max(import_batch.committed_at)`.as('at'),
      sql<number>`count(distinct import_group.store_id)`.as('stores'),
      sql<Day>`min(import_group.on_day)`.as('from'),
      sql<Day>`max(import_group.on_day)`.as('to'),
    ])
    .orderBy('at', 'desc')
    .limit(MAX_LINES)
    .execute()
}

/** Logs reviewed by others: the actor's own approved ones, and those of other people within reach. */
export async function findReviews(db: Database, { actor, since }: SincePeriod) {
  // A literal: with a parameter, PostgreSQL would not recognize the expression in `group by`.
  const isOwn = sql<boolean>`worklog.staff_id = ${sql.lit(actor.id)}`
  return (
    db
      .selectFrom('worklog')
      .innerJoin('staff as author', 'author.id', 'worklog.staffId')
      .innerJoin('staff as reviewer', 'reviewer.id', 'worklog.reviewedBy')
      .where(logScope(actor, 'canReportWorklog'))
      .where('worklog.reviewedAt', '>', since)
      .where('worklog.reviewedBy', '!=', actor.id)
      // The author of a returned log gets a notice instead.
      .where(sql<SqlBool>`(worklog.status = 'approved' or worklog.status = 'returned' and not ${isOwn})`)
      .groupBy(['reviewer.id', 'reviewer.name', 'worklog.status', isOwn])
      .select([
        'reviewer.id',
        'reviewer.name as byName',
        'worklog.status',
        isOwn.as('isOwn'),
        sql<Date>`max(worklog.reviewed_at)`.as('at'),
        sql<number>`count(*)`.as('count'),
        sql<Day>`max(worklog.on_day)`.as('on'),
      ])
      .orderBy('at', 'desc')
      .limit(MAX_LINES)
      .execute()
  )
}

/** Stores whose status changed, with the latest names per group. */
export async function findStates(db: Database, { actor, on, since }: SincePeriod) {
  return db
    .selectFrom('storeState')
    .innerJoin('store', 'store.id', 'storeState.storeId')
    .leftJoin('staff as author', 'author.id', 'storeState.createdBy')
    .where(readableStores(actor, on))
    .where('storeState.createdAt', '>', since)
    .where(sql<SqlBool>`store_state.created_by is distinct from ${actor.id}`)
    .groupBy(['author.id', 'author.name', 'storeState.status'])
    .select([
      'author.id',
      'author.name as byName',
      'storeState.status',
      sql<Date>`max(store_state.created_at)`.as('at'),
      sql<number>`count(distinct store.id)`.as('count'),
      sql<number>`max(store.id)`.as('storeId'),
      namesOf(sql`store.name`, sql`store_state.id`).as('names'),
    ])
    .orderBy('at', 'desc')
    .limit(MAX_LINES)
    .execute()
}

/** Customers transferred to another owner. */
export async function findTransfers(db: Database, { actor, on, since }: SincePeriod) {
  return (
    db
      .selectFrom('customerOwner')
      .innerJoin('customer', 'customer.id', 'customerOwner.customerId')
      .innerJoin('staff as owner', 'owner.id', 'customerOwner.ownerId')
      .leftJoin('staff as author', 'author.id', 'customerOwner.createdBy')
      .where(customerScope(actor, 'canReadCustomer', on))
      .where('customerOwner.fromAt', '>', since)
      .where(sql<SqlBool>`customer_owner.created_by is distinct from ${actor.id}`)
      // The first owner of a new customer does not count as a transfer.
      .where(sql<SqlBool>`exists (select from customer_owner before
      where before.customer_id = customer.id and before.id < customer_owner.id)`)
      .groupBy(['owner.id', 'owner.name', 'author.id', 'author.name'])
      .select([
        'owner.id as ownerId',
        'owner.name as ownerName',
        'author.id',
        'author.name as byName',
        sql<Date>`max(customer_owner.from_at)`.as('at'),
        sql<number>`count(distinct customer.id)`.as('count'),
        sql<number>`max(customer.id)`.as('customerId'),
        namesOf(sql`customer.name`, sql`customer_owner.id`).as('names'),
      ])
      .orderBy('at', 'desc')
      .limit(MAX_LINES)
      .execute()
  )
}

/** New warnings, one line per week. */
export async function findNewWarnings(db: Database, { actor, on, since }: SincePeriod) {
  return db
    .selectFrom('warning')
    .innerJoin('customer', 'customer.id', 'warning.customerId')
    .where(customerScope(actor, 'canWarningCustomer', on))
    .where('warning.createdAt', '>', since)
    .groupBy('warning.weekOn')
    .select([
      'warning.weekOn',
      sql<Date>`max(warning.created_at)`.as('at'),
      sql<number>`count(*)`.as('count'),
      sql<number>`count(*) filter (where warning.level = 'red')`.as('red'),
    ])
    .orderBy('at', 'desc')
    .limit(MAX_LINES)
    .execute()
}

/** The three latest names of a group. */
function namesOf(name: Expression<unknown>, order: Expression<unknown>) {
  return sql<string[]>`(array_agg(${name} order by ${order} desc))[1:3]`
}
