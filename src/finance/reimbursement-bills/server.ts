import { today } from '#kit/calendar.ts'
import { decrypt } from '#kit/encryption.ts'
import { AppError } from '#kit/errors.ts'
import { assertWithinDay, prepareFile } from '#kit/files/prepareFile.ts'
import { assertReason, revealResult } from '#kit/reveal.ts'
import { type Context, serve } from '#kit/serve.ts'
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
import { type ClaimStatus, claims } from './contract.ts'
import { attachments, MAX_ATTACHMENTS, MAX_CLAIM_BYTES } from './contractAttachments.ts'
import { claimBatches } from './contractBatch.ts'
import { createClaim, editClaim } from './edit.ts'
import { approveMany, createBankFile, dropFile, pay, payMany } from './payout.ts'
import { findClaims, findSealedCards, getClaim, lockClaim } from './queries.ts'
import { findReviewer } from './reviewQueries.ts'
import { assertApplicant, assertStep } from './rules.ts'
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
  assertStep(row.status as ClaimStatus, 'edit')
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
    await insertAttachment(db, { ...file, billId: id, createdAt: clock(), createdBy: actor.id })
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
