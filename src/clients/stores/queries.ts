import type { Expression, Insertable, SqlBool, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Store } from '#db/tables.ts'
import type { AuditLine, Changes } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import type { PageInput } from '#kit/list.ts'
import { pageItems, pageQuery, sizesOf } from '#kit/list.ts'
import { endAssignments } from './assignments/queries.ts'
import type { StoreFilter } from './queriesOfList.ts'
import { STORE_ORDER, selectStores, storeIds, storesListed, storesWith } from './queriesOfList.ts'
import { insertProposal } from './queriesOfProposals.ts'
import { enterOpeningStates, enterState } from './queriesOfStates.ts'
import { assertRestorable } from './rules.ts'
import type { Proposal } from './terms/contract.ts'

/** A page of the stores within reach, and their number by status under the same other filters. */
export async function findStores(
  db: Database,
  reach: Expression<SqlBool>,
  filter: StoreFilter & PageInput,
  on: Day,
  seesPay = false,
) {
  const listed = storesListed([reach, await storesWith(db, filter.keyword)], filter, on)
  // Without the joins for names: every store has a customer.
  const counts = await db
    .selectFrom('store')
    .where(listed)
    .select(['store.status', sql<number>`count(*)`.as('count')])
    .groupBy('store.status')
    .execute()
  const ids = storeIds(db, listed, on, filter)
  const query = selectStores(db, on, seesPay).where('store.id', 'in', pageQuery(ids, filter, STORE_ORDER))
  const items = await pageItems(query, { ...filter, current: 1 }, STORE_ORDER)
  return { items, ...sizesOf(counts, filter.status) }
}

/** Returns one store within reach in page format (`seesPay`: with the salary); throws NOT_FOUND. */
export async function getStore(
  db: Database,
  reach: Expression<SqlBool>,
  id: number,
  on: Day,
  seesPay = false,
) {
  const row = await selectStores(db, on, seesPay).where('store.id', '=', id).where(reach).executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row
}

/** Locks a store within reach until the transaction ends; throws NOT_FOUND. */
export async function lockStore(db: Database, reach: Expression<SqlBool>, id: number) {
  const row = await db
    .selectFrom('store')
    .selectAll()
    .where('store.id', '=', id)
    .where(reach)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row
}

/** Like `lockStore`, and first takes a share lock on the customer: all writers lock in this order. Throws NOT_FOUND. */
export async function lockStoreWithCustomer(db: Database, reach: Expression<SqlBool>, id: number) {
  const customer = await db
    .selectFrom('customer')
    .innerJoin('store', 'store.customerId', 'customer.id')
    .select(['customer.id', 'customer.companyCode', 'customer.status'])
    .where('store.id', '=', id)
    .forShare('customer')
    .executeTakeFirst()
  if (!customer) throw notFound('店铺')
  return { store: await lockStore(db, reach, id), customer }
}

/** The customer of a new store, if within reach; share lock. */
export async function findStoreCustomer(db: Database, reach: Expression<SqlBool>, id: number) {
  return db
    .selectFrom('customer')
    .select(['customer.id', 'customer.companyCode', 'customer.status'])
    .where('customer.id', '=', id)
    .where(reach)
    .forShare()
    .executeTakeFirst()
}

