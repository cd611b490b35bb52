import * as z from 'zod'
import { endpoint, Id, page, paged, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

const Text = line('备注内容', 1000)

/** The mentioned colleagues, whose names appear in the text as @姓名. */
const MentionIds = z.array(Id).max(10).meta({ title: '提到的同事' })

/** A complaint by the merchant. It counts towards the early churn score. */
const Complaint = z.boolean().meta({ title: '投诉' })

export const CustomerNote = z.object({
  id: z.int(),
  text: z.string(),
  complaint: z.boolean(),
  mentions: z.array(z.object({ id: z.int(), name: z.string() })),
  createdBy: z.int(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type CustomerNote = z.output<typeof CustomerNote>

/** A note that mentions the caller. */
export const Mention = z.object({
  id: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  text: z.string(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
})

export type Mention = z.output<typeof Mention>

export const customerNotes = {
  list: endpoint('GET /api/customers/:id/notes', {
    needs: 'canReadCustomer',
    summary: '客户的备注，最新的在前',
    input: page({ id: Id }, ['id']),
    output: paged(CustomerNote),
  }),
  add: endpoint('POST /api/customers/:id/notes', {
    needs: 'canReadCustomer',
    summary: '写一条备注，可以提到能看到这位客户的同事',
    input: z.strictObject({
      id: Id,
      text: Text,
      mentionIds: MentionIds.default([]),
      complaint: Complaint.default(false),
    }),
    output: CustomerNote,
  }),
  edit: endpoint('PATCH /api/customer-notes/:id', {
    needs: 'canReadCustomer',
    summary: '修改自己写的备注',
    input: z.strictObject({
      id: Id,
      version: Version,
      text: Text,
      mentionIds: MentionIds,
      complaint: Complaint.optional(),
    }),
    output: CustomerNote,
  }),
  mentions: endpoint('GET /api/customer-mentions', {
    needs: 'canReadCustomer',
    summary: '提到本人的备注，最新的在前',
    input: page({ unread: z.enum(['true']).optional() }, ['id']),
    output: paged(Mention),
  }),
  read: endpoint('POST /api/customer-mentions/:id/read', {
    needs: 'canReadCustomer',
    summary: '把一条提到本人的备注标为已读',
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.int() }),
    audited: false,
  }),
}
