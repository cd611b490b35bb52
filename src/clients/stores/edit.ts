import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import { customerScope, storeScope } from '#clients/scopes.ts'
import { type Changes, changesBetween, type Via } from '#kit/audit.ts'
import { type Clock, type Day, today } from '#kit/calendar.ts'
import { nextCode } from '#kit/counter.ts'
import { deleteUnlessReferenced } from '#kit/deleteUnlessReferenced.ts'
import { searchForms } from '#kit/pinyin.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy, definedOnly } from '#kit/version.ts'
import { assertShifts } from '#people/shifts/queries.ts'
import { shiftOn } from '#people/shifts/rules.ts'
import type { StoreChanges, StoreInput, StoreStatus } from './contract.ts'
import { deleteNicks } from './nicks/queries.ts'
import * as queries from './queries.ts'
import {
  assertCustomer,
  assertCustomerFound,
  assertDays,
  assertIdentityUnchanged,
  assertLeader,
  assertNotLost,
} from './rules.ts'
import { toStore } from './toStore.ts'

/** The stores that the actor may edit, including stopped ones. */
const writable = (actor: Actor, clock: Clock) => storeScope(actor, 'canUpdateStore', today(clock))

async function findCustomer({ db, actor, clock }: Context, id: number) {
  const reach = customerScope(actor, 'canUpdateStore', today(clock))
  return queries.findStoreCustomer(db, reach, id)
}

const auditLine = (action: string, row: { id: number; companyCode: string }, changes: Changes, via: Via) => ({
  action,
  entity: 'store' as const,
  recordId: row.id,
  changes,
  via,
  companyCode: row.companyCode,
})

/** Throws INVALID unless the company has the shifts today; those that the store has already may stay. */
async function assertShiftsOf(
  { db, clock }: Context,
  companyCode: string,
  shifts: readonly string[] = [],
  before: readonly string[] = [],
): Promise<void> {
  const added = shifts.filter((shift) => !before.includes(shift))
  const uses = added.map((shift) => shiftOn(shift, today(clock)))
  await assertShifts(db, companyCode, uses, 'shifts')
}

/** The input for a new store. Only an import (opening.ts) may add a stopped one. */
type NewStore = Omit<StoreInput, 'status'> & { status: StoreStatus; stoppedOn?: Day | undefined }

/** Creates a store, for every write path; returns it in page format. */
export async function createStore(context: Context, input: NewStore, via: Via = 'form') {
  const { db, actor, clock, record } = context
  assertDays(input)
  const customer = await findCustomer(context, input.customerId)
  assertCustomerFound(customer)
  if (input.status !== 'stopped') assertNotLost(customer)
  const { companyCode } = customer
  if (input.leaderId) assertLeader(await queries.findLeader(db, input.leaderId), companyCode)
  await assertShiftsOf(context, companyCode, input.shifts)
  const row = await queries.insertStore(db, {
    ...input,
    ...searchForms(input.name),
    companyCode,
    code: await nextCode(db, companyCode, 'DP', today(clock)),
    ...createdNow(context),
    ...updatedNow(context),
  })
  record(auditLine('create', row, changesBetween({}, row), via))
  return toStore(await queries.getStore(db, writable(actor, clock), row.id, today(clock)))
}

/** Updates the given fields, for every write path; throws STALE unless `version` is current. */
export async function updateStore(
  context: Context,
  { id, version, ...sent }: z.output<typeof StoreChanges>,
  via: Via = 'form',
) {
  const { db, actor, clock, record } = context
  const [changes, reach, on] = [definedOnly(sent), writable(actor, clock), today(clock)]
  const before = await queries.lockStore(db, reach, id)
  await assertVersionLazy(before, version, async () => toStore(await queries.getStore(db, reach, id, on)))
  const updated = { ...before, ...changes }
  assertIdentityUnchanged(before, updated)
  if (updated.customerId !== before.customerId) {
    assertCustomer(await findCustomer(context, updated.customerId), before.companyCode)
  }
  // Validate changed fields only: a leader who has left must not block other edits.
  if ('trialOn' in changes || 'onlineOn' in changes) assertDays(updated)
  if (updated.leaderId && updated.leaderId !== before.leaderId) {
    assertLeader(await queries.findLeader(db, updated.leaderId), before.companyCode)
  }
  await assertShiftsOf(context, before.companyCode, changes.shifts, before.shifts)
  const after = await queries.updateStore(db, id, {
    ...changes,
    ...(changes.name ? searchForms(changes.name) : {}),
    ...updatedNow(context),
  })
  record(auditLine('update', after, changesBetween(before, after), via))
  return toStore(await queries.getStore(db, reach, id, on))
}

/**
 * Deletes a store that was added by mistake, with its states, nick bindings and claims; throws STALE, and CONFLICT if
 * other records refer to it. Terms are never deleted, so a store with a price stays.
 */
export async function removeStore(
  context: Context,
  { id, version }: { id: number; version: number },
  via: Via,
): Promise<void> {
  const { db, actor, clock, record } = context
  const reach = writable(actor, clock)
  const { store } = await queries.lockStoreWithCustomer(db, reach, id)
  await assertVersionLazy(store, version, async () =>
    toStore(await queries.getStore(db, reach, id, today(clock))),
  )
  for (const line of await deleteNicks(db, id)) record(line)
  await deleteUnlessReferenced(() => queries.deleteStore(db, id))
  record(auditLine('delete', store, changesBetween(store, {}), via))
}
