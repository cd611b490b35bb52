import { can } from '#access/can.ts'
import type { AssignmentInput } from '#clients/stores/assignments/contract.ts'
import { deleteStandInsOf } from '#clients/stores/assignments/queries.ts'
import { changesBetween } from '#kit/audit.ts'
import { today } from '#kit/calendar.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersion } from '#kit/version.ts'
import { notify } from '#platform/notices/queries.ts'
import { type Leave, type LeavePage, leaves } from './contract.ts'
import { countRestDays, findOpenPosts } from './openPosts.ts'
import * as papers from './papers/queries.ts'
import { mayAttach, mayDetach } from './papers/rules.ts'
import type { LeaveRow } from './queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

/** Adds a stand-in, which is an assignment; on the path of all assignments. */
export type AddStandIn = (context: Context, input: AssignmentInput, leaveId: number) => Promise<unknown>

type LeaveHandlers = Handlers<typeof leaves>
type Reader = Pick<Context, 'db' | 'actor' | 'clock'>

function toLeave({ actor, clock }: Reader, row: LeaveRow): Leave {
  const isOwn = row.staffId === actor.id
  const headIds = [row.parentId ?? row.staffId]
  const decides = !isOwn && can(actor, 'canReviewWorklog', { companyCode: row.companyCode, headIds })
  const { status, fromOn } = row
  const now = today(clock)
  return {
    ...row,
    fromHalf: row.fromNoon ? 'afternoon' : 'morning',
    toHalf: row.toNoon ? 'morning' : 'afternoon',
    halfDays: rules.halfDaysOf(row),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    mayDecide: decides && status === 'requested',
    mayWithdraw: (isOwn || decides) && rules.mayWithdraw({ status, fromOn, isOwn, today: now }),
    mayNameStandIns: decides && status === 'approved' && row.toOn >= now,
  }
}

async function toLeavePage(reader: Reader, row: LeaveRow): Promise<LeavePage> {
  const { db, actor } = reader
  const { unpaid } = await papers.findRule(db, row.companyCode)
  return {
    ...toLeave(reader, row),
    restDays: await countRestDays(db, row),
    standIns: await queries.findStandIns(db, row.id),
    paid: !unpaid.includes(row.kind),
    attachments: await papers.findAttachments(db, row.id),
    mayAttach: mayAttach(actor, row),
    mayDetach: mayDetach(actor, row),
  }
}

const spanOf = (row: LeaveRow) => ({
  kind: row.kind,
  fromOn: row.fromOn,
  fromNoon: row.fromNoon,
  toOn: row.toOn,
  toNoon: row.toNoon,
  reason: row.reason,
})

/** Writes the audit line of a step and returns the leave. */
async function finish(context: Context, action: string, before: LeaveRow, more: object = {}): Promise<Leave> {
  const { db, actor, record } = context
  const after = await queries.getLeave(db, actor, 'canReportWorklog', before.id)
  const { status, staffId, companyCode } = after
  const changes = changesBetween({ status: before.status }, { status, staffId, ...more })
  record({ action, entity: 'leave', recordId: before.id, companyCode, changes })
  return toLeave(context, after)
}

/** Locks a leave for a decision. Throws NOT_FOUND, STALE, and FORBIDDEN for the actor's own. */
async function lockToDecide(context: Context, { id, version }: { id: number; version: number }) {
  const row = await queries.lockLeave(context.db, context.actor, 'canReviewWorklog', id)
  assertVersion(row, version, (current) => toLeave(context, current))
  rules.assertNotOwn(context.actor, row)
  return row
}

/** The list of leaves with this one opened, among all statuses. */
const linkOf = ({ id }: LeaveRow) => `/store-worklog/leaves?status=&leave=${id}`

/** Tells the applicant about the decision of somebody else. */
async function notifyApplicant(
  { db, actor, clock }: Context,
  row: LeaveRow,
  sentence: string,
  note: string | null,
) {
  if (row.staffId === actor.id) return
  await notify(db, [
    {
      companyCode: row.companyCode,
      staffId: row.staffId,
      kind: 'leaveDecided',
      at: clock(),
      title: { sentence, values: { name: actor.name, from: row.fromOn, to: row.toOn } },
      text: note === null ? null : { sentence: '{text}', values: { text: note } },
      link: linkOf(row),
    },
  ])
}

async function notifyDeciders({ db, clock }: Context, row: LeaveRow): Promise<void> {
  const { companyCode, staffName: name, fromOn: from, toOn: to } = row
  const title = { sentence: '{name}申请 {from} 至 {to} 请假', values: { name, from, to } }
  const deciders = await queries.findDeciders(db, row)
  await notify(
    db,
    deciders.map((staffId) => ({
      companyCode,
      staffId,
      kind: 'leaveRequested' as const,
      at: clock(),
      title,
      text: { sentence: '{text}', values: { text: row.reason } },
      link: linkOf(row),
    })),
  )
}

