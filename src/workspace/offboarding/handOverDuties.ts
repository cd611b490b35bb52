import { can } from '#access/can.ts'
import { endStandIns, lockClaims, updateClaim } from '#finance/reimbursement-bills/queries.ts'
import { reroute } from '#finance/reimbursement-bills/rules.ts'
import type { Changes } from '#kit/audit.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import type { Sentence } from '#kit/text.ts'
import { deleteLog } from '#operations/worklogs/queries.ts'
import { abandonBulkEdits } from '#platform/bulk-edits/queries.ts'
import { notify } from '#platform/notices/queries.ts'
import { abandonImports } from '#platform/record-imports/queries.ts'
import { deleteView, moveTeamViews } from '#platform/saved-views/queries.ts'
import { reassignQuestions } from '#reporting/figures/queries.ts'
import { reassignWarnings } from '#reporting/warnings/queries.ts'
import type { HandoverKind } from './contract.ts'
import type { HandoverTask } from './handoverTask.ts'
import { findSoleReviewerClaims } from './queries.ts'

/** The reason in the audit lines of a handover. */
export const HANDOVER = '离职交接'

const handoverReason: Changes = { reason: [null, HANDOVER] }

/** The note on claims and rows that are cancelled. */
const CANCELLED_NOTE = '离职时没有完成，已作废。'
const CANCELLED: Sentence = { sentence: CANCELLED_NOTE }

async function handOverQuestions({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const { person, ids, toId, recipient } = task
  if (recipient && !can(recipient, 'canReviewWorklog'))
    throw invalidField('choices', '数据疑问只能交给组长，或留给管理员答复。')
  const reassigned = await reassignQuestions(db, ids, { fromId: person.id, toId, by: actor.id, at: clock() })
  for (const { id, companyCode } of reassigned) {
    const changes: Changes = { ownerId: [person.id, toId], ...handoverReason }
    record({ action: 'hand-over', entity: 'figure-question', recordId: id, companyCode, changes })
  }
}

async function handOverWarnings({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const { person, ids, toId, recipient } = task
  if (recipient && !can(recipient, 'canWarningCustomer'))
    throw invalidField('choices', '预警只能交给能处理预警的人：管理员、财务或组长。')
  const between = { fromId: person.id, toId, by: actor.id, note: HANDOVER, at: clock() }
  for (const { id, companyCode } of await reassignWarnings(db, ids, between)) {
    const changes: Changes = { handlerId: [person.id, toId], ...handoverReason }
    record({ action: 'hand-over', entity: 'warning', recordId: id, companyCode, changes })
  }
}

async function handOverViews(
  { db, actor, clock }: Context,
  { ids, toId, recipient }: HandoverTask,
): Promise<void> {
  if (toId === null) {
    for (const id of ids) await deleteView(db, id)
    return
  }
  if (recipient?.parentId !== null || !can(recipient, 'canReviewWorklog'))
    throw invalidField('choices', '本组视图只能交给组长。')
  await moveTeamViews(db, ids, { headId: toId, by: actor.id, at: clock() })
}

/** Deletes unsubmitted logs, which only their author could submit. The audit log keeps day and status. */
async function discardWorklogs({ db, record }: Context, { person, ids, items }: HandoverTask): Promise<void> {
  for (const id of ids) {
    const log = items.find((item) => item.kind === 'worklog' && item.id === id)
    await deleteLog(db, id)
    const changes: Changes = { onDay: [log?.name, null], status: [log?.status, null], ...handoverReason }
    record({ action: 'discard', entity: 'worklog', recordId: id, companyCode: person.companyCode, changes })
  }
}

/** Rejects unsubmitted claims with a reason instead of deleting them: claim codes must not have gaps. */
async function rejectClaims({ db, actor, clock, record }: Context, task: HandoverTask): Promise<void> {
  const { person, ids, items } = task
  await lockClaims(db, ids)
  for (const id of ids) {
    const before = items.find((item) => item.kind === 'claim' && item.id === id)?.status
    const decided = { decidedAt: clock(), decidedBy: actor.id, ...updatedNow({ actor, clock }) }
    await updateClaim(db, id, { status: 'rejected', note: CANCELLED_NOTE, ...decided })
    const changes: Changes = { status: [before, 'rejected'], note: [null, CANCELLED_NOTE] }
    const of = { entity: 'reimbursement' as const, recordId: id, companyCode: person.companyCode }
    record({ ...of, action: 'reject', changes })
  }
}

/** Routes claims that no other person of the leaver's level could decide to the other level. */
async function rerouteDecisions(
  { db, actor, clock, record }: Context,
  { person, ids }: HandoverTask,
): Promise<void> {
  await lockClaims(db, ids)
  const soleReviewerClaims = await findSoleReviewerClaims(db, person.id)
  for (const claim of soleReviewerClaims.filter(({ id }) => ids.includes(id))) {
    const levels = reroute(claim)
    if (!levels) {
      throw new AppError('WRONG_STATE', '报销单 {code} 除了此人没有别人能审核，请先审核完，再办理离职。', {
        values: { code: claim.code },
      })
    }
    await updateClaim(db, claim.id, { levels, ...updatedNow({ actor, clock }) })
    const changes: Changes = { levels: [claim.levels, levels], ...handoverReason }
    const of = { entity: 'reimbursement' as const, recordId: claim.id, companyCode: claim.companyCode }
    record({ ...of, action: 'hand-over', changes })
  }
}

/** Ends stand-ins on the last day and notifies the people for whom the leaver stood in. */
async function endStandInsOfLeaver(
  { db, clock, record }: Context,
  { person, leftOn, ids }: HandoverTask,
): Promise<void> {
  const ended = await endStandIns(db, ids, leftOn)
  for (const { id, companyCode, toOn } of ended) {
    const until = leftOn < toOn ? leftOn : toOn
    record({
      action: 'remove',
      entity: 'stand-in',
      recordId: id,
      companyCode,
      changes: { toOn: [toOn, until] },
    })
  }
  await notify(
    db,
    ended
      .filter(({ standInId }) => standInId === person.id)
      .map(({ companyCode, staffId }) => ({
        companyCode,
        staffId,
        at: clock(),
        kind: 'claimSubmitted' as const,
        title: { sentence: '{name}离职，不再为您代审，需要时请另选一位', values: { name: person.name } },
        text: null,
        link: '/reimbursement-bill-management',
      })),
  )
}

/** The handover of each kind of duty. */
export const dutyHandlers = {
  question: handOverQuestions,
  warning: handOverWarnings,
  view: handOverViews,
  worklog: discardWorklogs,
  claim: rejectClaims,
  decision: rerouteDecisions,
  standIn: endStandInsOfLeaver,
  bulkEdit: ({ db }, { person, ids }) => abandonBulkEdits(db, person.id, ids, CANCELLED),
  recordImport: ({ db }, { person, ids }) => abandonImports(db, person.id, ids, CANCELLED),
} satisfies Partial<Record<HandoverKind, (context: Context, task: HandoverTask) => Promise<void>>>
