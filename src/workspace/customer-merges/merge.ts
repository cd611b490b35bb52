import type { Updateable } from 'kysely'
import {
  findOwner,
  getCustomer,
  lockCustomerOfMerge,
  transferCustomers,
  updateCustomer,
} from '#clients/customers/queries.ts'
import { assertContract, mayOwn, toCustomerPage } from '#clients/customers/rules.ts'
import { customerScope, readableStores } from '#clients/scopes.ts'
import type { Database } from '#db/connect.ts'
import type { Customer } from '#db/tables.ts'
import { type AuditLine, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { searchForms } from '#kit/pinyin.ts'
import type { Context } from '#kit/serve.ts'
import { assertVersion } from '#kit/version.ts'
import { type MergeField, MovedKind } from './contract.ts'
import { moveRows } from './moving.ts'
import * as queries from './queries.ts'
import {
  assertDepositsHold,
  assertMergeable,
  assertUnchanged,
  assertUndoable,
  type ChangedRow,
  changedSince,
  fieldsToTakeOver,
} from './rules.ts'

/** The customers that the actor may edit, and the stores to count for them. */
export function editableCustomers({ actor, clock }: Context) {
  const on = today(clock)
  return { customers: customerScope(actor, 'canUpdateCustomer', on), stores: readableStores(actor, on) }
}

const lineOf = (
  action: string,
  row: { id: number; companyCode: string },
  rest: Pick<AuditLine, 'changes'>,
) => ({
  action,
  entity: 'customer' as const,
  recordId: row.id,
  companyCode: row.companyCode,
  ...rest,
})

/** Adds the stored search forms if the fields contain a name. */
function withSearchForms(fields: Record<string, unknown>): Updateable<Customer> {
  const { name } = fields
  return typeof name === 'string' ? { ...fields, ...searchForms(name) } : fields
}

interface MergeInput {
  id: number
  version: number
  otherId: number
  otherVersion: number
  take: MergeField[]
}

/** Merges one customer into another; throws STALE, WRONG_STATE, and NOT_FOUND unless the actor may edit both. */
export async function merge(context: Context, { id, version, otherId, otherVersion, take }: MergeInput) {
  const { db, actor, clock, record } = context
  const reach = editableCustomers(context)
  const [kept, other] = await lockBoth(db, id, otherId)
  assertVersion(await getCustomer(db, reach, id), version, toCustomerPage)
  assertVersion(await getCustomer(db, reach, otherId), otherVersion, toCustomerPage)
  assertMergeable(kept, { ...other, hasOpenChurn: await queries.hasOpenChurn(db, otherId) })
  const at = clock()
  const stamp = { updatedAt: at, updatedBy: actor.id }
  // Mark the other customer as merged first, so that its name is free.
  await updateCustomer(db, otherId, { mergedIntoId: id, ...stamp })
  const changed: Partial<typeof kept> = fieldsToTakeOver(kept, other, take)
  // Checked only if the merge changes the contract days.
  if ('contractStartOn' in changed || 'contractEndOn' in changed) assertContract({ ...kept, ...changed })
  const after = await updateCustomer(db, id, { ...withSearchForms(changed), ...stamp })
  const changes = changesBetween(kept, after)
  const rows = await queries.lockMovable(db, otherId, id)
  const direction = { from: otherId, to: id, companyCode: kept.companyCode, via: 'merge' as const }
  const moved = await moveRows(db, rows, { ...direction, actorId: actor.id, at, record })
  const made = { companyCode: kept.companyCode, keptId: id, mergedId: otherId, changes, moved }
  await queries.insertMerge(db, { ...made, mergedAt: at, mergedBy: actor.id })
  record({ ...lineOf('merge', kept, { changes: { ...changes, merged: [null, other.name] } }), via: 'merge' })
  record({ ...lineOf('merged', other, { changes: { mergedIntoId: [null, id] } }), via: 'merge' })
  return toCustomerPage(await getCustomer(db, reach, id))
}

/** Locks both rows in id order, so that concurrent merges cannot deadlock; throws NOT_FOUND. */
async function lockBoth(db: Database, id: number, otherId: number) {
  const rows = new Map<number, Awaited<ReturnType<typeof lockCustomerOfMerge>>>()
  for (const one of [...new Set([id, otherId])].sort((a, b) => a - b))
    rows.set(one, await lockCustomerOfMerge(db, one))
  const [kept, other] = [rows.get(id), rows.get(otherId)]
  if (!kept || !other) throw notFound('客户')
  return [kept, other] as const
}

/**
 * Undoes a merge; throws CONFLICT with the rows that changed since or would overdraw a deposit, and WRONG_STATE if it
 * was undone before or after 30 days.
 */
export async function undo(context: Context, id: number) {
  const { db, actor, clock, record } = context
  const reach = editableCustomers(context)
  const found = await queries.lockMerge(db, id)
  if (!found) throw notFound('合并记录')
  await getCustomer(db, reach, found.keptId)
  const [kept, other] = await lockBoth(db, found.keptId, found.mergedId)
  const at = clock()
  assertUndoable(found, at)
  assertUnchanged(await changedRows(db, found, kept))
  const stamp = { updatedAt: at, updatedBy: actor.id }
  const before = Object.fromEntries(Object.entries(found.changes).map(([field, [was]]) => [field, was]))
  const restored = await updateCustomer(db, kept.id, { ...withSearchForms(before), ...stamp })
  await updateCustomer(db, other.id, { mergedIntoId: null, ...stamp })
  const rows = Object.fromEntries(
    MovedKind.options.map((kind) => [kind, found.moved[kind].map((row) => row.id)]),
  ) as Record<MovedKind, number[]>
  const direction = { from: kept.id, to: other.id, companyCode: kept.companyCode, via: 'undo' as const }
  await moveRows(db, rows, { ...direction, actorId: actor.id, at, record })
  assertDepositsHold(await queries.findOverdrawn(db, [kept.id, other.id]))
  await queries.markUndone(db, id, actor.id, at)
  const changes = { ...changesBetween(kept, restored), merged: [other.name, null] as [unknown, unknown] }
  record({ ...lineOf('undo-merge', kept, { changes }), via: 'undo' })
  record({ ...lineOf('undo-merge', other, { changes: { mergedIntoId: [kept.id, null] } }), via: 'undo' })
  await reassignIfOwnerLeft(context, other, kept.ownerId)
  return toCustomerPage(await getCustomer(db, reach, kept.id))
}

/** If the owner of the restored customer has left, transfers it to the owner of the kept customer. */
async function reassignIfOwnerLeft(
  { db, actor, clock, record }: Context,
  other: { id: number; companyCode: string; ownerId: number },
  ownerId: number,
): Promise<void> {
  if (mayOwn(await findOwner(db, other.ownerId), other.companyCode)) return
  const reason = '撤销合并时，原来的负责商务已不在职'
  await transferCustomers(db, { ids: [other.id], ownerId, reason, actorId: actor.id, at: clock() })
  const changes: AuditLine['changes'] = { ownerId: [other.ownerId, ownerId], reason: [null, reason] }
  record({ ...lineOf('transfer', other, { changes }), via: 'undo' })
}

async function changedRows(
  db: Database,
  found: NonNullable<Awaited<ReturnType<typeof queries.lockMerge>>>,
  kept: { id: number; name: string },
): Promise<ChangedRow[]> {
  const fields = changedSince(found.changes, kept)
  const changed: ChangedRow[] = fields.length > 0 ? [{ kind: 'customer', id: kept.id, name: kept.name }] : []
  for (const kind of MovedKind.options) {
    const rows = await queries.findChanged(db, kind, kept.id, found.moved[kind])
    changed.push(...rows.map((row) => ({ kind, ...row })))
  }
  return changed
}
