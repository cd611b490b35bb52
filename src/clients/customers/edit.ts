import type * as z from 'zod'
import { customerReach } from '#clients/scopes.ts'
import { changesBetween, type Via } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { nextCode } from '#kit/counter.ts'
import { deleteUnlessReferenced } from '#kit/deleteUnlessReferenced.ts'
import { searchForms } from '#kit/pinyin.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy, definedOnly } from '#kit/version.ts'
import { companyForNew } from '#people/companies/rules.ts'
import type { CustomerChanges, CustomerInput, CustomerStatus } from './contract.ts'
import { deleteCustomer } from './ownerQueries.ts'
import * as queries from './queries.ts'
import {
  assertContract,
  assertDeletable,
  assertMayOwn,
  assertOwner,
  auditLine,
  toCustomerPage,
} from './rules.ts'

/** The input for a new customer. Only an import (opening.ts) may use a status that the form does not offer. */
type NewCustomer = Omit<CustomerInput, 'status'> & { status: CustomerStatus }

/** Creates a customer, for every write path; returns it in page format. */
export async function createCustomer(context: Context, input: NewCustomer, via: Via = 'form') {
  return insertCustomer(context, input, via, assertContract)
}

/**
 * Creates a customer that is served already, in state 合作中, from the name alone; its contract is entered later. For
 * customers whose stores are in imported files. Returns it in page format.
 */
export async function createServedCustomer(context: Context, { name }: { name: string }, via: Via) {
  return insertCustomer(context, { name, status: 'active' }, via, () => {})
}

async function insertCustomer(
  context: Context,
  input: NewCustomer,
  via: Via,
  assertTerms: (input: NewCustomer) => void,
) {
  const { db, actor, clock, record } = context
  const companyCode = companyForNew(actor, input.companyCode)
  const ownerId = input.ownerId ?? actor.id
  assertMayOwn(actor, { companyCode, ownerId })
  assertTerms(input)
  assertOwner(await queries.findOwner(db, ownerId), companyCode)
  const row = await queries.insertCustomer(db, {
    ...input,
    ...searchForms(input.name),
    companyCode,
    ownerId,
    code: await nextCode(db, companyCode, 'KH', today(clock)),
    ...createdNow(context),
    ...updatedNow(context),
  })
  record(auditLine('create', row, changesBetween({}, row), via))
  return toCustomerPage(
    await queries.getCustomer(db, customerReach(actor, 'canUpdateCustomer', clock), row.id),
  )
}

/** Updates the given fields, for every write path; throws STALE unless `version` is current. */
export async function updateCustomer(
  context: Context,
  { id, version, ...sent }: z.output<typeof CustomerChanges>,
  via: Via = 'form',
) {
  const { db, actor, clock, record } = context
  const changes = definedOnly(sent)
  const reach = customerReach(actor, 'canUpdateCustomer', clock)
  const before = await queries.lockCustomer(db, reach.customers, id)
  await assertVersionLazy(before, version, async () =>
    toCustomerPage(await queries.getCustomer(db, reach, id)),
  )
  // Checked only if the request changes the contract days.
  if ('contractStartOn' in changes || 'contractEndOn' in changes) assertContract({ ...before, ...changes })
  const after = await queries.updateCustomer(db, id, {
    ...changes,
    ...(changes.name ? searchForms(changes.name) : {}),
    ...updatedNow(context),
  })
  record(auditLine('update', after, changesBetween(before, after), via))
  return toCustomerPage(await queries.getCustomer(db, reach, id))
}

/** Deletes a customer that is unchanged since it was added; throws STALE, and CONFLICT if other records refer to it. */
export async function removeCustomer(
  { db, actor, clock, record }: Context,
  { id, version }: { id: number; version: number },
  via: Via,
): Promise<void> {
  const reach = customerReach(actor, 'canUpdateCustomer', clock)
  const row = await queries.lockCustomer(db, reach.customers, id)
  await assertVersionLazy(row, version, async () => toCustomerPage(await queries.getCustomer(db, reach, id)))
  assertDeletable(row)
  await deleteUnlessReferenced(() => deleteCustomer(db, id))
  record(auditLine('delete', row, changesBetween(row, {}), via))
}
