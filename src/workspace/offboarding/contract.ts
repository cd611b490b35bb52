import * as z from 'zod'
import { Day, endpoint, Id, Version } from '#kit/contract.ts'
import { optionalLine } from '#kit/fields.ts'
import { Staff } from '#people/staff/contract.ts'

/** The kinds of items that must be handed over or ended before a person leaves. */
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

/** An item to hand over; fields that do not apply are null. */
export const HandoverItem = z.object({
  kind: HandoverKind,
  id: z.int(),
  /** The name of the store, customer, member or file, or the code of a document. */
  name: z.string(),
  /** The id of the record that the item links to. */
  recordId: z.int(),
  nick: z.string().nullable(),
  shift: z.string().nullable(),
  duty: z.string().nullable(),
  /** The first day, or the due day. */
  day: z.string().nullable(),
  until: z.string().nullable(),
  text: z.string().nullable(),
  /** The status of a document, the kind of a warning, or the role in a stand-in. */
  status: z.string().nullable(),
})

export type HandoverItem = z.output<typeof HandoverItem>

/**
 * The successor for all items of a kind, or for the given ones; null ends them. If an item is in several choices, the
 * last one applies.
 */
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
      id: Id,
      version: Version,
      leftOn: Day.meta({ title: '离职日期' }),
      reason: optionalLine('原因', 200).optional(),
      choices: z.array(HandoverChoice).max(200).meta({ title: '交接' }),
    }),
    output: Staff,
  }),
}
