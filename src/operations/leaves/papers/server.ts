import { AppError } from '#kit/errors.ts'
import { assertWithinDay, prepareFile } from '#kit/files/prepareFile.ts'
import { serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { lockLeave } from '#operations/leaves/queries.ts'
import { leaveAttachments, leaveRules } from './contract.ts'
import * as papers from './queries.ts'
import { assertMayAttach, assertMayDetach, assertRoom } from './rules.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** Papers of leaves. The content of a file never changes; the audit line has its digest. */
export const leaveAttachmentsServer = serve(leaveAttachments, {
  add: async (context, { id }) => {
    const { db, actor, clock, record, upload } = context
    const row = await lockLeave(db, actor, 'canReportWorklog', id)
    assertMayAttach(actor, row)
    const file = prepareFile(upload)
    assertRoom((await papers.findAttachments(db, id)).length)
    const dayAgo = new Date(clock().getTime() - DAY_MS)
    assertWithinDay(file.bytes, await papers.uploadedSince(db, actor.id, dayAgo))
    await papers.insertAttachment(db, { ...file, leaveId: id, ...createdNow(context) })
    record({
      action: 'attach',
      entity: 'leave',
      recordId: id,
      companyCode: row.companyCode,
      changes: { attachment: [null, file.name], sha256: [null, file.digest.toString('hex')] },
    })
    const { digest: _digest, content: _content, ...savedFile } = file
    return savedFile
  },

  get: ({ db, actor }, { id }) => papers.getContent(db, actor, id),

  remove: async (context, { id }) => {
    const { db, actor, record } = context
    const { leaveId, name } = await papers.getOwner(db, actor, id)
    const row = await lockLeave(db, actor, 'canReportWorklog', leaveId)
    assertMayDetach(actor, row)
    await papers.deleteAttachment(db, id)
    const changes = { attachment: [name, null] as [unknown, unknown] }
    record({ action: 'detach', entity: 'leave', recordId: leaveId, companyCode: row.companyCode, changes })
    return { id }
  },
})

export const leaveRulesServer = serve(leaveRules, {
  get: ({ db, actor }) => papers.findRule(db, actor.companyCode),

  set: async ({ db, actor, clock, record }, { unpaid, version }) => {
    const { companyCode } = actor
    const before = await papers.findRule(db, companyCode)
    const kinds = [...new Set(unpaid)].sort()
    const after = await papers.putRule(
      db,
      { companyCode, unpaid: kinds, ...updatedNow({ actor, clock }) },
      version,
    )
    if (!after) throw new AppError('STALE', '不计薪的请假刚被别人修改过，请刷新后再改。')
    const changes = { unpaid: [before.unpaid, after.unpaid] as [unknown, unknown] }
    record({ action: 'update', entity: 'leave-rule', recordId: companyCode, changes })
    return after
  },
})
