import { findColleagues } from '#clients/customers/queries.ts'
import { customerScope } from '#clients/scopes.ts'
import type { AuditLine, Changes } from '#kit/audit.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { followUps } from './contract.ts'
import * as queries from './queries.ts'
import { assertAssignee, assertState } from './rules.ts'

type Row = Awaited<ReturnType<typeof queries.getFollowUp>>

function present(row: Row) {
  const times = { doneAt: row.doneAt?.toISOString() ?? null, updatedAt: row.updatedAt.toISOString() }
  return { ...row, ...times }
}

const reachOf = ({ actor, clock }: Context) => customerScope(actor, 'canReadCustomer', today(clock))

const lineOf = (action: string, row: { id: number; companyCode: string }, changes: Changes): AuditLine => ({
  ...{ action, entity: 'follow-up', recordId: row.id, changes },
  companyCode: row.companyCode,
})

/** Completes or reopens a follow-up; throws STALE and WRONG_STATE. */
async function close(context: Context, { id, version }: { id: number; version: number }, isDone: boolean) {
  const { db, actor, clock, record } = context
  const before = await queries.lockFollowUp(db, reachOf(context), id)
  assertFresh(before, version, present)
  assertState(before.doneAt, isDone ? 'open' : 'done')
  const done = isDone ? { doneAt: clock(), doneBy: actor.id } : { doneAt: null, doneBy: null }
  const after = await queries.updateFollowUp(db, id, { ...done, updatedAt: clock(), updatedBy: actor.id })
  record(lineOf(isDone ? 'done' : 'reopen', after, { done: [!isDone, isDone] }))
  return present(await queries.getFollowUp(db, reachOf(context), id))
}

export const followUpsServer = serve(followUps, {
  list: async (context, { mine, ...query }) => {
    const assigneeId = mine ? [context.actor.id] : query.assigneeId
    const found = await queries.findFollowUps(context.db, reachOf(context), { ...query, assigneeId })
    return { ...found, items: found.items.map(present) }
  },

  create: async (context, { customerId, ...input }) => {
    const { db, actor, clock, record } = context
    const readers = await findColleagues(db, reachOf(context), customerId, today(clock))
    if (!readers) throw notFound('客户')
    const assigneeId = input.assigneeId ?? actor.id
    if (assigneeId !== actor.id) assertAssignee(readers.people, assigneeId)
    const stamp = { createdAt: clock(), createdBy: actor.id, updatedAt: clock(), updatedBy: actor.id }
    const { companyCode } = readers
    const row = await queries.insertFollowUp(db, { ...input, customerId, companyCode, assigneeId, ...stamp })
    record(lineOf('create', row, changesBetween({}, row)))
    return present(await queries.getFollowUp(db, reachOf(context), row.id))
  },

  update: async (context, { id, version, ...sent }) => {
    const { db, actor, clock, record } = context
    const changes = sentOnly(sent)
    const before = await queries.lockFollowUp(db, reachOf(context), id)
    assertFresh(before, version, present)
    assertState(before.doneAt, 'open')
    if (changes.assigneeId && changes.assigneeId !== actor.id) {
      const readers = await findColleagues(db, reachOf(context), before.customerId, today(clock))
      assertAssignee(readers?.people ?? [], changes.assigneeId)
    }
    const stamp = { updatedAt: clock(), updatedBy: actor.id }
    const after = await queries.updateFollowUp(db, id, { ...changes, ...stamp })
    const { customerName: _c, assigneeName: _a, createdByName: _b, updatedByName: _u, ...bare } = before
    record(lineOf('update', after, changesBetween(bare, after)))
    return present(await queries.getFollowUp(db, reachOf(context), id))
  },

  done: (context, input) => close(context, input, true),
  reopen: (context, input) => close(context, input, false),
})
