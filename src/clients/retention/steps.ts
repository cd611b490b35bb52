import type * as z from 'zod'
import {
  type ChurnRow,
  confirmChurn,
  findOpenRecord,
  lockRecord,
  openChurnRecord,
  updateRecord,
} from '#clients/churn-records/queries.ts'
import * as rules from '#clients/churn-records/rules.ts'
import { lockCustomer, updateCustomer } from '#clients/customers/queries.ts'
import { assertContract } from '#clients/customers/rules.ts'
import { customerScope, storeScope } from '#clients/scopes.ts'
import { lockStore, restoreStore, stopStores } from '#clients/stores/queries.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { getChurnPage } from './churnPage.ts'
import type { ChurnPage, churnRecords } from './contract.ts'
import { getRecord } from './queries.ts'

type Input<K extends keyof typeof churnRecords> = z.output<(typeof churnRecords)[K]['input']>
type CustomerRow = Awaited<ReturnType<typeof lockCustomer>>
type StoreRow = Awaited<ReturnType<typeof lockStore>>

/** The actor as reader, as of today. */
export const readerOf = ({ actor, clock }: Context) => ({ actor, on: today(clock) })

/** The actor as writer, with the current time and the audit log. */
export const writeContextOf = ({ actor, clock, record }: Context) => ({
  actorId: actor.id,
  at: clock(),
  record,
})

/** Locks the customer, then the store if there is one; throws NOT_FOUND if one is out of the actor's reach. */
export async function lockSubject(
  { db, actor, clock }: Context,
  { customerId, storeId }: { customerId: number; storeId: number | null },
): Promise<{ customer: CustomerRow; store: StoreRow | null }> {
  const on = today(clock)
  const customer = await lockCustomer(db, customerScope(actor, 'canUpdateCustomer', on), customerId)
  const stores = storeScope(actor, 'canUpdateStore', on)
  return { customer, store: storeId === null ? null : await lockStore(db, stores, storeId) }
}

interface LockedRecord {
  before: ChurnRow
  customer: CustomerRow
  store: StoreRow | null
}

/**
 * Locks the record with its customer and store; throws NOT_FOUND out of reach, and STALE unless `version` is current.
 */
export async function lockForStep(
  context: Context,
  { id, version }: { id: number; version: number },
): Promise<LockedRecord> {
  const { db } = context
  const found = await getRecord(db, readerOf(context), 'canUpdateCustomer', id)
  const subject = await lockSubject(context, found)
  const before = await lockRecord(db, id)
  await assertVersionLazy(before, version, () => getChurnPage(db, readerOf(context), id))
  return { before, ...subject }
}

/** Confirms a loss: stops the live stores, sets the customer to 已流失 and saves the snapshot. */
export async function confirm(context: Context, input: Input<'confirm'>): Promise<ChurnPage> {
  const { db } = context
  const { id, stopOn, reason, note } = input
  const { before, customer, store } = await lockForStep(context, input)
  rules.assertConfirmable(before)
  rules.assertNotInFuture('stopOn', stopOn, today(context.clock))
  if (store) await stopAll(context, { storeIds: [store.id] }, input)
  else {
    const stopped = await stopAll(context, { customerId: customer.id }, input)
    for (const { id: storeId, companyCode } of stopped.filter(rules.wasServed)) {
      await openChurnRecord(db, {
        companyCode,
        subject: 'store',
        subjectId: storeId,
        state: 'churned',
        detectedOn: before.detectedOn,
        stopOn,
        reason,
        ...writeContextOf(context),
      })
    }
    if (customer.status !== 'churned') await changeCustomer(context, customer, 'churn', { status: 'churned' })
  }
  await confirmChurn(db, { id, stopOn, reason, note, ...writeContextOf(context) })
  return getChurnPage(db, readerOf(context), id)
}

