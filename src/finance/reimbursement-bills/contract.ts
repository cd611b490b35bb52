import * as z from 'zod'
import { Cents, Day, endpoint, Id, Keyword, many, page, paged, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'
import { StoredFile } from '#kit/files/storedFile.ts'
import { reveal } from '#kit/reveal.ts'
import { Item, ItemCategory, ItemInput, MAX_ITEMS } from './contractItems.ts'

export const ClaimStatus = z
  .enum(['draft', 'submitted', 'approved', 'returned', 'rejected', 'paid'])
  .meta({ title: '状态' })
/** Approval levels of a claim. */
export const Level = z.enum(['finance', 'admin'])

export type ClaimStatus = z.output<typeof ClaimStatus>
export type Level = z.output<typeof Level>

const Month = z
  .string()
  .regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '请选择月份')
  .meta({ title: '归属月份' })

export const Claim = z.object({
  id: z.int(),
  companyCode: z.string(),
  code: z.string(),
  staffId: z.int(),
  staffName: z.string(),
  month: z.string(),
  title: z.string(),
  remark: z.string().nullable(),
  status: ClaimStatus,
  totalCents: z.int(),
  approvedCents: z.int().nullable(),
  itemCount: z.int(),
  attachmentCount: z.int(),
  /** Levels still to approve, in order. */
  levels: z.array(Level),
  note: z.string().nullable(),
  submittedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  decidedByName: z.string().nullable(),
  paidOn: z.string().nullable(),
  paidByName: z.string().nullable(),
  voucherNo: z.string().nullable(),
  paidByApprover: z.boolean(),
  /** The payment file that contains the claim; null if there is none. */
  payout: z.object({ id: z.int(), code: z.string(), byName: z.string(), at: z.iso.datetime() }).nullable(),
  payeeName: z.string().nullable(),
  payeeBank: z.string().nullable(),
  /** Masked card number. */
  payeeCard: z.string().nullable(),
  /** Whether the actor is the applicant, and which actions the actor may take. */
  mine: z.boolean(),
  mayDecide: z.boolean(),
  mayPay: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  version: z.int(),
})

export type Claim = z.output<typeof Claim>

const Decision = z.object({
  id: z.int(),
  round: z.int(),
  level: Level,
  verdict: z.enum(['approved', 'returned', 'rejected']),
  byName: z.string(),
  /** The absent reviewer, if a stand-in decided. */
  forName: z.string().nullable(),
  approvedCents: z.int().nullable(),
  note: z.string().nullable(),
  at: z.iso.datetime(),
})

export type Decision = z.output<typeof Decision>

export const ClaimPage = Claim.extend({
  /** Whether the claim's month is closed; an unapproved claim must then move to a later month. */
  monthClosed: z.boolean(),
  items: z.array(Item),
  /** Files without an item. */
  attachments: z.array(StoredFile),
  decisions: z.array(Decision),
})

export type ClaimPage = z.output<typeof ClaimPage>

/** Number and total of claims, by status. */
const Sum = z.object({ count: z.int(), cents: z.int() })

const fields = {
  month: Month,
  title: line('事由', 60),
  remark: optionalLine('备注', 500),
  items: z.array(ItemInput).max(MAX_ITEMS).meta({ title: '明细' }),
}

const step = { id: Id, version: Version }
/** Id and version of a claim. */
export const Step = z.strictObject(step)
const Reason = line('原因', 500).min(2)
/** Input of a payment. */
export const payment = { paidOn: Day.meta({ title: '打款日期' }), voucherNo: line('凭证号', 64) }

const claim = 'canReportReimbursementBill'
const review = 'canReviewReimbursementBill'
const path = '/api/reimbursement-bills'

export const claims = {
  list: endpoint(`GET ${path}`, {
    needs: claim,
    summary: '报销单：本人的，或本公司的（管理员、财务）',
    input: page(
      {
        keyword: Keyword,
        /** `toDecide` and `toPay`: claims on which the actor may act. */
        status: many(z.enum([...ClaimStatus.options, 'toDecide', 'toPay'])),
        staffId: many(Id),
        category: many(ItemCategory),
        month: Month.optional(),
        from: Day.optional().meta({ title: '提交日期' }),
        to: Day.optional().meta({ title: '提交日期' }),
        mine: z.enum(['true']).optional(),
        companyCode: many(z.string().regex(/^\d{3}$/)),
      },
      ['id', 'code', 'totalCents', 'submittedAt', 'month'],
    ),
    output: paged(Claim).extend({ sums: z.record(z.string(), Sum) }),
  }),
  get: endpoint(`GET ${path}/:id`, {
    needs: claim,
    summary: '一张报销单：明细、附件、重复提示和审核经过',
    input: z.strictObject({ id: Id }),
    output: ClaimPage,
  }),
  create: endpoint(`POST ${path}`, {
    needs: claim,
    budget: 'draft',
    summary: '新建一张草稿，单号随即给出；本人有没写过的草稿时接着用那一张',
    input: z.strictObject({
      ...fields,
      remark: fields.remark.optional(),
      items: fields.items.optional(),
    }),
    output: ClaimPage,
  }),
  update: endpoint(`PATCH ${path}/:id`, {
    needs: claim,
    budget: 'draft',
    summary: '修改本人的草稿或被退回的报销单；items 是全部明细',
    input: z.strictObject({ ...step, ...z.object(fields).partial().shape }),
    output: ClaimPage,
  }),
  submit: endpoint(`POST ${path}/:id/submit`, {
    needs: claim,
    summary: '提交；收款信息以此刻的员工资料为准',
    input: Step,
    output: ClaimPage,
  }),
  withdraw: endpoint(`POST ${path}/:id/withdraw`, {
    needs: claim,
    summary: '在全部审核通过之前撤回为草稿；再提交时从第一级重新审核',
    input: Step,
    output: ClaimPage,
  }),
  return: endpoint(`POST ${path}/:id/return`, {
    needs: review,
    summary: '退回，由本人修改后重新提交',
    input: z.strictObject({ ...step, note: Reason }),
    output: ClaimPage,
  }),
  approve: endpoint(`POST ${path}/:id/approve`, {
    needs: review,
    summary: '通过；可以逐笔核减',
    input: z.strictObject({
      ...step,
      /** Items with a reduced amount; all others are approved in full. */
      items: z
        .array(z.strictObject({ id: Id, approvedCents: Cents.min(0).meta({ title: '核准金额' }) }))
        .max(MAX_ITEMS)
        .optional(),
      note: optionalLine('说明', 500).optional(),
    }),
    output: ClaimPage,
  }),
  reject: endpoint(`POST ${path}/:id/reject`, {
    needs: review,
    summary: '驳回，不能再提交',
    input: z.strictObject({ ...step, note: Reason }),
    output: ClaimPage,
  }),
  pay: endpoint(`POST ${path}/:id/pay`, {
    needs: review,
    summary: '登记打款',
    input: z.strictObject({ ...step, ...payment }),
    output: ClaimPage,
  }),
  reveal: reveal(`POST ${path}/:id/reveal`, { needs: review, fields: ['payeeCard'] }),
}
