import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { reachOf } from '#access/can.ts'
import { stoppedScope, storeScope } from '#clients/scopes.ts'
import { lockStore } from '#clients/stores/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Via } from '#kit/audit.ts'
import type { Clock } from '#kit/calendar.ts'
import { today } from '#kit/calendar.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { unlessUsed } from '#kit/unlessUsed.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNone, assignmentProblem } from '#people/books/rules.ts'
import type { Assignment, AssignmentInput } from './contract.ts'
import * as queries from './queries.ts'
import type { WantedAssignment } from './rules.ts'
import * as rules from './rules.ts'

export type AssignmentRow = Awaited<ReturnType<typeof queries.getAssignment>>

/** Converts a row to API format. */
export function present(row: AssignmentRow) {
  return {
    ...row,
    platform: row.platform as Assignment['platform'],
    duty: row.duty as Assignment['duty'],
    shift: row.shift as Assignment['shift'],
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
export const written = async (db: Database, id: number) => queries.getAssignment(db, sql<SqlBool>`true`, id)

/** Assigns an agent to a shift of a store, for every write path; returns the row. */
export async function addAssignment(
  context: Context,
  input: AssignmentInput,
  via: Via = 'form',
): Promise<AssignmentRow> {
  const { db, actor, clock } = context
  const wanted = rules.withDefaults(input)
  rules.assertSpan(wanted)
  const store = await lockStore(db, assignable(actor, clock), input.storeId)
  rules.assertOpen(store)
  rules.assertAgent(actor, await queries.findAgent(db, input.staffId), store.companyCode)
  const books = await findBooks(db, clock, store.companyCode)
  const isFirst = !(await queries.wasAssigned(db, store.id))
  assertNone('fromOn', assignmentProblem(books, wanted.fromOn, isFirst))
  const standing = await queries.findStanding(db, store.id, wanted)
  if (reachOf(actor, 'canAssignStore') === 'own') {
    rules.assertHandover(
      wanted,
      standing.filter((row) => row.staffId === actor.id),
    )
  }
  rules.assertFree(wanted, standing)
  rules.assertShares(wanted, standing)
  return insert(context, store, wanted, via)
}

async function insert(
  { db, actor, clock, record }: Context,
  { id: storeId, companyCode }: { id: number; companyCode: string },
  wanted: WantedAssignment,
  via: Via,
): Promise<AssignmentRow> {
  const stamp = { createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id }
  const row = await written(
    db,
    await queries.insertAssignment(db, { ...wanted, storeId, companyCode, ...stamp }),
  )
  record({ ...rules.assignLine(row), via })
  return row
}

/** The fields that an import can correct. */
type Corrections = { [K in 'duty' | 'sharePercent' | 'toOn']?: WantedAssignment[K] | undefined }

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
  const before = await hold(context, { id, version })
  const { staffId, duty, shift, fromOn, toOn, sharePercent } = present(before)
  const wanted = { staffId, duty, shift, fromOn, toOn, sharePercent, ...sentOnly(changes) }
  rules.assertSpan(wanted)
  const standing = await queries.findStanding(db, before.storeId, wanted)
  const others = standing.filter((row) => row.id !== id)
  rules.assertFree(wanted, others)
  rules.assertShares(wanted, others)
  await takeBack(context, before, via)
  return insert(context, { id: before.storeId, companyCode: before.companyCode }, wanted, via)
}

/** Deletes an assignment that was just added; throws STALE, and CONFLICT if other records refer to it. */
export async function removeAssignment(
  context: Context,
  which: { id: number; version: number },
  via: Via,
): Promise<void> {
  await takeBack(context, await hold(context, which), via)
}

async function takeBack({ db, record }: Context, row: AssignmentRow, via: Via): Promise<void> {
  await unlessUsed(() => queries.deleteAssignment(db, row.id))
  record({ ...rules.cancelLine(row), via })
}

/** Returns an assignment that the actor may end, with its store locked; throws NOT_FOUND, FORBIDDEN or STALE. */
export async function hold(
  { db, actor, clock }: Context,
  { id, version }: { id: number; version: number },
): Promise<AssignmentRow> {
  const reach = assignable(actor, clock)
  const { storeId } = await queries.getAssignment(db, reach, id)
  await lockStore(db, reach, storeId)
  // Read again: under the lock the row can no longer change.
  const row = await queries.getAssignment(db, reach, id)
  rules.assertMayEnd(actor, row, await queries.findAgent(db, row.staffId))
  assertFresh(row, version, present)
  return row
}
