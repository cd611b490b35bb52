import type { Expression, SqlBool } from 'kysely'
import type { Actor } from '#access/can.ts'
import { findAgent } from '#clients/stores/assignments/queries.ts'
import { assertEnd } from '#clients/stores/assignments/rules.ts'
import { lockStore } from '#clients/stores/queries.ts'
import { type Changes, changesBetween, type Via } from '#kit/audit.ts'
import { type Clock, type Day, today } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { findBooks } from '#people/books/queries.ts'
import { assertNoProblem, assignmentProblem } from '#people/books/rules.ts'
import { changeAccount, deleteAccount, findBindings } from './bindingQueries.ts'
import { bindableStores } from './claimQueries.ts'
import type { BindInput } from './contract.ts'
import * as queries from './queries.ts'
import {
  assertBindable,
  assertBindsDirectly,
  assertFreeOn,
  assertMayUnbind,
  assertStoreLive,
} from './rules.ts'

export type AccountRow = Awaited<ReturnType<typeof queries.getAgentAccount>>

/** Converts a row to API format. */
export function toAgentAccount(row: AccountRow) {
  return {
    ...row,
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
  const store = await lockStore(db, reach, storeId)
  const { companyCode } = store
  // Files of a stopped store still name nicks; a sheet of new bindings is about live stores.
  if (via === 'import') assertStoreLive(store)
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

/** Ends a binding on a day, for every write path; throws STALE, INVALID, and WRONG_STATE if it has ended before. */
export async function endNick(
  context: Context,
  { id, version, toOn }: { id: number; version: number; toOn: Day },
  via: Via = 'form',
): Promise<AccountRow> {
  const { db, actor, clock, record } = context
  const before = await lockBinding(context, { id, version })
  assertEnd(before, toOn)
  await changeAccount(db, id, { toOn, ...updatedNow(context) })
  record(unboundLine(before, toOn, via))
  return queries.getAgentAccount(db, bindable(actor, clock), id)
}

/** Restores the days of a binding after an import changed them; throws STALE, and CONFLICT if the nick has another. */
export async function restoreDays(
  context: Context,
  {
    id,
    version,
    ...days
  }: { id: number; version: number; fromOn?: Day | undefined; toOn?: Day | null | undefined },
  via: Via,
): Promise<AccountRow> {
  const { db, actor, clock, record } = context
  const before = await lockBinding(context, { id, version })
  const restored = { ...before, ...definedOnly(days) }
  assertFreeOn(restored, await findBindings(db, before))
  const { fromOn, toOn } = restored
  await changeAccount(db, id, { fromOn, toOn, ...updatedNow(context) })
  record(
    logLine(
      'bind',
      before,
      { ...newBindingChanges(before), ...changesBetween(daysOf(before), daysOf(restored)) },
      via,
    ),
  )
  return queries.getAgentAccount(db, bindable(actor, clock), id)
}

const daysOf = ({ fromOn, toOn }: { fromOn: Day; toOn: Day | null }) => ({ fromOn, toOn })

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
const unboundLine = (before: AccountRow, toOn: Day, via: Via) =>
  logLine('unbind', before, { ...changesBetween(bindingFields(before), {}), toOn: [before.toOn, toOn] }, via)

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