/** Stops those of the stores that are live; returns them as they were before. */
async function stopAll(
  { db, actor, clock, record }: Context,
  which: { storeIds: number[] } | { customerId: number },
  { stopOn, reason, note = null }: Input<'confirm'>,
): Promise<StoreRow[]> {
  const stop = { stoppedOn: stopOn, reason, note, by: actor.id, at: clock() }
  const { stopped, lines } = await stopStores(db, which, stop)
  for (const line of lines) record(line)
  return stopped
}

async function changeCustomer(
  context: Context,
  before: CustomerRow,
  action: string,
  changes: Partial<CustomerRow>,
): Promise<void> {
  const after = await updateCustomer(context.db, before.id, { ...changes, ...updatedNow(context) })
  const { id: recordId, companyCode } = after
  context.record({
    action,
    entity: 'customer',
    recordId,
    companyCode,
    changes: changesBetween(before, after),
  })
}

/** Cancels a record in state 挽留中: the customer stays, or the record was a mistake. */
export async function cancel(context: Context, input: Input<'cancel'>): Promise<ChurnPage> {
  const { db, clock, record } = context
  const { before, customer, store } = await lockForStep(context, input)
  rules.assertCancellable(before, store ?? customer)
  const cancelledOn = today(clock)
  const row = await updateRecord(db, before.id, {
    status: 'cancelled',
    cancelledOn,
    closingNote: input.note,
    ...updatedNow(context),
  })
  record(rules.churnLine('cancel', before, row))
  return getChurnPage(db, readerOf(context), before.id)
}

/**
 * Wins a customer or store back. The customer becomes 合作中 again, and the store (for a customer: the given stores)
 * returns to service.
 */
export async function winBack(context: Context, input: Input<'winBack'>): Promise<ChurnPage> {
  const { before, customer, store } = await lockForStep(context, input)
  const { wonBackOn, note = null, storeIds = [] } = input
  await closeAsWonBack(context, before, { wonBackOn, note })
  if (store) {
    rules.assertCustomerWonBack(customer)
    await restore(context, store.id, wonBackOn)
  } else {
    const changes = {
      status: 'active' as const,
      contractStartOn: input.contractStartOn ?? customer.contractStartOn,
      contractEndOn: input.contractEndOn ?? customer.contractEndOn,
    }
    assertContract({ ...customer, ...changes })
    await changeCustomer(context, customer, 'win-back', changes)
    for (const storeId of new Set(storeIds)) await returnStore(context, customer.id, storeId, wonBackOn)
  }
  return getChurnPage(context.db, readerOf(context), before.id)
}

async function closeAsWonBack(
  context: Context,
  before: ChurnRow,
  { wonBackOn, note }: { wonBackOn: string; note: string | null },
): Promise<void> {
  rules.assertCanWinBack(before)
  rules.assertNotInFuture('wonBackOn', wonBackOn, today(context.clock))
  rules.assertAfterStop(wonBackOn, before.stopOn)
  const changes = { status: 'won_back' as const, wonBackOn, closingNote: note, ...updatedNow(context) }
  const row = await updateRecord(context.db, before.id, changes)
  context.record(rules.churnLine('win-back', before, row))
}

/** Returns a store to service with its customer, and closes the store's own open record if there is one. */
async function returnStore(
  context: Context,
  customerId: number,
  storeId: number,
  wonBackOn: string,
): Promise<void> {
  const { db, actor, clock } = context
  const store = await lockStore(db, storeScope(actor, 'canUpdateStore', today(clock)), storeId)
  if (store.customerId !== customerId) throw invalidField('storeIds', '请只选择这位客户的店铺。')
  const open = await findOpenRecord(db, 'store', storeId)
  if (open) await closeAsWonBack(context, open, { wonBackOn, note: null })
  await restore(context, storeId, wonBackOn)
}

async function restore({ db, actor, clock, record }: Context, id: number, on: string): Promise<void> {
  const { lines } = await restoreStore(db, { id, on, by: actor.id, at: clock() })
  for (const line of lines) record(line)
}
