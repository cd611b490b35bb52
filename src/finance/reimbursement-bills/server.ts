import { today } from '#kit/calendar.ts'
import { decrypt } from '#kit/encryption.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { assertWithinDay, prepareFile } from '#kit/files/prepareFile.ts'
import { assertReason, revealResult } from '#kit/reveal.ts'
import { type Context, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { assertMayReveal } from '#platform/reveals/queries.ts'
import {
  deleteAttachment,
  getContent,
  getOwner,
  insertAttachment,
  sizeOf,
  uploadedSince,
} from './attachmentQueries.ts'
import { approvalConsequences, dropFileConsequences, paymentConsequences } from './consequences.ts'
import { claims } from './contract.ts'
import { attachments, MAX_ATTACHMENTS, MAX_CLAIM_BYTES } from './contractAttachments.ts'
import { claimBatches } from './contractBatch.ts'
import { claimRules, standIns } from './contractSettings.ts'
import { createClaim, editClaim } from './edit.ts'
import { approveMany, createBankFile, dropFile, pay, payMany } from './payout.ts'
import { findClaims, findSealedCards, getClaim, lockClaim } from './queries.ts'
import * as queries from './reviewQueries.ts'
import { findReviewer } from './reviewQueries.ts'
import { assertApplicant, assertStandIn, assertStep } from './rules.ts'
import { approve, cardOwner, reject, returnClaim, submit, withdraw } from './steps.ts'
import { readPage, toClaim } from './toClaim.ts'

export const claimsServer = serve(claims, {
  list: async ({ db, actor, clock }, query) => {
    assertCompanyFilter(actor, query.companyCode)
    const on = today(clock)
    const reviewer = await findReviewer(db, actor, on)
    const found = await findClaims(db, actor, on, query)
    return { ...found, items: found.items.map((row) => toClaim(row, reviewer)) }
  },
  get: (context, { id }) => readPage(context, id),
  create: createClaim,
  update: editClaim,
  submit,
  withdraw,
  return: returnClaim,
  approve,
  reject,
  pay,

  reveal: async ({ db, actor, clock, record, keyFor }, { id, field, reason }) => {
    const row = await getClaim(db, actor, id)
    assertReason(false, reason)
    await assertMayReveal(db, actor, clock())
    const sealed = (await findSealedCards(db, [id])).get(id)
    const value = sealed ? decrypt(keyFor('payee-card'), sealed, cardOwner(id)).toString() : null
    const of = { entity: 'reimbursement' as const, recordId: id, companyCode: row.companyCode }
    const { answer, line } = revealResult({ ...of, field, reason, value })
    record(line)
    return answer
  },
})

export const claimBatchesServer = serve(claimBatches, {
  approveMany,
  payMany,
  bankFile: createBankFile,
  dropFile,
  approveConsequences: approvalConsequences,
  payConsequences: paymentConsequences,
  dropConsequences: dropFileConsequences,
})

const DAY_MS = 24 * 60 * 60 * 1_000

/** Locks and returns the actor's own claim, whose files may still change. */
async function lockEditableClaim({ db, actor }: Context, id: number) {
  const row = await lockClaim(db, actor, id)
  assertApplicant(actor, row)
  assertStep(row.status, 'edit')
  return row
}

export const attachmentsServer = serve(attachments, {
  add: async (context, { id }) => {
    const { db, actor, clock, record, upload } = context
    const row = await lockEditableClaim(context, id)
    const file = prepareFile(upload)
    assertRoom(file.bytes, await sizeOf(db, id))
    const dayAgo = new Date(clock().getTime() - DAY_MS)
    assertWithinDay(file.bytes, await uploadedSince(db, actor.id, dayAgo))
    await insertAttachment(db, { ...file, billId: id, ...createdNow(context) })
    record({
      action: 'attach',
      entity: 'reimbursement',
      recordId: id,
      companyCode: row.companyCode,
      changes: { attachment: [null, file.name], sha256: [null, file.digest.toString('hex')] },
    })
    const { digest: _digest, content: _content, ...savedFile } = file
    return savedFile
  },

  get: ({ db, actor }, { id }) => getContent(db, actor, id),

  remove: async (context, { id }) => {
    const { db, actor, record } = context
    const { billId, name } = await getOwner(db, actor, id)
    const { companyCode } = await lockEditableClaim(context, billId)
    await deleteAttachment(db, id)
    const changes = { attachment: [name, null] as [unknown, unknown] }
    record({ action: 'detach', entity: 'reimbursement', recordId: billId, companyCode, changes })
    return { id }
  },
})

/** Throws TOO_LARGE if another file of this size would exceed the limits of the claim. */
function assertRoom(bytes: number, of: { count: number; bytes: number }): void {
  if (of.count >= MAX_ATTACHMENTS)
    throw new AppError('TOO_LARGE', '一张报销单最多 {n} 个附件，请先删去不需要的。', {
      values: { n: MAX_ATTACHMENTS },
    })
  if (of.bytes + bytes > MAX_CLAIM_BYTES)
    throw new AppError('TOO_LARGE', '这张报销单的附件合计超过 80 MB，请压缩，或分成两张报销单。')
}

export const claimRulesServer = serve(claimRules, {
  get: ({ db, actor }) => queries.findRule(db, actor.companyCode),

  set: async ({ db, actor, clock, record }, { version, ...amounts }) => {
    const { companyCode } = actor
    const before = await queries.findRule(db, companyCode)
    const stamp = updatedNow({ actor, clock })
    const after = await queries.putRule(db, { companyCode, ...amounts, ...stamp }, version)
    if (!after) throw new AppError('STALE', '审批金额刚被别人修改过，请刷新后再改。')
    record({
      action: 'update',
      entity: 'reimbursement-rule',
      recordId: companyCode,
      changes: {
        adminFromCents: [before.adminFromCents, after.adminFromCents],
        itemLimitCents: [before.itemLimitCents, after.itemLimitCents],
      },
    })
    return after
  },
})

export const standInsServer = serve(standIns, {
  list: async ({ db, actor, clock }) => {
    const rows = await queries.findStandIns(db, actor.id, today(clock))
    return { items: rows.map((row) => ({ ...row, mine: row.staffId === actor.id })) }
  },

  options: ({ db, actor }) => queries.findReviewers(db, actor.companyCode, actor.id),

  create: async ({ db, actor, clock, record }, input) => {
    assertStandIn(input, today(clock))
    const people = await queries.findReviewers(db, actor.companyCode, actor.id)
    if (!people.some(({ id }) => id === input.standInId))
      throw invalidField('standInId', '请选择本公司在职的管理员或财务。')
    const { companyCode } = actor
    const stamp = createdNow({ actor, clock })
    const row = await queries.insertStandIn(db, { ...input, companyCode, staffId: actor.id, ...stamp })
    const { standInName, fromOn, toOn } = row
    const changes = { standIn: [null, standInName], fromOn: [null, fromOn], toOn: [null, toOn] }
    record({ action: 'create', entity: 'stand-in', recordId: row.id, changes: changes as never })
    return { ...row, mine: true }
  },

  remove: async ({ db, actor, record }, { id }) => {
    const gone = await queries.deleteStandIn(db, actor.id, id)
    record({ action: 'remove', entity: 'stand-in', recordId: id, changes: { toOn: [gone.toOn, null] } })
    return { id }
  },
})
