import * as z from 'zod'
import { endpoint, Id } from '#kit/contract.ts'

/** 128 random bits. */
export const AttachmentId = z.string().regex(/^[0-9a-f]{32}$/)

export const AttachmentType = z.enum(['image/jpeg', 'image/png', 'application/pdf'])

export type AttachmentType = z.output<typeof AttachmentType>

/** A photo or a paper of a claim. */
export const Attachment = z.object({
  id: z.string(),
  name: z.string(),
  type: AttachmentType,
  bytes: z.int(),
})

export type Attachment = z.output<typeof Attachment>

export const MAX_ATTACHMENT_BYTES = 10 * 1024 * 1024

/** So many may one claim have, and so large may they be together. */
export const MAX_ATTACHMENTS = 40
export const MAX_CLAIM_BYTES = 80 * 1024 * 1024

/** A photo of more pixels would fill the memory of whoever looks at it; a phone's whole sensor has half of that. */
export const MAX_PIXELS = 100_000_000

/** So many files, and so large together, may a person upload within 24 hours. */
export const MAX_DAY_FILES = 300
export const MAX_DAY_BYTES = 600 * 1024 * 1024

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

export const attachments = {
  add: endpoint('POST /api/reimbursement-bills/:id/attachments', {
    needs: 'canReportReimbursementBill',
    summary: '为草稿或被退回的报销单上传一个附件：jpg、png、pdf，不超过 10 MB，按内容识别',
    takes: 'file',
    input: z.strictObject({ id: Id }),
    output: Attachment,
  }),
  get: endpoint('GET /api/attachments/:id', {
    needs: 'canReportReimbursementBill',
    summary: '一个附件的内容',
    gives: 'file',
    input: z.strictObject({ id: AttachmentId }),
    output: z.object({ name: z.string(), type: AttachmentType, bytes: Bytes }),
  }),
  remove: endpoint('DELETE /api/attachments/:id', {
    needs: 'canReportReimbursementBill',
    summary: '从草稿或被退回的报销单删去一个附件',
    input: z.strictObject({ id: AttachmentId }),
    output: z.object({ id: z.string() }),
  }),
}