/** The fields of a person that `assertLeader` checks; share lock. */
export async function findLeader(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['role', 'parentId', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** Inserts a store with its first states; returns the row. */
export async function insertStore(db: Database, values: Insertable<Store>) {
  const row = await db.insertInto('store').values(values).returningAll().executeTakeFirstOrThrow()
  await enterOpeningStates(db, row)
  return row
}

/** Updates a store that the caller has locked and whose version was checked; returns the row. */
export async function updateStore(db: Database, id: number, changes: Updateable<Store>) {
  return db
    .updateTable('store')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * A stop: the last day of service, the reason, and the user. `monthPaid`: the month's fee is already paid, so that days
 * are refunded.
 */
export interface StopDetails {
  stoppedOn: Day
  reason: string
  note?: string | null
  monthPaid?: boolean
  by: number
  at: Date
}

/**
 * Stops the given stores, or all of a customer, as far as they are live: enters the state as of the next day, ends the
 * assignments and proposes a bill or refund for the current month. Returns the stores as they were before, their
 * proposals in the same order, and the audit lines.
 */
export async function stopStores(
  db: Database,
  which: { storeIds: readonly number[] } | { customerId: number },
  { stoppedOn, reason, note = null, monthPaid = false, by, at }: StopDetails,
) {
  let query = db.selectFrom('store').selectAll().where('status', '!=', 'stopped')
  if ('storeIds' in which) query = query.where('id', 'in', [...which.storeIds])
  else query = query.where('customerId', '=', which.customerId)
  const stopped = await query.orderBy('id').forUpdate().execute()
  const lines: AuditLine[] = []
  const proposals: (Proposal | null)[] = []
  for (const before of stopped) {
    const { id, companyCode } = before
    proposals.push(await insertProposal(db, before, { stoppedOn, monthPaid, by, at }))
    await enterState(db, before, { status: 'stopped', fromOn: addDays(stoppedOn, 1), reason, note, by, at })
    const after = await updateStore(db, id, { status: 'stopped', stoppedOn, updatedAt: at, updatedBy: by })
    const changes = {
      ...changesBetween(before, after),
      reason: [null, reason],
      note: [null, note],
    } as Changes
    lines.push({ action: 'stop', entity: 'store', recordId: id, companyCode, changes })
    lines.push(...(await endAssignments(db, { storeId: id }, { on: stoppedOn, by, at })))
  }
  return { stopped, proposals, lines }
}

/**
 * The service of a customer or of one of its stores: number of live stores, of assignments after a day, and the open
 * billing proposals in 分.
 */
export async function readService(
  db: Database,
  { customerId, storeId }: { customerId: number; storeId: number | null },
  after: Day,
) {
  const { rows } = await sql<{
    liveStores: number
    assignments: number
    billCents: number
    refundCents: number
  }>`
    with own as (select id, status from store
      where customer_id = ${customerId} and (${storeId}::int is null or id = ${storeId}::int)),
    open as (select kind, amount_cents from billing_proposal
      where state = 'open' and store_id in (select id from own))
    select (select count(*) from own where status <> 'stopped') as live_stores,
      (select count(*) from store_assignment where store_id in (select id from own)
        and (to_on is null or to_on > ${after}::date)) as assignments,
      (select coalesce(sum(amount_cents), 0)::bigint from open where kind = 'bill') as bill_cents,
      (select coalesce(sum(amount_cents), 0)::bigint from open where kind = 'refund') as refund_cents`.execute(
    db,
  )
  return rows[0] as (typeof rows)[number]
}

/**
 * Returns a stopped store to service from a day on; called by the steps of its churn record. Returns the row and the
 * audit lines; throws NOT_FOUND, INVALID for a day before the stop, and WRONG_STATE if the store is not stopped or its
 * customer is lost.
 */
export async function restoreStore(
  db: Database,
  { id, on, by, at }: { id: number; on: Day; by: number; at: Date },
) {
  const { store: before, customer } = await lockStoreWithCustomer(db, sql<SqlBool>`true`, id)
  assertRestorable(before, customer, on)
  await enterState(db, before, { status: 'serving', fromOn: on, by, at })
  const onlineOn = before.onlineOn ?? on
  const changed = { status: 'serving', stoppedOn: null, onlineOn, updatedAt: at, updatedBy: by }
  const row = await updateStore(db, id, changed)
  const { companyCode } = row
  const line = { action: 'restore', entity: 'store', recordId: id, companyCode }
  return { row, lines: [{ ...line, changes: changesBetween(before, row) }] as AuditLine[] }
}
