import { customerReach } from '#clients/scopes.ts'
import { type Changes, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type Context, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersionLazy } from '#kit/version.ts'
import { customerSteps } from './contract.ts'
import { findOwners } from './ownerQueries.ts'
import * as queries from './queries.ts'
import { assertContract, auditLine, type CustomerStep, nextStatus, toCustomerPage } from './rules.ts'

interface StepInput {
  id: number
  version: number
  reason?: string
  contractNo?: string | null | undefined
  contractStartOn?: string
  contractEndOn?: string
}

/** Performs a status step; throws STALE and WRONG_STATE. */
async function performStep(
  step: CustomerStep,
  context: Context,
  { id, version, reason, ...contract }: StepInput,
) {
  const { db, actor, clock, record } = context
  const reach = customerReach(actor, 'canUpdateCustomer', clock)
  const before = await queries.lockCustomer(db, reach.customers, id)
  await assertVersionLazy(before, version, async () =>
    toCustomerPage(await queries.getCustomer(db, reach, id)),
  )
  const status = nextStatus(step, before.status)
  if (status === 'active') assertContract({ ...before, ...contract, status })
  const stamp = updatedNow(context)
  const after = await queries.updateCustomer(db, id, { ...contract, status, ...stamp })
  const why: Changes = reason === undefined ? {} : { reason: [null, reason] }
  record(auditLine(step, after, { ...changesBetween(before, after), ...why }))
  return toCustomerPage(await queries.getCustomer(db, reach, id))
}

export const customerStepsServer = serve(customerSteps, {
  sign: (context, input) => performStep('sign', context, input),
  pause: (context, input) => performStep('pause', context, input),
  resume: (context, input) => performStep('resume', context, input),

  colleagues: async ({ db, actor, clock }, { customerId, keyword }) => {
    const reach = customerReach(actor, 'canReadCustomer', clock).customers
    const readers = await queries.findColleagues(db, reach, customerId, today(clock), keyword)
    if (!readers) throw notFound('客户')
    return readers.people
  },

  owners: async ({ db, actor, clock }, { id }) => {
    await queries.getCustomer(db, customerReach(actor, 'canReadCustomer', clock), id)
    const items = await findOwners(db, id)
    return {
      items: items.map((row) => ({
        ...row,
        fromAt: row.fromAt.toISOString(),
        toAt: row.toAt?.toISOString() ?? null,
      })),
    }
  },
})
