import type * as z from 'zod'
import { lockRecord } from '#clients/churn-records/queries.ts'
import {
  assertHandler,
  assertMeasurable,
  assertNotAhead,
  assertResult,
} from '#clients/churn-records/rules.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import type { Context } from '#kit/serve.ts'
import type { ChurnPage, churnRecords } from './contract.ts'
import { readPage } from './present.ts'
import * as queries from './queries.ts'
import { getRecord } from './queriesOfList.ts'
import { readerOf } from './steps.ts'

type Input<K extends 'addMeasure' | 'updateMeasure'> = z.output<(typeof churnRecords)[K]['input']>

/** Locks a record to which retention actions can still be added; throws NOT_FOUND and WRONG_STATE. */
async function holdOpen(context: Context, id: number) {
  await getRecord(context.db, readerOf(context), 'canUpdateCustomer', id)
  const record = await lockRecord(context.db, id)
  assertMeasurable(record)
  return record
}

type MeasureRow = Awaited<ReturnType<typeof queries.insertMeasure>>

/** The audit line for a retention action. */
function measureLine(
  { id: recordId, companyCode }: { id: number; companyCode: string },
  before: Partial<MeasureRow>,
  { id: measureId, ...after }: MeasureRow,
) {
  const { recordId: _of, ...told } = changesBetween(before, after)
  const changes = { measureId: [null, measureId] as [null, number], ...told }
  return { action: 'measure', entity: 'churn' as const, recordId, companyCode, changes }
}

/** Adds a retention action. `staffId` defaults to the actor. */
export async function addMeasure(context: Context, input: Input<'addMeasure'>): Promise<ChurnPage> {
  const { db, actor, clock, record } = context
  const { id, onDay, what, outcome, result = null, staffId = actor.id } = input
  const held = await holdOpen(context, id)
  assertNotAhead('onDay', onDay, today(clock))
  assertResult({ outcome, result })
  if (staffId !== actor.id) assertHandler('staffId', await queries.findHandler(db, staffId), held.companyCode)
  const row = await queries.insertMeasure(db, {
    ...{ recordId: id, onDay, what, staffId, outcome, result },
    ...{ createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id },
  })
  record(measureLine(held, {}, row))
  return readPage(db, readerOf(context), id)
}

/** Saves the outcome of a retention action. */
export async function updateMeasure(context: Context, input: Input<'updateMeasure'>): Promise<ChurnPage> {
  const { db, actor, clock, record } = context
  const { id, measureId, outcome, result = null } = input
  const held = await holdOpen(context, id)
  const { id: _id, ...before } = await queries.lockMeasure(db, id, measureId)
  assertResult({ outcome, result })
  const changes = { outcome, result, updatedAt: clock(), updatedBy: actor.id }
  record(measureLine(held, before, await queries.updateMeasure(db, measureId, changes)))
  return readPage(db, readerOf(context), id)
}
