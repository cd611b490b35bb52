import type * as z from 'zod'
import { lockRecord } from '#clients/churn-records/queries.ts'
import {
  assertCanAddAction,
  assertHandler,
  assertNotInFuture,
  assertResult,
} from '#clients/churn-records/rules.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { getChurnPage } from './churnPage.ts'
import type { ChurnPage, churnRecords } from './contract.ts'
import * as queries from './queries.ts'
import { getRecord } from './queries.ts'
import { readerOf } from './steps.ts'

type Input<K extends 'addMeasure' | 'updateMeasure'> = z.output<(typeof churnRecords)[K]['input']>

/** Locks a record to which retention actions can still be added; throws NOT_FOUND and WRONG_STATE. */
async function lockOpenRecord(context: Context, id: number) {
  await getRecord(context.db, readerOf(context), 'canUpdateCustomer', id)
  const record = await lockRecord(context.db, id)
  assertCanAddAction(record)
  return record
}

type RetentionActionRow = Awaited<ReturnType<typeof queries.insertRetentionAction>>

/** The audit line for a retention action. */
function retentionActionLine(
  { id: recordId, companyCode }: { id: number; companyCode: string },
  before: Partial<RetentionActionRow>,
  { id: measureId, ...after }: RetentionActionRow,
) {
  const { recordId: _of, ...contentChanges } = changesBetween(before, after)
  const changes = { measureId: [null, measureId] as [null, number], ...contentChanges }
  return { action: 'measure', entity: 'churn' as const, recordId, companyCode, changes }
}

/** Adds a retention action. `staffId` defaults to the actor. */
export async function addRetentionAction(context: Context, input: Input<'addMeasure'>): Promise<ChurnPage> {
  const { db, actor, clock, record } = context
  const { id, onDay, what, outcome, result = null, staffId = actor.id } = input
  const churnRecord = await lockOpenRecord(context, id)
  assertNotInFuture('onDay', onDay, today(clock))
  assertResult({ outcome, result })
  if (staffId !== actor.id)
    assertHandler('staffId', await queries.findHandler(db, staffId), churnRecord.companyCode)
  const row = await queries.insertRetentionAction(db, {
    recordId: id,
    onDay,
    what,
    staffId,
    outcome,
    result,
    ...createdNow(context),
    ...updatedNow(context),
  })
  record(retentionActionLine(churnRecord, {}, row))
  return getChurnPage(db, readerOf(context), id)
}

/** Saves the outcome of a retention action. */
export async function updateRetentionAction(
  context: Context,
  input: Input<'updateMeasure'>,
): Promise<ChurnPage> {
  const { db, record } = context
  const { id, measureId, outcome, result = null } = input
  const churnRecord = await lockOpenRecord(context, id)
  const { id: _id, ...before } = await queries.lockRetentionAction(db, id, measureId)
  assertResult({ outcome, result })
  const changes = { outcome, result, ...updatedNow(context) }
  record(
    retentionActionLine(churnRecord, before, await queries.updateRetentionAction(db, measureId, changes)),
  )
  return getChurnPage(db, readerOf(context), id)
}
