import { today } from '#kit/calendar.ts'
import { assertWithinDay, takeFile } from '#kit/files/takeFile.ts'
import { assertReason, revealed } from '#kit/reveal.ts'
import { unseal } from '#kit/seal.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { assertMayReveal } from '#platform/reveals/queries.ts'
import { assertRoom } from './attachmentRoom.ts'
import { ofApproval, ofDrop, ofPayment } from './consequences.ts'
import type { ClaimStatus } from './contract.ts'
import { claims } from './contract.ts'
import { attachments } from './contractAttachments.ts'
import { claimBatches } from './contractBatch.ts'
import { createClaim, updateClaimOf } from './edit.ts'
import { approveMany, dropFile, fileForBank, pay, payMany } from './payout.ts'
import { presentClaim, readPage } from './present.ts'
import { findClaims, getClaim, lockClaim } from './queries.ts'
import {
  deleteAttachment,
  getContent,
  getOwner,
  insertAttachment,
  sizeOf,
  uploadedSince,
} from './queriesOfAttachments.ts'
import { findSealedCards } from './queriesOfPayouts.ts'
import { findReviewer } from './queriesOfReview.ts'
import { assertOwn, assertStep } from './rules.ts'
import { approve, cardOwner, giveBack, reject, submit, withdraw } from './steps.ts'

export const claimsServer = serve(claims, {
  list: async ({ db, actor, clock }, query) => {
    assertCompanyFilter(actor, query.companyCode)
    const on = today(clock)
    const reviewer = await findReviewer(db, actor, on)
    const found = await findClaims(db, actor, on, query)
    return { ...found, items: found.items.map((row) => presentClaim(row, reviewer)) }
  },
  get: (context, { id }) => readPage(context, id),
  create: createClaim,
  update: updateClaimOf,
  submit,
  withdraw,
  return: giveBack,
  approve,
  reject,
  pay,

  reveal: async ({ db, actor, clock, record, keyFor }, { id, field, reason }) => {
    const row = await getClaim(db, actor, id)
    assertReason(false, reason)
    await assertMayReveal(db, actor, clock())
    const sealed = (await findSealedCards(db, [id])).get(id)
    const value = sealed ? unseal(keyFor('payee-card'), sealed, cardOwner(id)).toString() : null
    const of = { entity: 'reimbursement' as const, recordId: id, companyCode: row.companyCode }
    const { answer, line } = revealed({ ...of, field, reason, value })
    record(line)
    return answer
  },
})

export const claimBatchesServer = serve(claimBatches, {
  ...{ approveMany, payMany, bankFile: fileForBank, dropFile },
  ...{ approveConsequences: ofApproval, payConsequences: ofPayment, dropConsequences: ofDrop },
})

const DAY_MS = 24 * 60 * 60 * 1_000

/** Locks and returns the actor's own claim, whose files may still change. */
async function holdOpen({ db, actor }: Context, id: number) {
  const row = await lockClaim(db, actor, id)
  assertOwn(actor, row)
  assertStep(row.status as ClaimStatus, 'edit')
  return row
}

export const attachmentsServer = serve(attachments, {
  add: async (context, { id }) => {
    const { db, actor, clock, record, upload } = context
    const row = await holdOpen(context, id)
    const file = takeFile(upload)
    assertRoom(file.bytes, await sizeOf(db, id))
    const dayAgo = new Date(clock().getTime() - DAY_MS)
    assertWithinDay(file.bytes, await uploadedSince(db, actor.id, dayAgo))
    await insertAttachment(db, { ...file, billId: id, createdAt: clock(), createdBy: actor.id })
    record({
      ...{ action: 'attach', entity: 'reimbursement', recordId: id, companyCode: row.companyCode },
      changes: { attachment: [null, file.name], sha256: [null, file.digest.toString('hex')] },
    })
    const { digest: _digest, content: _content, ...kept } = file
    return kept
  },

  get: ({ db, actor }, { id }) => getContent(db, actor, id),

  remove: async (context, { id }) => {
    const { db, actor, record } = context
    const { billId, name } = await getOwner(db, actor, id)
    const { companyCode } = await holdOpen(context, billId)
    await deleteAttachment(db, id)
    const changes = { attachment: [name, null] as [unknown, unknown] }
    record({ action: 'detach', entity: 'reimbursement', recordId: billId, companyCode, changes })
    return { id }
  },
})
