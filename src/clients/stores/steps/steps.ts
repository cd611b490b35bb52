import type { Updateable } from 'kysely'
import type { ChurnReason } from '#clients/churn-records/contract.ts'
import { openChurnRecord } from '#clients/churn-records/queries.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { storeScope } from '#clients/scopes.ts'
import type { StoreStatus } from '#clients/stores/contract.ts'
import * as queries from '#clients/stores/queries.ts'
import { enterState, findLastState } from '#clients/stores/queries.ts'
import { assertCustomerNotChurned } from '#clients/stores/rules.ts'
import { addTerms } from '#clients/stores/terms/edit.ts'
import { toStore } from '#clients/stores/toStore.ts'
import type { Store as StoreTable } from '#db/tables.ts'
import { changesBetween } from '#kit/audit.ts'
import { type Day, today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { countLiveStores, findOpenChurn } from './queries.ts'
import { assertNoOpenChurn, assertStep, assertStepDay, type Step } from './rules.ts'

interface StepInput {
  id: number
  version: number
}

type Row = Awaited<ReturnType<typeof queries.lockStore>>

/** The stores that the actor may edit. */
export const writable = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

/** Locks the store of a step and its customer; throws NOT_FOUND, STALE or WRONG_STATE. */
async function lockForStep(context: Context, step: Step, { id, version }: StepInput) {
  const { db, clock } = context
  const locked = await queries.lockStoreWithCustomer(db, writable(context), id)
  await assertVersionLazy(locked.store, version, async () =>
    toStore(await queries.getStore(db, writable(context), id, today(clock))),
  )
  assertStep(step, locked.store.status)
  return locked
}

async function assertDay({ db, clock }: Context, store: Row, field: string, on: Day): Promise<void> {
  const since = (await findLastState(db, store.id))?.fromOn
  assertStepDay(field, on, { today: today(clock), since })
}

/** Returns the store in page format. */
async function getStorePage(context: Context, id: number) {
  const { db, clock } = context
  return toStore(await queries.getStore(db, writable(context), id, today(clock), true))
}

interface StepChange {
  action: Step
  status: StoreStatus
  on: Day
  note?: string | null | undefined
  changes?: Updateable<StoreTable>
}

/** Writes the new state of a step, with its audit line. */
async function writeStep(
  context: Context,
  before: Row,
  { action, status, on, note = null, changes }: StepChange,
) {
  const { db, actor, clock, record } = context
  await enterState(db, before, { status, fromOn: on, note, by: actor.id, at: clock() })
  const changed = { ...changes, status, ...updatedNow(context) }
  const after = await queries.updateStore(db, before.id, changed)
  const { companyCode } = after
  const loggedChanges = { ...changesBetween(before, after), ...changesBetween({}, { on, note }) }
  record({ action, entity: 'store', recordId: after.id, companyCode, changes: loggedChanges })
  return getStorePage(context, after.id)
}

/** 待上线 → 试单. */
export async function beginTrial(context: Context, { trialOn, ...target }: StepInput & { trialOn: Day }) {
  const { store, customer } = await lockForStep(context, 'trial', target)
  assertCustomerNotChurned(customer)
  await assertDay(context, store, 'trialOn', trialOn)
  return writeStep(context, store, { action: 'trial', status: 'trial', on: trialOn, changes: { trialOn } })
}

interface GoLiveInput extends StepInput {
  onlineOn: Day
  pricing?: Pricing | null | undefined
  storeSalaryCents?: number | null | undefined
}

/** 待上线 or 试单 → 服务中; given terms apply from that day. The price may follow later (decision 115). */
export async function goLive(
  context: Context,
  { onlineOn, pricing, storeSalaryCents, ...target }: GoLiveInput,
) {
  const { store, customer } = await lockForStep(context, 'go-live', target)
  assertCustomerNotChurned(customer)
  await assertDay(context, store, 'onlineOn', onlineOn)
  if (pricing) await addTerms(context, store, { fromOn: onlineOn, pricing, storeSalaryCents })
  const changes = { onlineOn }
  return writeStep(context, store, { action: 'go-live', status: 'serving', on: onlineOn, changes })
}

interface StepOnDayInput extends StepInput {
  on: Day
  note?: string | null | undefined
}

/** 服务中 → 暂停 from a day on; the assignments do not change. */
export async function pause(context: Context, { on, note, ...target }: StepOnDayInput) {
  const { store } = await lockForStep(context, 'pause', target)
  await assertDay(context, store, 'on', on)
  return writeStep(context, store, { action: 'pause', status: 'paused', on, note })
}

/** 暂停 → 服务中 from a day on. */
export async function resume(context: Context, { on, ...target }: StepOnDayInput) {
  const { store, customer } = await lockForStep(context, 'resume', target)
  assertCustomerNotChurned(customer)
  await assertDay(context, store, 'on', on)
  return writeStep(context, store, { action: 'resume', status: 'serving', on })
}

interface StopInput extends StepInput {
  stoppedOn: Day
  monthPaid: boolean
  reason: ChurnReason
  note?: string | null | undefined
}

/**
 * Any live status → 已停止 after a last day of service: ends the assignments, proposes a bill or refund for the current
 * month and, if the store was ever in service, opens a churn record. Also returns whether it was the customer's last
 * live store.
 */
export async function stop(context: Context, { stoppedOn, monthPaid, reason, note, ...target }: StopInput) {
  const { db, actor, clock, record } = context
  const { store } = await lockForStep(context, 'stop', target)
  await assertDay(context, store, 'stoppedOn', stoppedOn)
  const writing = { by: actor.id, at: clock() }
  const stopping = { stoppedOn, monthPaid, reason, note: note ?? null, ...writing }
  const { lines, proposals } = await queries.stopStores(db, { storeIds: [store.id] }, stopping)
  lines.forEach(record)
  const wasServed = store.status !== 'pending'
  const opened = wasServed
    ? await openChurnRecord(db, {
        companyCode: store.companyCode,
        subject: 'store',
        subjectId: store.id,
        state: 'churned',
        detectedOn: today(clock),
        stopOn: stoppedOn,
        reason,
        note,
        actorId: actor.id,
        at: clock(),
        record,
      })
    : undefined
  return {
    ...(await getStorePage(context, store.id)),
    lastLiveStore: (await countLiveStores(db, store.customerId)) === 0,
    churnRecordId: opened?.id ?? null,
    proposal: proposals[0] ?? null,
  }
}

/** 已停止 → 服务中 for a store without an open churn record; throws WRONG_STATE if there is one. */
export async function restore(context: Context, { on, ...target }: StepOnDayInput) {
  const { db, actor, clock, record } = context
  const { store } = await lockForStep(context, 'restore', target)
  assertNoOpenChurn(await findOpenChurn(db, store.id))
  assertStepDay('on', on, { today: today(clock), since: undefined })
  const { lines } = await queries.restoreStore(db, { id: store.id, on, by: actor.id, at: clock() })
  lines.forEach(record)
  return getStorePage(context, store.id)
}
