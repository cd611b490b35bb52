import {
  type Expression,
  type Insertable,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
  type Updateable,
} from 'kysely'
import { withPricing } from '#clients/pricing/queries.ts'
import { compileOnce } from '#db/compileOnce.ts'
import type { Database } from '#db/connect.ts'
import type { Store } from '#db/tables.ts'
import { type AuditLine, type Changes, changesBetween } from '#kit/audit.ts'
import { addDays, type Day, dayOf, monthOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageItems, pageQuery, sizesOf } from '#kit/list.ts'
import { sum } from '#kit/money.ts'
import { nextVersion } from '#kit/version.ts'
import { endAssignments } from './assignments/queries.ts'
import type { StoreStatus } from './contract.ts'
import {
  countStores,
  countWithUnpriced,
  STORE_ORDER,
  type StoreFilter,
  selectStores,
  storeIds,
  storesListed,
  storesWith,
} from './listQueries.ts'
import { proposeProratedBill } from './proration.ts'
import { assertRestorable } from './rules.ts'
import type { Proposal } from './terms/contract.ts'

/**
 * A page of the stores within reach, and their number by status under the same other filters; with `seesPay` also how
 * many of them, of any status, have no price.
 */
export async function findStores(
  db: Database,
  reach: Expression<SqlBool>,
  filter: StoreFilter & PageInput,
  on: Day,
  seesPay = false,
) {
  const listed = storesListed([reach, await storesWith(db, filter.keyword)], filter, on)
  const counts = seesPay ? await countWithUnpriced(db, listed, on) : await countStores(db, listed)
  const ids = storeIds(db, listed, on, filter)
  const query = selectStores(db, on, seesPay).where('store.id', 'in', pageQuery(ids, filter, STORE_ORDER))
  const items = await pageItems(query, { ...filter, current: 1 }, STORE_ORDER)
  const unpriced = seesPay ? { unpriced: sum(counts.map((row) => row.unpriced)) } : {}
  return { items, ...sizesOf(counts, filter.status), ...unpriced }
}

/** The states of `store`, oldest first. */
const STATES = sql<{ status: StoreStatus; fromOn: Day }[]>`(
  select coalesce(json_agg(json_build_object('status', status, 'fromOn', from_on) order by from_on, id), '[]')
  from store_state where store_id = store.id)`

/** `selectStores` for a day and the day before it, to be followed by a condition. */
const ROWS = {
  withPay: compileOnce((db, on: Day, dayBefore: Day) => selectStores(db, on, true, dayBefore)),
  withoutPay: compileOnce((db, on: Day, dayBefore: Day) => selectStores(db, on, false, dayBefore)),
}

/** The same with the states. */
const PAGES = {
  withPay: compileOnce((db, on: Day, dayBefore: Day) =>
    selectStores(db, on, true, dayBefore).select(STATES.as('states')),
  ),
  withoutPay: compileOnce((db, on: Day, dayBefore: Day) =>
    selectStores(db, on, false, dayBefore).select(STATES.as('states')),
  ),
}

/** Returns one store within reach in page format (`seesPay`: with the salary); throws NOT_FOUND. */
export async function getStore(
  db: Database,
  reach: Expression<SqlBool>,
  id: number,
  on: Day,
  seesPay = false,
) {
  const selected = seesPay ? ROWS.withPay : ROWS.withoutPay
  return found(await whereStore(selected(db, on, addDays(on, -1)), id, reach).execute(db))
}

/** A store within reach with all its states, in one statement; throws NOT_FOUND. For the other parameters see `getStore`. */
export async function getStorePage(
  db: Database,
  reach: Expression<SqlBool>,
  id: number,
  on: Day,
  seesPay: boolean,
) {
  const selected = seesPay ? PAGES.withPay : PAGES.withoutPay
  return found(await whereStore(selected(db, on, addDays(on, -1)), id, reach).execute(db))
}

/** Limits selected stores to one of them, if it is within reach. */
function whereStore<Row>(selected: RawBuilder<Row>, id: number, reach: Expression<SqlBool>): RawBuilder<Row> {
  return sql<Row>`${selected} where store.id = ${id} and (${reach})`
}

function found<Row>({ rows: [row] }: QueryResult<Row>): Row {
  if (!row) throw notFound('店铺')
  return row
}

/**
 * The texts by which a sheet can name `store`. The first one, for exports, is the name, or the code if a store of the
 * same company and platform shares the name.
 */
export const STORE_NAMES = sql<string[]>`array[
  case when exists (
    select from store namesake where namesake.company_code = store.company_code and namesake.id <> store.id
      and namesake.platform = store.platform and namesake.name_key = store.name_key)
    then store.code else store.name end,
  store.name, store.code]`

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
    .set(nextVersion)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Deletes a store with its states; any record that refers to it makes the delete fail. */
export async function deleteStore(db: Database, id: number): Promise<void> {
  await db.deleteFrom('store').where('id', '=', id).execute()
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
  const row = await updateStore(db, id, {
    status: 'serving',
    stoppedOn: null,
    onlineOn,
    updatedAt: at,
    updatedBy: by,
  })
  const { companyCode } = row
  const line = { action: 'restore', entity: 'store' as const, recordId: id, companyCode }
  return { row, lines: [{ ...line, changes: changesBetween(before, row) }] }
}

