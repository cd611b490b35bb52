import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Delivery, Subscription } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'
import type { PageInput } from '#kit/list.ts'
import { pageOf } from '#kit/list.ts'
import { againAt } from './rules.ts'

function selectSubscriptions(db: Database) {
  return db
    .selectFrom('subscription')
    .innerJoin('savedView as view', 'view.id', 'subscription.viewId')
    .leftJoin('webhook', 'webhook.id', 'subscription.webhookId')
    .selectAll('subscription')
    .select(['view.name as viewName', 'view.list', 'view.query', 'webhook.name as webhookName'])
}

/** A person's subscriptions, by name. */
export async function findSubscriptions(db: Database, staffId: number) {
  return selectSubscriptions(db)
    .where('subscription.staffId', '=', staffId)
    .orderBy('view.name')
    .orderBy('subscription.id')
    .execute()
}

/** One of a person's; throws NOT_FOUND. */
export async function getSubscription(db: Database, staffId: number, id: number) {
  const row = await selectSubscriptions(db)
    .where('subscription.staffId', '=', staffId)
    .where('subscription.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('这个订阅')
  return row
}

/** The same, locked until the transaction ends. */
export async function lockSubscription(db: Database, staffId: number, id: number) {
  await db.selectFrom('subscription').select('id').where('id', '=', id).forUpdate().execute()
  return getSubscription(db, staffId, id)
}

/** How many a person has. */
export async function countSubscriptions(db: Database, staffId: number): Promise<number> {
  const { count } = await db
    .selectFrom('subscription')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staffId', '=', staffId)
    .executeTakeFirstOrThrow()
  return count
}

/** Adds one; answers its number. */
export async function insertSubscription(db: Database, row: Insertable<Subscription>): Promise<number> {
  const { id } = await db.insertInto('subscription').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes one whose version was checked under the lock. */
export async function updateSubscription(
  db: Database,
  id: number,
  changes: Updateable<Subscription>,
): Promise<void> {
  await db
    .updateTable('subscription')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Ends one. */
export async function deleteSubscription(db: Database, id: number): Promise<void> {
  await db.deleteFrom('subscription').where('id', '=', id).execute()
}

/** Ends a person's. */
export async function deleteSubscriptionsOf(db: Database, staffId: number): Promise<void> {
  await db.deleteFrom('subscription').where('staffId', '=', staffId).execute()
}

/** Ends those of people who have left: nobody reads them, and nobody else may. */
export async function deleteOfLeavers(db: Database): Promise<void> {
  await sql`delete from subscription using staff
    where staff.id = subscription.staff_id and staff.status = 'left'`.execute(db)
}

/** Those of everybody who may sign in. */
export async function findAllRhythms(db: Database) {
  return db
    .selectFrom('subscription')
    .innerJoin('staff', 'staff.id', 'subscription.staffId')
    .select(['subscription.id', 'every', 'weekday', 'hour', 'fromAt'])
    .where('staff.status', '=', 'active')
    .execute()
}

/** Puts down what has become due; what is there already stays. */
export async function insertDue(
  db: Database,
  due: readonly { subscriptionId: number; dueAt: Date }[],
  now: Date,
): Promise<void> {
  if (due.length === 0) return
  const rows = due.map(({ subscriptionId, dueAt }) => ({ id: subscriptionId, due: dueAt.toISOString() }))
  await sql`insert into delivery (subscription_id, due_at, next_at)
    select told.id, told.due, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as told (id int, due timestamptz)
    on conflict do nothing`.execute(db)
}

/**
 * Takes the next delivery whose time has come. Its next attempt is set down before this one begins, so that a program
 * that dies over it tries again.
 */
export async function takeDelivery(db: Database, now: Date) {
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
    const again = againAt(attempts, now)
    await updateDelivery(tx, next.id, { attempts, nextAt: again })
    return { ...next, attempts, isLast: again === null }
  })
}

/** Says what became of a delivery. */
export async function updateDelivery(db: Database, id: number, changes: Updateable<Delivery>): Promise<void> {
  await db.updateTable('delivery').set(changes).where('id', '=', id).execute()
}

/** The subscription of a delivery and whose it is. */
export async function findForDelivery(db: Database, id: number) {
  return selectSubscriptions(db).where('subscription.id', '=', id).executeTakeFirst()
}

const COLUMNS = ['id', 'subscriptionId', 'dueAt', 'state', 'attempts', 'failure', 'endedAt'] as const

/** The newest delivery of each of these. */
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

/** The deliveries of a subscription, newest first. */
export async function findDeliveries(db: Database, subscriptionId: number, page: PageInput) {
  const query = db
    .selectFrom('delivery')
    .select([...COLUMNS])
    .where('subscriptionId', '=', subscriptionId)
  return pageOf(query, page, { columns: { id: 'delivery.id' }, fallback: '-id', tieBreaker: 'delivery.id' })
}

/** Removes what was delivered before an instant. */
export async function deleteDeliveriesBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('delivery').where('dueAt', '<', before).execute()
}
