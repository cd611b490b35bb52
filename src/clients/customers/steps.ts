import { transfer } from '#clients/customer-transfers/transfer.ts'
import type { Changes } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import { addDays, today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { assertFresh } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { findCustomerVolumes } from '#reporting/reports/queries.ts'
import { customerSteps } from './contract.ts'
import * as queries from './queries.ts'
import { findOwners } from './queriesOwners.ts'
import { auditLine, reachOf } from './reach.ts'
import type { CustomerStep } from './rules.ts'
import { assertContract, nextStatus, presentedPage } from './rules.ts'

/** So many days of volume stand on a customer's page. */
const VOLUME_DAYS = 90

interface StepInput {
  id: number
  version: number
  reason?: string
  contractNo?: string | null | undefined
  contractStartOn?: string
  contractEndOn?: string
}

/** Takes a customer one step on; throws STALE and WRONG_STATE. */
async function take(step: CustomerStep, context: Context, { id, version, reason, ...contract }: StepInput) {
  const { db, actor, clock, record } = context
  const reach = reachOf(actor, 'canUpdateCustomer', clock)
  const before = await queries.lockCustomer(db, reach.customers, id)
  assertFresh(await queries.getCustomer(db, reach, id), version, presentedPage)
  const status = nextStatus(step, before.status)
  if (status === 'active') assertContract({ ...before, ...contract, status })
  const stamp = { updatedAt: clock(), updatedBy: actor.id }
  const after = await queries.updateCustomer(db, id, { ...contract, status, ...stamp })
  const why: Changes = reason === undefined ? {} : { reason: [null, reason] }
  record(auditLine(step, after, { ...changesBetween(before, after), ...why }))
  return presentedPage(await queries.getCustomer(db, reach, id))
}

export const customerStepsServer = serve(customerSteps, {
  sign: (context, input) => take('sign', context, input),
  pause: (context, input) => take('pause', context, input),
  resume: (context, input) => take('resume', context, input),
  transfer,

  colleagues: async ({ db, actor, clock }, { customerId, keyword }) => {
    const reach = reachOf(actor, 'canReadCustomer', clock).customers
    const readers = await queries.findColleagues(db, reach, customerId, today(clock), keyword)
    if (!readers) throw notFound('客户')
    return readers.people
  },

  owners: async ({ db, actor, clock }, { id }) => {
    await queries.getCustomer(db, reachOf(actor, 'canReadCustomer', clock), id)
    const items = await findOwners(db, id)
    return {
      items: items.map((row) => ({
        ...row,
        fromAt: row.fromAt.toISOString(),
        toAt: row.toAt?.toISOString() ?? null,
      })),
    }
  },

  volumes: async ({ db, actor, clock }, { id }) => {
    const reach = reachOf(actor, 'canReadCustomer', clock)
    await queries.getCustomer(db, reach, id)
    const to = addDays(today(clock), -1)
    const from = addDays(to, 1 - VOLUME_DAYS)
    return { from, to, days: await findCustomerVolumes(db, reach.stores, id, { from, to }) }
  },
})
