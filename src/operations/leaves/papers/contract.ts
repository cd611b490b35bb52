import * as z from 'zod'
import { endpoint, Id, Version } from '#kit/contract.ts'
import { FileContent, FileId, StoredFile } from '#kit/files/storedFile.ts'
import { LeaveKind } from '#operations/leaves/contract.ts'

/** Maximum number of files of a leave. */
export const MAX_LEAVE_FILES = 6

/** The papers of a leave, such as certificates. Who reads the leave reads them; nobody else does. */
export const leaveAttachments = {
  add: endpoint('POST /api/leaves/:id/attachments', {
    needs: 'canReportWorklog',
    summary: '为自己的（或自己登记的）请假上传证明：jpg、png、pdf，不超过 10 MB，按内容识别',
    takes: 'file',
    input: z.strictObject({ id: Id }),
    output: StoredFile,
  }),
  get: endpoint('GET /api/leave-attachments/:id', {
    needs: 'canReportWorklog',
    summary: '请假证明的内容；只有本人和审批的人能看',
    gives: 'file',
    input: z.strictObject({ id: FileId }),
    output: FileContent,
  }),
  remove: endpoint('DELETE /api/leave-attachments/:id', {
    needs: 'canReportWorklog',
    summary: '从还没有审批的请假删去一个证明',
    input: z.strictObject({ id: FileId }),
    output: z.object({ id: z.string() }),
  }),
}

/** The kinds of leave that a company does not pay. Version 0: the default, never saved. */
export const LeaveRule = z.object({ unpaid: z.array(LeaveKind), version: z.int() })
export type LeaveRule = z.output<typeof LeaveRule>

export const leaveRules = {
  get: endpoint('GET /api/leave-rules', {
    needs: 'canReportWorklog',
    summary: '本公司哪些请假不计薪',
    input: z.strictObject({}),
    output: LeaveRule,
  }),
  set: endpoint('PATCH /api/leave-rules', {
    needs: 'canAdmin',
    summary: '修改本公司哪些请假不计薪；没有结账的月份随之重算，已结账的月份不变',
    input: z.strictObject({
      unpaid: z.array(LeaveKind).max(LeaveKind.options.length).meta({ title: '不计薪的请假' }),
      version: Version.or(z.literal(0)),
    }),
    output: LeaveRule,
  }),
}
