import * as z from 'zod'
import { Day, endpoint, Id, Version } from '#kit/contract.ts'
import { optionalLine } from '#kit/fields.ts'
import { Staff } from '#people/staff/contract.ts'

/** What a person can have that somebody else has to go on with. */
export const HandoverKind = z.enum([
  'assignment',
  'nick',
  'nickClaim',
  'customer',
  'store',
  'member',
  'followUp',
  'churnRecord',
  'question',
  'warning',
  'view',
  'worklog',
  'claim',
  'decision',
  'standIn',
  'import',
  'bulkEdit',
  'recordImport',
])

export type HandoverKind = z.output<typeof HandoverKind>

/** One thing to hand over; what it does not have is null. */
export const HandoverItem = z.object({
  kind: HandoverKind,
  id: z.int(),
  /** The store, the customer, the member, the file, the number of a document. */
  name: z.string(),
  /** The record whose page tells more. */
  recordId: z.int(),
  nick: z.string().nullable(),
  shift: z.string().nullable(),
  duty: z.string().nullable(),
  /** Since when, or by when it is due. */
  day: z.string().nullable(),
  until: z.string().nullable(),
  text: z.string().nullable(),
  /** Where a document stands, the kind of a warning, who stands in for whom. */
  status: z.string().nullable(),
})

export type HandoverItem = z.output<typeof HandoverItem>

/** Who goes on with all of a kind, or with the ones named; null ends it. Of two that name the same the later holds. */
export const HandoverChoice = z.strictObject({
  kind: HandoverKind,
  ids: z.array(Id).max(1000).optional(),
  toId: Id.nullable(),
})

export type HandoverChoice = z.output<typeof HandoverChoice>

export const handovers = {
  get: endpoint('GET /api/staff/:id/handover', {
    needs: 'canManageUser',
    summary:
      '离职前要交接或了结的：分配、昵称、昵称认领、客户、店铺、组员、跟进、挽留、疑问、预警、视图、日志、报销单、代审、未完成的导入和批量修改',
    input: z.strictObject({ id: Id, leftOn: Day.optional() }),
    output: z.object({ items: z.array(HandoverItem) }),
  }),
  leave: endpoint('POST /api/staff/:id/leave', {
    needs: 'canManageUser',
    summary: '办理离职：逐项交接，随即结束登录和权限；有没交接的就拒绝，并列出',
    input: z.strictObject({
      ...{ id: Id, version: Version },
      leftOn: Day.meta({ title: '离职日期' }),
      reason: optionalLine('原因', 200).optional(),
      choices: z.array(HandoverChoice).max(200).meta({ title: '交接' }),
    }),
    output: Staff,
  }),
}
