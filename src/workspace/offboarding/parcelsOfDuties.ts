import { can } from '#access/can.ts'
import { endStandIns, lockClaims, updateClaim } from '#finance/reimbursement-bills/queries.ts'
import { reroute } from '#finance/reimbursement-bills/rules.ts'
import type { Changes } from '#kit/audit.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import type { Context } from '#kit/serve.ts'
import { deleteLog } from '#operations/worklogs/queries.ts'
import { abandonBulkEdits } from '#platform/bulk-edits/queries.ts'
import { notify } from '#platform/notices/queries.ts'
import { abandonImports } from '#platform/record-imports/queries.ts'
import { deleteView, giveTeamViews } from '#platform/saved-views/queries.ts'
import { giveQuestions } from '#reporting/figures/queries.ts'
import { giveWarnings } from '#reporting/warnings/queries.ts'
import type { HandoverKind } from './contract.ts'
import type { Passing } from './passing.ts'
import { findLonelyClaims } from './queriesOfDuties.ts'

/** The reason in the audit lines of a handover. */
export const HANDOVER = '离职交接'

const why: Changes = { reason: [null, HANDOVER] }

/** The note on claims and rows that are cancelled. */
const GONE = '离职时没有完成，已作废。'

async function questions({ db, actor, clock, record }: Context, passing: Passing): Promise<void> {
  const { person, ids, toId, recipient } = passing
  if (recipient && !can(recipient, 'canReviewWorklog'))
    throw invalidField('choices', '数据疑问只能交给组长，或留给管理员答复。')
  const given = await giveQuestions(db, ids, { fromId: person.id, toId, by: actor.id, at: clock() })
  for (const { id, companyCode } of given) {
    const changes: Changes = { ownerId: [person.id, toId], ...why }
    record({ action: 'hand-over', entity: 'figure-question', recordId: id, companyCode, changes })
  }
}

async function warnings({ db, actor, clock, record }: Context, passing: Passing): Promise<void> {
  const { person, ids, toId, recipient } = passing
  if (recipient && !can(recipient, 'canWarningCustomer'))
    throw invalidField('choices', '预警只能交给能处理预警的人：管理员、财务或组长。')
  const between = { fromId: person.id, toId, by: actor.id, note: HANDOVER, at: clock() }
  for (const { id, companyCode } of await giveWarnings(db, ids, between)) {
    const changes: Changes = { handlerId: [person.id, toId], ...why }
    record({ action: 'hand-over', entity: 'warning', recordId: id, companyCode, changes })
  }
}

async function views({ db, actor, clock }: Context, { ids, toId, recipient }: Passing): Promise<void> {
  if (toId === null) {
    for (const id of ids) await deleteView(db, id)
    return
  }
  if (recipient?.parentId !== null || !can(recipient, 'canReviewWorklog'))
    throw invalidField('choices', '本组视图只能交给组长。')
  await giveTeamViews(db, ids, { headId: toId, by: actor.id, at: clock() })
}

/** Deletes unsubmitted logs, which only their author could submit. The audit log keeps day and status. */
async function worklogs({ db, record }: Context, { person, ids, items }: Passing): Promise<void> {
  for (const id of ids) {
    const log = items.find((item) => item.kind === 'worklog' && item.id === id)
    await deleteLog(db, id)
    const changes: Changes = { onDay: [log?.name, null], status: [log?.status, null], ...why }
    record({ action: 'discard', entity: 'worklog', recordId: id, companyCode: person.companyCode, changes })
  }
}

/** Rejects unsubmitted claims with a reason instead of deleting them: claim codes must not have gaps. */
async function claims({ db, actor, clock, record }: Context, passing: Passing): Promise<void> {
  const { person, ids, items } = passing
  await lockClaims(db, ids)
  for (const id of ids) {
    const before = items.find((item) => item.kind === 'claim' && item.id === id)?.status
    const decided = { decidedAt: clock(), decidedBy: actor.id, updatedAt: clock(), updatedBy: actor.id }
    await updateClaim(db, id, { status: 'rejected', note: GONE, ...decided })
    const changes: Changes = { status: [before, 'rejected'], note: [null, GONE] }
    const of = { entity: 'reimbursement' as const, recordId: id, companyCode: person.companyCode }
    record({ ...of, action: 'reject', changes })
  }
}

/** Routes claims that no other person of the leaver's level could decide to the other level. */
async function decisions({ db, actor, clock, record }: Context, { person, ids }: Passing): Promise<void> {
  await lockClaims(db, ids)
  const lonely = await findLonelyClaims(db, person.id)
  for (const claim of lonely.filter(({ id }) => ids.includes(id))) {
    const levels = reroute(claim)
    if (!levels) {
      throw new AppError('WRONG_STATE', '报销单 {code} 除了此人没有别人能审核，请先审核完，再办理离职。', {
        params: { code: claim.code },
      })
    }
    await updateClaim(db, claim.id, { levels, updatedAt: clock(), updatedBy: actor.id })
    const changes: Changes = { levels: [claim.levels, levels], ...why }
    const of = { entity: 'reimbursement' as const, recordId: claim.id, companyCode: claim.companyCode }
    record({ ...of, action: 'hand-over', changes })
  }
}

/** Ends stand-ins on the last day and notifies the people for whom the leaver stood in. */
async function standIns({ db, clock, record }: Context, { person, leftOn, ids }: Passing): Promise<void> {
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
        ...{ companyCode, staffId, at: clock(), kind: 'claimSubmitted' as const },
        title: { sentence: '{name}离职，不再为您代审，需要时请另选一位', values: { name: person.name } },
        text: null,
        link: '/reimbursement-bill-management',
      })),
  )
}

/** The handover of each kind of duty. */
export const duties = {
  question: questions,
  warning: warnings,
  view: views,
  worklog: worklogs,
  claim: claims,
  decision: decisions,
  standIn: standIns,
  bulkEdit: ({ db }, { person, ids }) => abandonBulkEdits(db, person.id, ids, GONE),
  recordImport: ({ db }, { person, ids }) => abandonImports(db, person.id, ids, GONE),
} satisfies Partial<Record<HandoverKind, (context: Context, passing: Passing) => Promise<void>>>