/** The fields of a store that its states need. */
interface StoreRef {
  id: number
  companyCode: string
}

/** A state that a store enters, with first day and reason. */
export interface NewState {
  status: StoreStatus
  fromOn: Day
  reason?: string | null
  note?: string | null
  by: number | null
  at: Date
}

/** Inserts a state of a store. Its first day is never before the first day of the previous state. */
export async function enterState(db: Database, store: StoreRef, newState: NewState): Promise<void> {
  const { status, reason = null, note = null, by, at } = newState
  const last = await findLastState(db, store.id)
  const fromOn = last && last.fromOn > newState.fromOn ? last.fromOn : newState.fromOn
  await db
    .insertInto('storeState')
    .values({
      storeId: store.id,
      companyCode: store.companyCode,
      status,
      fromOn,
      reason,
      note,
      createdAt: at,
      createdBy: by,
    })
    .execute()
}

/** The latest state of a store; undefined if there is none. */
export async function findLastState(db: Database, storeId: number) {
  return db
    .selectFrom('storeState')
    .select(['status', 'fromOn'])
    .where('storeId', '=', storeId)
    .orderBy('fromOn', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** All states of a store with their authors, oldest first. */
async function findStates(db: Database, storeId: number) {
  return db
    .selectFrom('storeState')
    .leftJoin('staffName as author', 'author.id', 'storeState.createdBy')
    .select(['storeState.id', 'storeState.status', 'storeState.fromOn', 'storeState.reason'])
    .select(['storeState.note', 'author.name as byName'])
    .where('storeId', '=', storeId)
    .orderBy('storeState.fromOn')
    .orderBy('storeState.id')
    .execute()
}

interface NewStore extends StoreRef {
  status: StoreStatus
  trialOn: Day | null
  onlineOn: Day | null
  stoppedOn: Day | null
  createdAt: Date
  createdBy: number | null
}

/** Inserts the states of a new store according to its days. The start of a pause is unknown: the pause starts today. */
export async function enterOpeningStates(db: Database, store: NewStore): Promise<void> {
  const { status, trialOn, onlineOn, stoppedOn, createdAt: at, createdBy: by } = store
  if (trialOn && status !== 'pending')
    await enterState(db, store, { status: 'trial', fromOn: trialOn, by, at })
  if (status === 'trial' && trialOn) return
  if ((status === 'paused' || status === 'stopped') && onlineOn) {
    await enterState(db, store, { status: 'serving', fromOn: onlineOn, by, at })
  }
  const since: Partial<Record<StoreStatus, Day | null>> = {
    serving: onlineOn,
    stopped: stoppedOn && addDays(stoppedOn, 1),
  }
  await enterState(db, store, { status, fromOn: since[status] ?? dayOf(at), by, at })
}

interface Stop {
  stoppedOn: Day
  monthPaid: boolean
}

/** The proposed bill or refund for the month in which a store stops; null if there is none. */
export async function calculateProposal(db: Database, storeId: number, stop: Stop): Promise<Proposal | null> {
  const terms = await db
    .selectFrom('storeTerms')
    .select(['fromOn', 'pricing'])
    .where('storeId', '=', storeId)
    .where('replacedAt', 'is', null)
    .orderBy('fromOn')
    .execute()
  return proposeProratedBill({
    ...stop,
    terms: terms.map(withPricing),
    states: await findStates(db, storeId),
    meanVolume: await meanOfMonthBefore(db, storeId, stop.stoppedOn),
  })
}

/** Saves that proposal for the billing of the customer; returns it. */
export async function insertProposal(
  db: Database,
  store: { id: number; companyCode: string },
  { by, at, ...stop }: Stop & { by: number; at: Date },
): Promise<Proposal | null> {
  const proposal = await calculateProposal(db, store.id, stop)
  if (!proposal) return null
  const { companyCode } = store
  await db
    .insertInto('billingProposal')
    .values({
      ...proposal,
      storeId: store.id,
      companyCode,
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
    })
    .execute()
  return proposal
}

/** The proposals of the stops of a store, newest first. */
export async function findProposals(db: Database, storeId: number) {
  return db
    .selectFrom('billingProposal')
    .select(['kind', 'fromOn', 'toOn', 'amountCents', 'formula', 'state'])
    .where('storeId', '=', storeId)
    .orderBy('id', 'desc')
    .execute()
}

/**
 * The mean volume of the days with figures in the previous month; it determines the price tier. Null without figures.
 */
async function meanOfMonthBefore(db: Database, storeId: number, on: Day): Promise<number | null> {
  const last = addDays(`${monthOf(on)}-01`, -1)
  const { mean } = await db
    .selectFrom('storeDaily')
    .select(sql<number | null>`avg(coalesce(consult_users, consult_sessions, handled_users))`.as('mean'))
    .where('storeId', '=', storeId)
    .where('onDay', '>=', `${monthOf(last)}-01`)
    .where('onDay', '<=', last)
    .executeTakeFirstOrThrow()
  return mean
}
