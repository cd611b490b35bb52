import { handOverRecords } from '#clients/churn-records/queries.ts'
import { lockCustomer, transferCustomers } from '#clients/customers/queries.ts'
import { transferProblem, transferProblems } from '#clients/customers/rules.ts'
import { reassignFollowUps } from '#clients/follow-ups/queries.ts'
import { customerScope, storeScope } from '#clients/scopes.ts'
import { endAssignments, handOverAssignments } from '#clients/stores/assignments/queries.ts'
import { findNicksOf, handOverNick, withdrawClaims } from '#clients/stores/nicks/queries.ts'
import { lockStore, updateStore } from '#clients/stores/queries.ts'
import { assertLeader } from '#clients/stores/rules.ts'
import type { Changes } from '#kit/audit.ts'
import { addDays, today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { discardPreviews } from '#operations/imports/queries.ts'
import { transferNotes } from '#operations/worklogs/queries.ts'
import * as queries from '#people/staff/queries.ts'
import { assertHierarchy } from '#people/staff/rules.ts'
import { notify } from '#platform/notices/queries.ts'
import type { HandoverKind } from './contract.ts'
import { dutyHandlers, HANDOVER } from './handOverDuties.ts'
import type { HandoverTask, Recipient } from './handoverTask.ts'
import { findActiveLeader } from './queries.ts'

const handoverReason = { reason: [null, HANDOVER] as [null, string] }

/** Returns the recipient; throws INVALID if there is none. */
function requireRecipient({ recipient }: HandoverTask): Recipient {
  if (!recipient) throw invalidField('choices', '请选择接手的人。')
  return recipient
}

/** Adds the item's name to errors of `work`, to identify the item among several. */
async function withItemName<T>(task: HandoverTask, id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const name = task.items.find((item) => item.kind === task.kind && item.id === id)?.name ?? ''
    throw new AppError(error.code, '“{name}”不能这样交接：{why}', {
      values: { name, why: error.sentence },
    })
  }
}

async function handOverStoreAssignments(context: Context, task: HandoverTask): Promise<void> {
  const { db, actor, clock, record } = context
  const { person, leftOn, ids, toId } = task
  const writing = { by: actor.id, at: clock() }
  for (const id of ids) {
    const lines = await withItemName(task, id, () =>
      toId === null
        ? endAssignments(db, { id, staffId: person.id }, { on: leftOn, ...writing })
        : handOverAssignments(
            db,
            { staffId: person.id, ids: [id], to: toId, fromOn: addDays(leftOn, 1) },
            writing,
          ),
    )
    for (const line of lines) record(line)
    await handOverUnreadNotes(context, task, id)
  }
}

/** Passes the leaver's unread notes about the store to the successor, or to the store's head if the assignment ends. */
async function handOverUnreadNotes(
  { db, clock }: Context,
  { person, leftOn, items, ...task }: HandoverTask,
  id: number,
) {
  const storeId = items.find(({ kind, id: of }) => kind === 'assignment' && of === id)?.recordId
  const toId = storeId && (task.toId ?? (await findActiveLeader(db, storeId, person.id)))
  if (!storeId || !toId) return
  const notes = await transferNotes(db, { fromId: person.id, toId, storeId, leftOn })
  await notify(
    db,
    notes.map(({ companyCode, authorName, text, onDay }) => ({
      companyCode,
      staffId: toId,
      at: clock(),
      kind: 'handoverNote' as const,
      title: { sentence: '{name}给您留了交接', values: { name: authorName } },
      text: { sentence: '{text}', values: { text } },
      link: `/store-worklog?on=${onDay}`,
    })),
  )
}

