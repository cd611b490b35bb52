import { findColleagues } from '#clients/customers/queries.ts'
import { customerScope } from '#clients/scopes.ts'
import { type AuditLine, type Changes, changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type Context, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { followUps } from './contract.ts'
import * as queries from './queries.ts'
import { assertAssignee, assertState } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getFollowUp>>

function toFollowUp(row: Row) {
  const times = { doneAt: row.doneAt?.toISOString() ?? null, updatedAt: row.updatedAt.toISOString() }
  return { ...row, ...times }
}

const readableCustomers = ({ actor, clock }: Context) => customerScope(actor, 'canReadCustomer', today(clock))

const lineOf = (action: string, row: { id: number; companyCode: string }, changes: Changes): AuditLine => ({
  action,
  entity: 'follow-up',
  recordId: row.id,
  changes,
  companyCode: row.companyCode,
})

/** Completes or reopens a follow-up; throws STALE and WRONG_STATE. */
async function setDone(context: Context, { id, version }: { id: number; version: number }, isDone: boolean) {
  const { db, actor, clock, record } = context
  const before = await queries.lockFollowUp(db, readableCustomers(context), id)
  assertVersion(before, version, toFollowUp)
  assertState(before.doneAt, isDone ? 'open' : 'done')
  const done = isDone ? { doneAt: clock(), doneBy: actor.id } : { doneAt: null, doneBy: null }
  const after = await queries.updateFollowUp(db, id, { ...done, ...updatedNow(context) })
  record(lineOf(isDone ? 'done' : 'reopen', after, { done: [!isDone, isDone] }))
  return toFollowUp(await queries.getFollowUp(db, readableCustomers(context), id))
}

export const followUpsServer = serve(followUps, {
  list: async (context, { mine, ...query }) => {
    const assigneeId = mine ? [context.actor.id] : query.assigneeId
    const found = await queries.findFollowUps(context.db, readableCustomers(context), {
      ...query,
      assigneeId,
    })
    return { ...found, items: found.items.map(toFollowUp) }
  },

  create: async (context, { customerId, ...input }) => {
    const { db, actor, clock, record } = context
    const readers = await findColleagues(db, readableCustomers(context), customerId, today(clock))
    if (!readers) throw notFound('客户')
    const assigneeId = input.assigneeId ?? actor.id
    if (assigneeId !== actor.id) assertAssignee(readers.people, assigneeId)
    const stamp = { ...createdNow(context), ...updatedNow(context) }
    const { companyCode } = readers
    const row = await queries.insertFollowUp(db, { ...input, customerId, companyCode, assigneeId, ...stamp })
    record(lineOf('create', row, changesBetween({}, row)))
    return toFollowUp(await queries.getFollowUp(db, readableCustomers(context), row.id))
  },

  update: async (context, { id, version, ...sent }) => {
    const { db, actor, clock, record } = context
    const changes = definedOnly(sent)
    const before = await queries.lockFollowUp(db, readableCustomers(context), id)
    assertVersion(before, version, toFollowUp)
    assertState(before.doneAt, 'open')
    if (changes.assigneeId && changes.assigneeId !== actor.id) {
      const readers = await findColleagues(db, readableCustomers(context), before.customerId, today(clock))
      assertAssignee(readers?.people ?? [], changes.assigneeId)
    }
    const stamp = updatedNow(context)
    const after = await queries.updateFollowUp(db, id, { ...changes, ...stamp })
    const {
      customerName: _c,
      assigneeName: _a,
      createdByName: _b,
      updatedByName: _u,
      ...storedFields
    } = before
    record(lineOf('update', after, changesBetween(storedFields, after)))
    return toFollowUp(await queries.getFollowUp(db, readableCustomers(context), id))
  },

  done: (context, input) => setDone(context, input, true),
  reopen: (context, input) => setDone(context, input, false),
})
