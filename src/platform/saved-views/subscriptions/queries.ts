import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Delivery, Subscription } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { nextVersion } from '#kit/version.ts'
import { retryAt } from './rules.ts'

function selectSubscriptions(db: Database) {
  return db
    .selectFrom('subscription')
    .innerJoin('savedView as view', 'view.id', 'subscription.viewId')
    .leftJoin('webhook', 'webhook.id', 'subscription.webhookId')
    .selectAll('subscription')
    .select(['view.name as viewName', 'view.list', 'view.query', 'webhook.name as webhookName'])
}

/** A person's subscriptions, by view name. */
export async function findSubscriptions(db: Database, staffId: number) {
  return selectSubscriptions(db)
    .where('subscription.staffId', '=', staffId)
    .orderBy('view.name')
    .orderBy('subscription.id')
    .execute()
}

/** A subscription of a person; throws NOT_FOUND. */
export async function getSubscription(db: Database, staffId: number, id: number) {
  const row = await selectSubscriptions(db)
    .where('subscription.staffId', '=', staffId)
    .where('subscription.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('这个订阅')
  return row
}

/** Locks a subscription of a person until the transaction ends and returns it; throws NOT_FOUND. */
export async function lockSubscription(db: Database, staffId: number, id: number) {
  await db.selectFrom('subscription').select('id').where('id', '=', id).forUpdate().execute()
  return getSubscription(db, staffId, id)
}

/** The number of a person's subscriptions. */
export async function countSubscriptions(db: Database, staffId: number): Promise<number> {
  const { count } = await db
    .selectFrom('subscription')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return count
}

/** Inserts a subscription and returns its id. */
export async function insertSubscription(db: Database, row: Insertable<Subscription>): Promise<number> {
  const { id } = await db.insertInto('subscription').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a subscription. The caller holds the lock and has checked the version. */
export async function updateSubscription(
  db: Database,
  id: number,
  changes: Updateable<Subscription>,
): Promise<void> {
  await db.updateTable('subscription').set(changes).set(nextVersion).where('id', '=', id).execute()
}

export async function deleteSubscription(db: Database, id: number): Promise<void> {
  await db.deleteFrom('subscription').where('id', '=', id).execute()
}

/** Deletes all subscriptions of a person. */
export async function deleteSubscriptionsOf(db: Database, staffId: number): Promise<void> {
  await db.deleteFrom('subscription').where('staffId', '=', staffId).execute()
}

/** Deletes the subscriptions of former staff. */
export async function deleteOfLeavers(db: Database): Promise<void> {
  await sql`delete from subscription using staff
    where staff.id = subscription.staff_id and staff.status = 'left'`.execute(db)
}

/** The schedules of all active staff. */
export async function findAllSchedules(db: Database) {
  return db
    .selectFrom('subscription')
    .innerJoin('staff', 'staff.id', 'subscription.staffId')
    .select(['subscription.id', 'every', 'weekday', 'hour', 'fromAt'])
    .where('staff.status', '=', 'active')
    .execute()
}

/** Inserts due deliveries that do not exist yet. */
export async function insertDue(
  db: Database,
  due: readonly { subscriptionId: number; dueAt: Date }[],
  now: Date,
): Promise<void> {
  if (due.length === 0) return
  const rows = due.map(({ subscriptionId, dueAt }) => ({ id: subscriptionId, due: dueAt.toISOString() }))
  await sql`insert into delivery (subscription_id, due_at, next_at)
    select delivery.id, delivery.due, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as delivery (id int, due timestamptz)
    on conflict do nothing`.execute(db)
}

/**
 * Claims the next delivery that is due. Schedules its next attempt before this one begins, so that the delivery is
 * repeated if the process crashes.
 */
export async function claimDelivery(db: Database, now: Date) {
  return db.transaction().execute(async (tx) => {
    const next = await tx
      .selectFrom('delivery')
      .select(['id', 'subscriptionId', 'dueAt', 'attempts'])
      .where('state', '=', 'waiting')
      .where('nextAt', '<=', now)
      .orderBy('nextAt')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!next) return undefined
    const attempts = next.attempts + 1
    const again = retryAt(attempts, now)
    await updateDelivery(tx, next.id, { attempts, nextAt: again })
    return { ...next, attempts, isLast: again === null }
  })
}

/** Saves the result of a delivery. */
export async function updateDelivery(db: Database, id: number, changes: Updateable<Delivery>): Promise<void> {
  await db.updateTable('delivery').set(changes).where('id', '=', id).execute()
}

/** The subscription of a delivery, without a check of its owner. */
export async function findForDelivery(db: Database, id: number) {
  return selectSubscriptions(db).where('subscription.id', '=', id).executeTakeFirst()
}

const COLUMNS = ['id', 'subscriptionId', 'dueAt', 'state', 'attempts', 'failure', 'endedAt'] as const

/** The latest delivery per subscription id. */
export async function findLastDeliveries(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('delivery')
    .distinctOn('subscriptionId')
    .select([...COLUMNS])
    .where('subscriptionId', 'in', ids)
    .orderBy('subscriptionId')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.subscriptionId, row]))
}

/** A page of a subscription's deliveries, newest first. */
export async function findDeliveries(db: Database, subscriptionId: number, page: PageInput) {
  const query = db
    .selectFrom('delivery')
    .select([...COLUMNS])
    .where('subscriptionId', '=', subscriptionId)
  return pageOf(query, page, { columns: { id: 'delivery.id' }, fallback: '-id', tieBreaker: 'delivery.id' })
}

/** Deletes the deliveries that were due before an instant. */
export async function deleteDeliveriesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('delivery').where('dueAt', '<', before).execute()
}