async function handOverNicks({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const { person, leftOn, ids, toId } = task
  const bindings = await findNicksOf(db, person.id, addDays(leftOn, 1))
  for (const nick of bindings.filter(({ id }) => ids.includes(id))) {
    await handOverNick(db, nick, { on: leftOn, toId }, { staffId: actor.id, now: clock() })
    const of = { entity: 'store' as const, recordId: nick.storeId, companyCode: nick.companyCode }
    const moved: Changes = { staffId: [person.id, toId], toOn: [nick.toOn, leftOn] }
    record({ ...of, action: 'unbind', changes: { nick: [nick.nick, toId && nick.nick], ...moved } })
  }
}

/** Withdraws the claimant's pending claims. */
async function withdrawNickClaims(
  { db, actor, clock, record }: Context,
  { person, ids }: HandoverTask,
): Promise<void> {
  const lines = await withdrawClaims(db, person.id, ids, { by: actor.id, at: clock() })
  for (const line of lines) record({ ...line, changes: { ...line.changes, ...handoverReason } })
}

async function handOverCustomers({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const [{ ids }, owner] = [task, requireRecipient(task)]
  const reach = customerScope(actor, 'canTransferCustomer', today(clock))
  const rows = []
  // Lock in ascending id order so that concurrent transfers cannot deadlock.
  for (const id of ids.toSorted((a, b) => a - b)) {
    const row = await lockCustomer(db, reach, id)
    const problem = transferProblem(row, owner)
    if (problem) throw invalidField('choices', transferProblems[problem])
    rows.push(row)
  }
  const transfer = { ids: rows.map(({ id }) => id), ownerId: owner.id, reason: HANDOVER }
  await transferCustomers(db, { ...transfer, actorId: actor.id, at: clock() })
  for (const { id, companyCode, ownerId } of rows) {
    const of = { entity: 'customer' as const, recordId: id, companyCode }
    record({ ...of, action: 'transfer', changes: { ownerId: [ownerId, owner.id], ...handoverReason } })
  }
}

async function handOverStores({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const leader = requireRecipient(task)
  assertLeader(leader, task.person.companyCode)
  const reach = storeScope(actor, 'canUpdateStore', today(clock))
  for (const id of task.ids) {
    const { companyCode, leaderId } = await lockStore(db, reach, id)
    await updateStore(db, id, { leaderId: leader.id, ...updatedNow({ actor, clock }) })
    const changes: Changes = { leaderId: [leaderId, leader.id], ...handoverReason }
    record({ action: 'update', entity: 'store', recordId: id, companyCode, changes })
  }
}

async function handOverMembers({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const head = requireRecipient(task)
  const reach = queries.staffScope(actor, 'canManageUser')
  for (const id of task.ids) {
    const member = await queries.lockStaff(db, reach, id)
    assertHierarchy({ ...member, parentId: head.id }, head)
    await queries.updateStaff(db, id, { parentId: head.id, ...updatedNow({ actor, clock }) })
    const { companyCode, parentId } = member
    const changes: Changes = { parentId: [parentId, head.id], ...handoverReason }
    record({ action: 'update', entity: 'staff', recordId: id, companyCode, changes })
  }
}

async function handOverFollowUps({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const { person, ids, items } = task
  const assigneeId = requireRecipient(task).id
  const reassigned = await reassignFollowUps(db, ids, { assigneeId }, { actorId: actor.id, at: clock() })
  for (const { id, companyCode } of reassigned) {
    const customerId = items.find((item) => item.kind === 'followUp' && item.id === id)?.recordId ?? id
    const changes: Changes = { assigneeId: [person.id, assigneeId], ...handoverReason }
    record({ action: 'give-follow-up', entity: 'customer', recordId: customerId, companyCode, changes })
  }
}

const handlers: Record<HandoverKind, (context: Context, task: HandoverTask) => Promise<void>> = {
  assignment: handOverStoreAssignments,
  nick: handOverNicks,
  nickClaim: withdrawNickClaims,
  customer: handOverCustomers,
  store: handOverStores,
  member: handOverMembers,
  followUp: handOverFollowUps,

  churnRecord: async ({ db, actor, clock, record }, task) => {
    const between = { fromId: task.person.id, toId: requireRecipient(task).id }
    await handOverRecords(db, { ids: task.ids, ...between, actorId: actor.id, at: clock(), record })
  },

  import: ({ db }, { person, ids }) => discardPreviews(db, person.id, ids),

  ...dutyHandlers,
}

/**
 * Hands over or ends the items of one kind by the rules of that kind, with an audit line per record. Throws the errors
 * of those rules.
 */
export async function handOver(context: Context, task: HandoverTask): Promise<void> {
  await handlers[task.kind](context, task)
}