const request: LeaveHandlers['request'] = async (context, { staffId, fromHalf, toHalf, ...sent }) => {
  const { db, actor, clock, record } = context
  const isOwn = staffId === undefined || staffId === actor.id
  const needs = isOwn ? 'canReportWorklog' : 'canReviewWorklog'
  const person = await queries.lockApplicant(db, actor, needs, staffId ?? actor.id)
  const span = { ...sent, fromNoon: fromHalf === 'afternoon', toNoon: toHalf === 'morning' }
  rules.assertLeaveSpan(span, today(clock))
  rules.assertNoOverlap(person.name, span, await queries.findStandingLeaves(db, person.id, span))
  const id = await queries.insertLeave(db, {
    ...span,
    ...createdNow(context),
    ...updatedNow(context),
    companyCode: person.companyCode,
    staffId: person.id,
    status: isOwn ? 'requested' : 'approved',
    ...(!isOwn && { decidedAt: clock(), decidedBy: actor.id }),
  })
  const row = await queries.getLeave(db, actor, 'canReportWorklog', id)
  const changes = changesBetween({}, { staffId: row.staffId, ...spanOf(row), status: row.status })
  record({ action: 'create', entity: 'leave', recordId: id, companyCode: row.companyCode, changes })
  if (isOwn) await notifyDeciders(context, row)
  else await notifyApplicant(context, row, '{name}为您登记了 {from} 至 {to} 的请假', null)
  return toLeave(context, row)
}

type StandIn = Pick<AssignmentInput, 'storeId' | 'shift' | 'staffId'>

/** Adds a stand-in for the days of the leave per store and shift; throws what an assignment throws. */
async function addStandIns(context: Context, add: AddStandIn, row: LeaveRow, standIns: readonly StandIn[]) {
  rules.assertOneStandInEach(standIns)
  for (const { storeId, shift, staffId } of standIns) {
    const input = {
      storeId,
      staffId,
      duty: 'substitute' as const,
      shift,
      fromOn: row.fromOn,
      toOn: row.toOn,
      sharePercent: 0,
      insteadOf: row.staffId,
    }
    await add(context, input, row.id)
  }
}

const decision = ({ actor, clock }: Context, status: 'approved' | 'refused', note: string | null) => ({
  status,
  decidedAt: clock(),
  decidedBy: actor.id,
  decisionNote: note,
  ...updatedNow({ actor, clock }),
})

const refuse: LeaveHandlers['refuse'] = async (context, { id, version, note }) => {
  const row = await lockToDecide(context, { id, version })
  rules.assertRequested(row.status)
  await queries.updateLeave(context.db, id, decision(context, 'refused', note))
  await notifyApplicant(context, row, '{name}没有同意您 {from} 至 {to} 的请假', note)
  return finish(context, 'refuse', row, { note })
}

const approveWith =
  (add: AddStandIn): LeaveHandlers['approve'] =>
  async (context, { id, version, standIns }) => {
    const row = await lockToDecide(context, { id, version })
    rules.assertRequested(row.status)
    await queries.updateLeave(context.db, id, decision(context, 'approved', null))
    await addStandIns(context, add, row, standIns)
    await notifyApplicant(context, row, '{name}同意了您 {from} 至 {to} 的请假', null)
    return finish(context, 'approve', row)
  }

const nameStandInsWith =
  (add: AddStandIn): LeaveHandlers['nameStandIns'] =>
  async (context, { id, version, standIns }) => {
    const row = await lockToDecide(context, { id, version })
    rules.assertApproved(row.status)
    await queries.updateLeave(context.db, id, updatedNow(context))
    await addStandIns(context, add, row, standIns)
    return finish(context, 'stand-ins', row, { standIns: standIns.length })
  }

const withdraw: LeaveHandlers['withdraw'] = async (context, { id, version }) => {
  const { db, actor, clock, record } = context
  const row = await queries.lockLeave(db, actor, 'canReportWorklog', id)
  assertVersion(row, version, (current) => toLeave(context, current))
  const isOwn = row.staffId === actor.id
  rules.assertMayWithdraw({ status: row.status, fromOn: row.fromOn, isOwn, today: today(clock) })
  for (const line of await deleteStandInsOf(db, id)) record(line)
  await queries.updateLeave(db, id, { status: 'withdrawn', ...updatedNow(context) })
  await notifyApplicant(context, row, '{name}撤回了您 {from} 至 {to} 的请假', null)
  return finish(context, 'withdraw', row)
}

const list: LeaveHandlers['list'] = async (context, query) => {
  const { items, ...counts } = await queries.findLeaves(context.db, context.actor, query)
  return { items: items.map((row) => toLeave(context, row)), ...counts }
}

const length: LeaveHandlers['length'] = async (context, { staffId, fromHalf, toHalf, ...days }) => {
  const { db, actor } = context
  const isOwn = staffId === undefined || staffId === actor.id
  const needs = isOwn ? 'canReportWorklog' : 'canReviewWorklog'
  const person = await queries.getApplicant(db, actor, needs, staffId ?? actor.id)
  const span = { ...days, fromNoon: fromHalf === 'afternoon', toNoon: toHalf === 'morning' }
  rules.assertLength(span)
  const { companyCode, id } = person
  return {
    halfDays: rules.halfDaysOf(span),
    restDays: await countRestDays(db, { ...span, companyCode, staffId: id }),
  }
}

/** The server of leaves; `add` writes stand-ins. */
export const leavesServer = (add: AddStandIn) =>
  serve(leaves, {
    list,
    get: async (context, { id }) => {
      const row = await queries.getLeave(context.db, context.actor, 'canReportWorklog', id)
      return toLeavePage(context, row)
    },
    length,
    request,
    approve: approveWith(add),
    refuse,
    withdraw,
    openPosts: async ({ db, actor, clock }, { id }) =>
      findOpenPosts(db, await queries.getLeave(db, actor, 'canReviewWorklog', id), today(clock)),
    nameStandIns: nameStandInsWith(add),
  })
