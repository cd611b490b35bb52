import * as z from 'zod'
import { endpoint, Id } from '#kit/contract.ts'
import { FileContent, FileId, StoredFile } from '#kit/files/storedFile.ts'

/** Maximum number and total size of a claim's files. */
export const MAX_ATTACHMENTS = 40
export const MAX_CLAIM_BYTES = 80 * 1024 * 1024

export const attachments = {
  add: endpoint('POST /api/reimbursement-bills/:id/attachments', {
    needs: 'canReportReimbursementBill',
    summary: '为草稿或被退回的报销单上传一个附件：jpg、png、pdf，不超过 10 MB，按内容识别',
    takes: 'file',
    input: z.strictObject({ id: Id }),
    output: StoredFile,
  }),
  get: endpoint('GET /api/attachments/:id', {
    needs: 'canReportReimbursementBill',
    summary: '一个附件的内容',
    gives: 'file',
    input: z.strictObject({ id: FileId }),
    output: FileContent,
  }),
  remove: endpoint('DELETE /api/attachments/:id', {
    needs: 'canReportReimbursementBill',
    summary: '从草稿或被退回的报销单删去一个附件',
    input: z.strictObject({ id: FileId }),
    output: z.object({ id: z.string() }),
  }),
}
