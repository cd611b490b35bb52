import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { Cents, endpoint, Id, Keyword, Month, many, page, paged, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'
import { Sender } from '#people/companies/profile/contract.ts'

/** Status of the merchant's confirmation of a bill. */
export const StatementStatus = z.enum(['sent', 'confirmed', 'objected', 'answered']).meta({ title: '对账' })

export type StatementStatus = z.output<typeof StatementStatus>

export const BillKind = z
  .enum(['service', 'commission', 'overage', 'extra', 'deposit', 'addon', 'refund', 'adjustment', 'opening'])
  .meta({ title: '类型' })
export const BillStatus = z
  .enum(['draft', 'open', 'partial', 'paid', 'void', 'refunded'])
  .meta({ title: '状态' })
/** `opening`: balance from before the first month of the company's books. */
export const BillOrigin = z.enum(['keyed', 'proposed', 'changed', 'opening'])
export const ReceiptMethod = z
  .enum(['bank', 'alipay', 'wechat', 'cash', 'deposit', 'opening', 'writeoff'])
  .meta({ title: '收款方式' })
export const InvoiceType = z.enum(['general', 'special']).meta({ title: '发票类型' })
export const LineItem = z.enum([
  'monthly',
  'daily',
  'hourly',
  'overage',
  'commission',
  'prepaid',
  'refunded',
  'stopped',
  'refund',
  'other',
])

export type BillKind = z.output<typeof BillKind>
export type BillStatus = z.output<typeof BillStatus>
export type ReceiptMethod = z.output<typeof ReceiptMethod>
export type LineItem = z.output<typeof LineItem>

/** Data that a proposal lacks; `price.ts` defines the cases. */
export const Missing = z.object({
  what: z.enum(['terms', 'volume', 'sales', 'mean']),
  days: z.array(z.string()),
})

/** Reason for issuing a bill with missing data. */
export const MissingReason = z
  .enum(['noData', 'closed', 'noAccess', 'confirmed', 'other'])
  .meta({ title: '缺数据出账的理由' })

export type MissingReason = z.output<typeof MissingReason>

/** A bill line: amount = price × qty ÷ per. Amounts include tax. */
export const BillLine = z.object({
  position: z.int(),
  item: LineItem,
  /** Text of an `other` line. */
  label: z.string().nullable(),
  fromOn: z.string().nullable(),
  toOn: z.string().nullable(),
  termsId: z.int().nullable(),
  qty: z.int(),
  per: z.int(),
  /** In 分; for commission, in basis points. */
  price: z.int(),
  amountCents: z.int(),
  taxRateBp: z.int(),
})

export type BillLine = z.output<typeof BillLine>

/** A bill in list format. Amounts in 分; negative for refunds. */
export const Bill = z.object({
  id: z.int(),
  companyCode: z.string(),
  /** Null for drafts. */
  code: z.string().nullable(),
  customerId: z.int(),
  customerName: z.string(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  platform: Platform.nullable(),
  kind: BillKind,
  month: z.string(),
  fromOn: z.string(),
  toOn: z.string(),
  discountCents: z.int(),
  totalCents: z.int(),
  /** Receipts, without write-offs. */
  receivedCents: z.int(),
  /** Write-offs: amounts that will not be collected. */
  writtenOffCents: z.int(),
  /** Total of the bill's refunds. */
  refundedCents: z.int(),
  status: BillStatus,
  prepaid: z.boolean(),
  origin: BillOrigin,
  missing: z.array(Missing),
  /** Reason for issuing with missing data; `missingNote` is the text for `other`. */
  missingReason: MissingReason.nullable(),
  missingNote: z.string().nullable(),
  dueOn: z.string().nullable(),
  /** Days past due; null if not overdue. */
  overdueDays: z.int().nullable(),
  issuedOn: z.string().nullable(),
  invoiceNo: z.string().nullable(),
  invoiceType: InvoiceType.nullable(),
  /** Null if the bill has never had a statement link. */
  statement: StatementStatus.nullable(),
  /** Number of an opening balance in the previous books. */
  earlierNo: z.string().nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type Bill = z.output<typeof Bill>

/** A receipt; negative for refunds and reversals. */
export const Receipt = z.object({
  id: z.int(),
  onDay: z.string(),
  /** Actual payment day, if its month was closed and the receipt is booked on a later day. */
  cameOn: z.string().nullable(),
  amountCents: z.int(),
  method: ReceiptMethod,
  txnNo: z.string().nullable(),
  voucherNo: z.string().nullable(),
  note: z.string().nullable(),
  /** The receipt that this one reverses. */
  reversesId: z.int().nullable(),
  /** Reason for a reversal or write-off. */
  reason: z.string().nullable(),
  reversed: z.boolean(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
})

export type Receipt = z.output<typeof Receipt>

export const BillPage = Bill.extend({
  lines: z.array(BillLine),
  receipts: z.array(Receipt),
  /** The company that sends the bill. */
  sender: Sender,
  /** Tax included in the total. */
  taxCents: z.int(),
  /** The bill that this one refunds or settles. */
  relatesTo: z.object({ id: z.int(), code: z.string().nullable() }).nullable(),
  /** Bills that refund or settle this one, without void ones. */
  related: z.array(
    z.object({
      id: z.int(),
      code: z.string().nullable(),
      kind: BillKind,
      month: z.string(),
      totalCents: z.int(),
    }),
  ),
  /** Amount that can still be refunded. */
  refundableCents: z.int(),
  createdByName: z.string().nullable(),
  issuedByName: z.string().nullable(),
})

export type BillPage = z.output<typeof BillPage>

const Label = line('项目', 60)
const Qty = z.int().min(1).max(1_000_000).meta({ title: '数量' })

/** A manual line, or (`keep`: its position) an existing line that stays unchanged. */
const LineInput = z.union([
  z.strictObject({ keep: z.int().min(1).max(500) }),
  z.strictObject({
    label: Label,
    qty: Qty,
    priceCents: Cents.meta({ title: '单价' }),
    taxRateBp: z.int().min(0).max(10_000).meta({ title: '税率' }),
  }),
])

export type LineInput = z.output<typeof LineInput>

const content = {
  lines: z.array(LineInput).min(1).max(100).meta({ title: '明细' }),
  discountCents: Cents.min(0).optional().meta({ title: '优惠' }),
  note: optionalLine('备注', 200).optional(),
}

const step = { id: Id, version: Version }
const Reason = line('原因', 200)

/** Filters of the list and its totals. */
const filters = {
  keyword: Keyword,
  kind: many(BillKind),
  origin: many(BillOrigin),
  customerId: many(Id),
  storeId: many(Id),
  month: many(Month),
  overdue: z.enum(['yes']).optional(),
  /** `issued`: bills issued with missing data. */
  incomplete: z.enum(['yes', 'issued']).optional(),
  uninvoiced: z.enum(['yes']).optional(),
  statement: many(StatementStatus),
  companyCode: many(z.string().regex(/^\d{3}$/)),
}

/**
 * Totals of issued bills under the same filters, regardless of the status tab. Refunds count negative; write-offs are
 * not included in received.
 */
const Sums = z.object({
  totalCents: z.int(),
  receivedCents: z.int(),
  writtenOffCents: z.int(),
  overdueCents: z.int(),
  overdueCount: z.int(),
})

export const customerBills = {
  list: endpoint('GET /api/customer-bills', {
    needs: 'canChargeCustomer',
    summary: '客户账单；逾期按到期日推算',
    input: page({ ...filters, status: many(BillStatus) }, ['id', 'month', 'dueOn', 'totalCents']),
    output: paged(Bill).extend({ statusCounts: z.record(z.string(), z.int()), sums: Sums }),
  }),
  get: endpoint('GET /api/customer-bills/:id', {
    needs: 'canChargeCustomer',
    summary: '一张账单：明细和收款',
    input: z.strictObject({ id: Id }),
    output: BillPage,
  }),
  create: endpoint('POST /api/customer-bills', {
    needs: 'canChargeCustomer',
    budget: 'draft',
    summary: '新建账单草稿；不填店铺则为客户级账单',
    input: z.strictObject({
      customerId: Id.meta({ title: '客户' }),
      storeId: Id.nullable().optional().meta({ title: '店铺' }),
      kind: BillKind.exclude(['opening', 'refund']).meta({ title: '类型' }),
      month: Month.meta({ title: '服务月份' }),
      ...content,
    }),
    output: BillPage,
  }),
  update: endpoint('PATCH /api/customer-bills/:id', {
    needs: 'canChargeCustomer',
    budget: 'draft',
    summary: '修改草稿；系统提出的草稿需写明修改原因',
    input: z.strictObject({ ...step, ...z.object(content).partial().shape, reason: Reason.optional() }),
    output: BillPage,
  }),
  propose: endpoint('POST /api/customer-bills/propose', {
    needs: 'canChargeCustomer',
    isHeavy: true,
    budget: 'draft',
    summary: '按计费方式和数据提出一个月的账单草稿；重复执行结果相同',
    input: z.strictObject({ month: Month.meta({ title: '服务月份' }) }),
    output: z.object({
      /** Drafts created, updated to current data, and unchanged. */
      created: z.int(),
      refreshed: z.int(),
      unchanged: z.int(),
      /** Unedited drafts that were deleted because the month no longer needs them. */
      withdrawn: z.int(),
      /** Drafts of the month with missing data. */
      incomplete: z.int(),
      totalCents: z.int(),
      /** Stores with days in service that no price covers, so that their drafts lack them: number and first names. */
      unpriced: z.object({ count: z.int(), names: z.array(z.string()) }),
    }),
  }),
}
