import * as z from 'zod'
import { Cents, Day, endpoint, Id, Keyword, many, Option, optionsEndpoint, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'
import { SentenceText } from '#kit/sentenceText.ts'
import { BillPage, InvoiceType, MissingReason, ReceiptMethod } from './contract.ts'

/** Maximum number of bills per issue request. */
export const MAX_ISSUED = 500

const step = { id: Id, version: Version }
const Reason = line('原因', 200)
const DueOn = Day.optional().meta({ title: '到期日' })

/** Reason for issuing drafts with missing data; required if days or the mean of the previous month are missing. */
const missing = {
  missingReason: MissingReason.optional(),
  missingNote: optionalLine('说明', 200).optional(),
}

/** Status changes of a bill: issue, receipts, void, refund and write-off. */
export const customerBillSteps = {
  issue: endpoint('POST /api/customer-bills/:id/issue', {
    needs: 'canChargeCustomer',
    summary: '出账：草稿 → 待收，编号，明细从此不变；缺数据的要写明理由',
    input: z.strictObject({ ...step, dueOn: DueOn, ...missing }),
    output: BillPage,
  }),
  issueMany: endpoint('POST /api/customer-bills/issue', {
    needs: 'canChargeCustomer',
    summary: `批量出账，一次最多 ${MAX_ISSUED} 张，逐张给出结果；理由写给其中缺数据的`,
    input: z.strictObject({
      ids: z.array(Id).min(1).max(MAX_ISSUED),
      /** Versions as shown, in the order of `ids`; a draft that has changed since is not issued. */
      versions: z.array(Version).max(MAX_ISSUED).optional(),
      dueOn: DueOn,
      ...missing,
    }),
    output: z.object({
      results: z.array(
        z.object({ id: z.int(), code: z.string().nullable(), problem: SentenceText.nullable() }),
      ),
    }),
  }),
  void: endpoint('POST /api/customer-bills/:id/void', {
    needs: 'canChargeCustomer',
    summary: '驳回草稿，或作废没有收款的账单',
    input: z.strictObject({ ...step, reason: Reason }),
    output: BillPage,
  }),
  invoice: endpoint('POST /api/customer-bills/:id/invoice', {
    needs: 'canChargeCustomer',
    summary: '登记发票号：8 位或 20 位数字',
    input: z.strictObject({
      ...step,
      invoiceNo: z
        .string()
        .trim()
        .regex(/^(\d{8}|\d{20})$/, '发票号应为 8 位或 20 位数字')
        .meta({ title: '发票号' }),
      invoiceType: InvoiceType,
    }),
    output: BillPage,
  }),
  refund: endpoint('POST /api/customer-bills/:id/refund', {
    needs: 'canChargeCustomer',
    summary:
      '退款：部分收款的也可以；可分次，合计不超过已收；每次生成一张待付的退款账单，记在当月，全部退还后原账单 → 退款',
    input: z.strictObject({
      ...step,
      amountCents: Cents.min(1).meta({ title: '退款金额' }),
      reason: Reason,
      dueOn: DueOn,
    }),
    output: BillPage,
  }),
  receive: endpoint('POST /api/customer-bills/:id/receipts', {
    needs: 'canChargeCustomer',
    summary: '登记收款（退款账单为付款）；可分次，合计不超过账单金额',
    input: z.strictObject({
      id: Id,
      onDay: Day.meta({ title: '收款日期' }),
      amountCents: Cents.min(1).meta({ title: '金额' }),
      method: ReceiptMethod.exclude(['opening', 'writeoff']).meta({ title: '收款方式' }),
      txnNo: optionalLine('流水号', 64).optional(),
      voucherNo: optionalLine('凭证号', 64).optional(),
      note: optionalLine('备注', 200).optional(),
      /** Confirms that the receipt is dated before the bill was issued. */
      beforeIssue: z.boolean().optional().meta({ title: '算预收' }),
      /** Required if the receipt is dated more than a month before issue. */
      beforeIssueReason: optionalLine('预收原因', 200).optional(),
    }),
    output: BillPage,
  }),
  writeOff: endpoint('POST /api/customer-bills/:id/writeoff', {
    needs: 'canChargeCustomer',
    summary: '核销：不再收的款由管理员写明理由核销，计为客户当月的坏账；不计收款，冲销后恢复',
    input: z.strictObject({
      ...step,
      onDay: Day.meta({ title: '核销日期' }),
      amountCents: Cents.min(1).meta({ title: '核销金额' }),
      /** Optional here, so that a missing reason and a missing permission both get a specific message. */
      reason: optionalLine('理由', 200).optional(),
    }),
    output: BillPage,
  }),
  redate: endpoint('POST /api/customer-bills/:id/receipts/:receiptId/redate', {
    needs: 'canChargeCustomer',
    summary: '改期：把一笔收款、冲销或付款改到正确的日期；原记录在原日期冲销，账单的金额不变',
    input: z.strictObject({
      ...step,
      receiptId: Id,
      day: Day.meta({ title: '改为' }),
      reason: Reason,
    }),
    output: BillPage,
  }),
  move: endpoint('POST /api/customer-bills/:id/receipts/:receiptId/move', {
    needs: 'canChargeCustomer',
    summary: '改挂：把一笔收款改到同一客户的另一张账单；返回另一张账单',
    input: z.strictObject({
      ...step,
      receiptId: Id,
      billId: Id.meta({ title: '账单' }),
      reason: Reason,
    }),
    output: BillPage,
  }),
  moveTargets: optionsEndpoint('GET /api/customer-bills/:billId/move-targets', {
    offers: 'bill',
    needs: 'canChargeCustomer',
    summary: '改挂时可选的账单：同一客户还没收齐的，最早到期的在前，最多 50 张',
    input: z.strictObject({ billId: Id, keyword: Keyword, id: many(Id) }),
    output: z.array(Option),
  }),
  reverse: endpoint('POST /api/customer-bills/:id/receipts/:receiptId/reverse', {
    needs: 'canChargeCustomer',
    summary: '冲销一笔收款：记一笔相反的金额，原记录不变',
    input: z.strictObject({
      id: Id,
      receiptId: Id,
      /** The version that was shown; without it the version is not checked. */
      version: Version.optional(),
      onDay: Day.meta({ title: '冲销日期' }),
      reason: Reason,
    }),
    output: BillPage,
  }),
}
