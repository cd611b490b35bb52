import type { Updateable } from 'kysely'
import type { ChurnReason } from '#clients/churn-records/contract.ts'
import { openChurnRecord } from '#clients/churn-records/queries.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { termsOn } from '#clients/pricing/queries.ts'
import { storeScope } from '#clients/scopes.ts'
import { present } from '#clients/stores/present.ts'
import * as queries from '#clients/stores/queries.ts'
import { enterState, lastState } from '#clients/stores/queriesOfStates.ts'
import { assertMerchantStays } from '#clients/stores/rules.ts'
import { addTerms } from '#clients/stores/terms/edit.ts'
import type { Store as StoreTable } from '#db/tables.ts'
import { changesBetween } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { assertSeen } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { countLiveStores, findOpenChurn } from './queriesOfLife.ts'
import type { Step } from './rules.ts'
import { assertNoRecord, assertStep, assertStepDay, assertTermsKnown } from './rules.ts'

interface Asked {
  id: number
  version: number
}

type Row = Awaited<ReturnType<typeof queries.lockStore>>

/** The stores that the actor may edit. */
export const writable = ({ actor, clock }: Context) => storeScope(actor, 'canUpdateStore', today(clock))

/** Locks the store of a step and its customer; throws NOT_FOUND, STALE or WRONG_STATE. */
async function lockFor(context: Context, step: Step, { id, version }: Asked) {
  const { db, clock } = context
  const locked = await queries.lockWithCustomer(db, writable(context), id)
  await assertSeen(locked.store, version, async () =>
    present(await queries.getStore(db, writable(context), id, today(clock))),
  )
  assertStep(step, locked.store.status)
  return locked
}

async function assertDay({ db, clock }: Context, store: Row, field: string, on: Day): Promise<void> {
  const since = (await lastState(db, store.id))?.fromOn
  assertStepDay(field, on, { today: today(clock), since })
}

/** Returns the store in page format. */
async function answer(context: Context, id: number) {
  const { db, clock } = context
  return present(await queries.getStore(db, writable(context), id, today(clock), true))
}

interface Move {
  action: Step
  status: string
  on: Day
  note?: string | null | undefined
  changes?: Updateable<StoreTable>
}

/** Writes the new state of a step, with its audit line. */
async function move(context: Context, before: Row, { action, status, on, note = null, changes }: Move) {
  const { db, actor, clock, record } = context
  await enterState(db, before, { status, fromOn: on, note, by: actor.id, at: clock() })
  const changed = { ...changes, status, updatedAt: clock(), updatedBy: actor.id }
  const after = await queries.updateStore(db, before.id, changed)
  const { companyCode } = after
  const told = { ...changesBetween(before, after), ...changesBetween({}, { on, note }) }
  record({ action, entity: 'store', recordId: after.id, companyCode, changes: told })
  return answer(context, after.id)
}

/** 待上线 → 试单. */
export async function beginTrial(context: Context, { trialOn, ...asked }: Asked & { trialOn: Day }) {
  const { store, customer } = await lockFor(context, 'trial', asked)
  assertMerchantStays(customer)
  await assertDay(context, store, 'trialOn', trialOn)
  return move(context, store, { action: 'trial', status: 'trial', on: trialOn, changes: { trialOn } })
}

interface GoingLive extends Asked {
  onlineOn: Day
  pricing?: Pricing | null | undefined
  storeSalaryCents?: number | null | undefined
}

/** 待上线 or 试单 → 服务中; given terms apply from that day. */
export async function goLive(context: Context, { onlineOn, pricing, storeSalaryCents, ...asked }: GoingLive) {
  const { store, customer } = await lockFor(context, 'go-live', asked)
  assertMerchantStays(customer)
  await assertDay(context, store, 'onlineOn', onlineOn)
  if (pricing) await addTerms(context, store, { fromOn: onlineOn, pricing, storeSalaryCents })
  assertTermsKnown(await termsOn(context.db, store.id, onlineOn), onlineOn)
  const changes = { onlineOn }
  return move(context, store, { action: 'go-live', status: 'serving', on: onlineOn, changes })
}

interface OnDay extends Asked {
  on: Day
  note?: string | null | undefined
}

/** 服务中 → 暂停 from a day on; the assignments do not change. */
export async function pause(context: Context, { on, note, ...asked }: OnDay) {
  const { store } = await lockFor(context, 'pause', asked)
  await assertDay(context, store, 'on', on)
  return move(context, store, { action: 'pause', status: 'paused', on, note })
}

/** 暂停 → 服务中 from a day on. */
export async function resume(context: Context, { on, ...asked }: OnDay) {
  const { store, customer } = await lockFor(context, 'resume', asked)
  assertMerchantStays(customer)
  await assertDay(context, store, 'on', on)
  return move(context, store, { action: 'resume', status: 'serving', on })
}

interface Stop extends Asked {
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
export async function stop(context: Context, { stoppedOn, monthPaid, reason, note, ...asked }: Stop) {
  const { db, actor, clock, record } = context
  const { store } = await lockFor(context, 'stop', asked)
  await assertDay(context, store, 'stoppedOn', stoppedOn)
  const writing = { by: actor.id, at: clock() }
  const stopping = { stoppedOn, monthPaid, reason, note: note ?? null, ...writing }
  const { lines, proposals } = await queries.stopStores(db, { storeIds: [store.id] }, stopping)
  lines.forEach(record)
  const wasServed = store.status !== 'pending'
  const opened = wasServed
    ? await openChurnRecord(db, {
        ...{ companyCode: store.companyCode, subject: 'store', subjectId: store.id, state: 'churned' },
        ...{ detectedOn: today(clock), stopOn: stoppedOn, reason, note },
        ...{ actorId: actor.id, at: clock(), record },
      })
    : undefined
  return {
    ...(await answer(context, store.id)),
    lastLiveStore: (await countLiveStores(db, store.customerId)) === 0,
    churnRecordId: opened?.id ?? null,
    proposal: proposals[0] ?? null,
  }
}

/** 已停止 → 服务中 for a store without an open churn record; throws WRONG_STATE if there is one. */
export async function restore(context: Context, { on, ...asked }: OnDay) {
  const { db, actor, clock, record } = context
  const { store } = await lockFor(context, 'restore', asked)
  assertNoRecord(await findOpenChurn(db, store.id))
  assertStepDay('on', on, { today: today(clock), since: undefined })
  const { lines } = await queries.restoreStore(db, { id: store.id, on, by: actor.id, at: clock() })
  lines.forEach(record)
  return answer(context, store.id)
}
