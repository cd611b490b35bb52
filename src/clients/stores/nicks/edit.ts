import type { Expression, SqlBool } from 'kysely'
import type { Actor } from '#access/can.ts'
import { findAgent } from '#clients/stores/assignments/queries.ts'
import { lockStore } from '#clients/stores/queries.ts'
import { type Changes, changesBetween, type Via } from '#kit/audit.ts'
import { type Clock, type Day, today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersion } from '#kit/version.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, assignmentProblem } from '#people/books/rules.ts'
import { changeAccount, deleteAccount } from './bindingQueries.ts'
import { bindableStores } from './claimQueries.ts'
import type { AgentAccount, BindInput } from './contract.ts'
import * as queries from './queries.ts'
import { assertBindable, assertBindsDirectly, assertMayUnbind } from './rules.ts'

export type AccountRow = Awaited<ReturnType<typeof queries.getAgentAccount>>

/** Converts a row to API format. */
export function toAgentAccount(row: AccountRow) {
  return {
    ...row,
    platform: row.platform as AgentAccount['platform'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** The stores whose nicks the actor may bind or claim. */
export function bindable(actor: Actor, clock: Clock): Expression<SqlBool> {
  return bindableStores(actor, today(clock))
}

/** The fields that identify a binding in the store's audit log. */
const bindingFields = ({ nick, staffId }: { nick: string; staffId: number }) => ({ nick, staffId })

const logLine = (action: string, { storeId, companyCode }: AccountRow, changes: Changes, via: Via) => ({
  action,
  entity: 'store' as const,
  recordId: storeId,
  changes,
  companyCode,
  via,
})

/**
 * Binds a nick of a store to an agent from a day on, for every write path; throws FORBIDDEN for users who may only
 * claim, and CONFLICT if the nick is already bound to the agent.
 */
export async function bindNick(
  context: Context,
  { storeId, nick, staffId, ...input }: BindInput,
  via: Via = 'form',
): Promise<AccountRow> {
  const { db, actor, clock, record } = context
  const reach = bindable(actor, clock)
  const { companyCode } = await lockStore(db, reach, storeId)
  assertBindsDirectly(actor)
  assertBindable(actor, await findAgent(db, staffId), companyCode)
  const fromOn = input.fromOn ?? (await queries.findFirstUnmatched(db, storeId, nick)) ?? today(clock)
  const books = await findBooks(db, clock, companyCode)
  const isFirst = !(await queries.wasBound(db, storeId, nick))
  assertNoProblem('fromOn', assignmentProblem(books, fromOn, isFirst))
  const by = { staffId: actor.id, now: clock() }
  const [bound] = await queries.bindNicks(db, by, [{ companyCode, storeId, nick, staffId, fromOn }])
  if (!bound) throw new AppError('CONFLICT', '这个昵称在那一天已经对应到此人，不需要再对应。')
  const changes: Changes = {
    ...changesBetween({}, bindingFields(bound)),
    fromOn: [bound.previousFromOn, bound.fromOn],
  }
  const row = await queries.getAgentAccount(db, reach, bound.id)
  record(logLine('bind', row, changes, via))
  return row
}

/** Restores the later first day of a binding, after an import moved it earlier; throws STALE. */
export async function restoreFirstDay(
  context: Context,
  { id, version, fromOn }: { id: number; version: number; fromOn: Day },
  via: Via,
): Promise<AccountRow> {
  const { db, actor, clock, record } = context
  const before = await lockBinding(context, { id, version })
  await changeAccount(db, id, { fromOn, ...updatedNow(context) })
  record(logLine('bind', before, { ...newBindingChanges(before), fromOn: [before.fromOn, fromOn] }, via))
  return queries.getAgentAccount(db, bindable(actor, clock), id)
}

const newBindingChanges = (row: AccountRow) => changesBetween({}, bindingFields(row))

/** Deletes a binding; throws STALE. */
export async function removeNick(
  context: Context,
  which: { id: number; version: number },
  via: Via = 'form',
): Promise<void> {
  const { db, record } = context
  const before = await lockBinding(context, which)
  await deleteAccount(db, before.id)
  record(
    logLine(
      'unbind',
      before,
      { ...changesBetween(bindingFields(before), {}), toOn: [before.toOn, null] },
      via,
    ),
  )
}

/** The audit line for the end of a binding. */
export const unboundLine = (before: AccountRow, toOn: Day) =>
  logLine(
    'unbind',
    before,
    { ...changesBetween(bindingFields(before), {}), toOn: [before.toOn, toOn] },
    'form',
  )

/** Returns a binding that the actor may end, with its store locked; throws NOT_FOUND, FORBIDDEN or STALE. */
export async function lockBinding(
  { db, actor, clock }: Context,
  { id, version }: { id: number; version: number },
): Promise<AccountRow> {
  const reach = bindable(actor, clock)
  const { storeId } = await queries.getAgentAccount(db, reach, id)
  await lockStore(db, reach, storeId)
  // Read again: under the lock the row can no longer change.
  const row = await queries.getAgentAccount(db, reach, id)
  assertMayUnbind(actor, await findAgent(db, row.staffId))
  assertVersion(row, version, toAgentAccount)
  return row
}
