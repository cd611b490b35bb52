import { type Expression, type SqlBool, sql } from 'kysely'
import { type Actor, reachOf } from '#access/can.ts'
import { stoppedScope, storeScope } from '#clients/scopes.ts'
import { lockStore } from '#clients/stores/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Via } from '#kit/audit.ts'
import { type Clock, today } from '#kit/calendar.ts'
import { deleteUnlessReferenced } from '#kit/deleteUnlessReferenced.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, assignmentProblem } from '#people/books/rules.ts'
import { assertShifts } from '#people/shifts/queries.ts'
import type { AssignmentInput } from './contract.ts'
import * as queries from './queries.ts'
import type { NewAssignment } from './rules.ts'
import * as rules from './rules.ts'

export type AssignmentRow = Awaited<ReturnType<typeof queries.getAssignment>>

/** Converts a row to API format. */
export function toAssignment(row: AssignmentRow) {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The stores whose assignments the actor may write. */
export function assignable(actor: Actor, clock: Clock): Expression<SqlBool> {
  return sql<SqlBool>`(${storeScope(actor, 'canAssignStore', today(clock))} and ${stoppedScope(actor)})`
}

/**
 * Reads an assignment after a write, regardless of reach: the write may have moved its store out of the actor's reach.
 */
export const getWrittenAssignment = async (db: Database, id: number) =>
  queries.getAssignment(db, sql<SqlBool>`true`, id)

/** Assigns an agent to a shift of a store, for every write path; `leaveId`: a stand-in of a leave. Returns the row. */
export async function addAssignment(
  context: Context,
  input: AssignmentInput,
  via: Via = 'form',
  leaveId: number | null = null,
): Promise<AssignmentRow> {
  const { db, actor, clock } = context
  const handsOver = reachOf(actor, 'canAssignStore') === 'own'
  const newAssignment = rules.withDefaults(handsOver ? { ...input, insteadOf: actor.id } : input)
  rules.assertSpan(newAssignment)
  const store = await lockStore(db, assignable(actor, clock), input.storeId)
  rules.assertNotStopped(store)
  rules.assertAgent(actor, await queries.findAgent(db, input.staffId), store.companyCode)
  const books = await findBooks(db, clock, store.companyCode)
  const isFirst = !(await queries.wasAssigned(db, store.id))
  assertNoProblem('fromOn', assignmentProblem(books, newAssignment.fromOn, isFirst))
  const existing = await queries.findActiveAssignments(db, store.id, newAssignment)
  if (handsOver) {
    rules.assertHandover(
      newAssignment,
      existing.filter((row) => row.staffId === actor.id),
    )
  }
  rules.assertStandIn(newAssignment, existing)
  await assertShifts(db, store.companyCode, [newAssignment])
  rules.assertShiftFree(newAssignment, existing)
  rules.assertShares(newAssignment, existing)
  return insertAndLog(context, store, { ...newAssignment, leaveId }, via)
}

async function insertAndLog(
  { db, actor, clock, record }: Context,
  { id: storeId, companyCode }: { id: number; companyCode: string },
  newAssignment: NewAssignment & { leaveId: number | null },
  via: Via,
): Promise<AssignmentRow> {
  const stamp = { ...createdNow({ actor, clock }), ...updatedNow({ actor, clock }) }
  const row = await getWrittenAssignment(
    db,
    await queries.insertAssignment(db, { ...newAssignment, storeId, companyCode, ...stamp }),
  )
  record({ ...rules.assignLine(row), via })
  return row
}

/** The fields that an import can correct. */
type Corrections = { [K in 'duty' | 'sharePercent' | 'toOn']?: NewAssignment[K] | undefined }

/**
 * Replaces an assignment by a corrected one with the same first day. Throws STALE, CONFLICT if shift or shares collide,
 * and PERIOD_CLOSED (from the database) if one of its days is in a closed month. Returns the new row.
 */
export async function correctAssignment(
  context: Context,
  { id, version, ...changes }: { id: number; version: number } & Corrections,
  via: Via,
): Promise<AssignmentRow> {
  const { db } = context
  const before = await lockAssignment(context, { id, version })
  const { staffId, duty, shift, fromOn, toOn, sharePercent, insteadOf } = toAssignment(before)
  const fields = { staffId, duty, shift, fromOn, toOn, sharePercent, insteadOf, ...definedOnly(changes) }
  const corrected = { ...rules.withoutIdlePlace(fields), leaveId: before.leaveId }
  rules.assertSpan(corrected)
  const existing = await queries.findActiveAssignments(db, before.storeId, corrected)
  const others = existing.filter((row) => row.id !== id)
  await assertShifts(db, before.companyCode, [corrected])
  rules.assertShiftFree(corrected, others)
  rules.assertShares(corrected, others)
  await deleteAssignmentAndLog(context, before, via)
  return insertAndLog(context, { id: before.storeId, companyCode: before.companyCode }, corrected, via)
}

/** Deletes an assignment that was just added; throws STALE, and CONFLICT if other records refer to it. */
export async function removeAssignment(
  context: Context,
  which: { id: number; version: number },
  via: Via,
): Promise<void> {
  await deleteAssignmentAndLog(context, await lockAssignment(context, which), via)
}

async function deleteAssignmentAndLog({ db, record }: Context, row: AssignmentRow, via: Via): Promise<void> {
  await deleteUnlessReferenced(() => queries.deleteAssignment(db, row.id))
  record({ ...rules.cancelLine(row), via })
}

/** Returns an assignment that the actor may end, with its store locked; throws NOT_FOUND, FORBIDDEN or STALE. */
export async function lockAssignment(
  { db, actor, clock }: Context,
  { id, version }: { id: number; version: number },
): Promise<AssignmentRow> {
  const reach = assignable(actor, clock)
  const { storeId } = await queries.getAssignment(db, reach, id)
  await lockStore(db, reach, storeId)
  // Read again: under the lock the row can no longer change.
  const row = await queries.getAssignment(db, reach, id)
  rules.assertMayEnd(actor, row, await queries.findAgent(db, row.staffId))
  assertVersion(row, version, toAssignment)
  return row
}
