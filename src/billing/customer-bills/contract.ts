import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { Cents, endpoint, Id, Keyword, Month, many, page, paged, Version } from '#kit/contract.ts'
import { line, optionalLine } from '#kit/fields.ts'

/** How far a bill is settled with its merchant. */
export const StatementStatus = z.enum(['sent', 'confirmed', 'objected', 'answered']).meta({ title: '对账' })

export type StatementStatus = z.output<typeof StatementStatus>

export const BillKind = z
  .enum(['service', 'commission', 'overage', 'extra', 'deposit', 'addon', 'refund', 'adjustment', 'opening'])
  .meta({ title: '类型' })
export const BillStatus = z
  .enum(['draft', 'open', 'partial', 'paid', 'void', 'refunded'])
  .meta({ title: '状态' })
/** `opening`: what a company began with, of before its first month. */
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

/** What a proposal lacks: `price.ts` says when. */
export const Missing = z.object({
  what: z.enum(['terms', 'volume', 'sales', 'mean']),
  days: z.array(z.string()),
})

/** Why a bill was issued although something was missing. */
export const MissingReason = z
  .enum(['noData', 'closed', 'noAccess', 'confirmed', 'other'])
  .meta({ title: '缺数据出账的理由' })

export type MissingReason = z.output<typeof MissingReason>

/** A line of a bill; amount = price × qty ÷ per. Amounts are tax-inclusive. */
export const BillLine = z.object({
  position: z.int(),
  item: LineItem,
  /** The words of an `other` line. */
  label: z.string().nullable(),
  fromOn: z.string().nullable(),
  toOn: z.string().nullable(),
  termsId: z.int().nullable(),
  qty: z.int(),
  per: z.int(),
  /** 分; of commission basis points. */
  price: z.int(),
  amountCents: z.int(),
  taxRateBp: z.int(),
})

export type BillLine = z.output<typeof BillLine>

/** A bill as a list shows it. Amounts in 分; of a refund they are negative. */
export const Bill = z.object({
  id: z.int(),
  companyCode: z.string(),
  /** Null until it is issued. */
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
  /** What came in as money. */
  receivedCents: z.int(),
  /** What nobody expects any more: no money came in by it. */
  writtenOffCents: z.int(),
  /** What its refunds give back of what came in. */
  refundedCents: z.int(),
  status: BillStatus,
  prepaid: z.boolean(),
  origin: BillOrigin,
  missing: z.array(Missing),
  /** Why it was issued all the same; `missingNote` has the words of `other`. */
  missingReason: MissingReason.nullable(),
  missingNote: z.string().nullable(),
  dueOn: z.string().nullable(),
  /** How many days it is past due; null where it is not. */
  overdueDays: z.int().nullable(),
  issuedOn: z.string().nullable(),
  invoiceNo: z.string().nullable(),
  invoiceType: InvoiceType.nullable(),
  /** How far it is settled with the merchant; null where it was never shown to one. */
  statement: StatementStatus.nullable(),
  /** Of an opening balance: its number in the books before. */
  earlierNo: z.string().nullable(),
  reason: z.string().nullable(),
  note: z.string().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  updatedByName: z.string().nullable(),
  version: z.int(),
})

export type Bill = z.output<typeof Bill>

/** Money that came in; of a refund, and of a reversal, negative. */
export const Receipt = z.object({
  id: z.int(),
  onDay: z.string(),
  /** When it came in, where the month of that day was closed and it is booked on a later one. */
  cameOn: z.string().nullable(),
  amountCents: z.int(),
  method: ReceiptMethod,
  txnNo: z.string().nullable(),
  voucherNo: z.string().nullable(),
  note: z.string().nullable(),
  /** The receipt that this one takes back. */
  reversesId: z.int().nullable(),
  /** Why it was taken back, or written off. */
  reason: z.string().nullable(),
  reversed: z.boolean(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
})

export type Receipt = z.output<typeof Receipt>

export const BillPage = Bill.extend({
  lines: z.array(BillLine),
  receipts: z.array(Receipt),
  companyName: z.string(),
  /** The tax that the total contains. */
  taxCents: z.int(),
  /** The bill that it refunds or settles. */
  relatesTo: z.object({ id: z.int(), code: z.string().nullable() }).nullable(),
  /** The bills that refund or settle it, but for void ones. */
  related: z.array(
    z.object({
      id: z.int(),
      code: z.string().nullable(),
      kind: BillKind,
      month: z.string(),
      totalCents: z.int(),
    }),
  ),
  /** What can still be given back of it. */
  refundableCents: z.int(),
  createdByName: z.string().nullable(),
  issuedByName: z.string().nullable(),
})

export type BillPage = z.output<typeof BillPage>

const Label = line('项目', 60)
const Qty = z.int().min(1).max(1_000_000).meta({ title: '数量' })

/** A line in words of its own, or (`keep`: its position) one that stands as it was worked out. */
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

/** What list and figures are asked for under; from and to are service months. */
const filters = {
  keyword: Keyword,
  kind: many(BillKind),
  origin: many(BillOrigin),
  customerId: many(Id),
  storeId: many(Id),
  month: many(Month),
  overdue: z.enum(['yes']).optional(),
  /** `issued`: those that were issued although something was missing. */
  incomplete: z.enum(['yes', 'issued']).optional(),
  uninvoiced: z.enum(['yes']).optional(),
  statement: many(StatementStatus),
  companyCode: many(z.string().regex(/^\d{3}$/)),
}

/** What issued bills under the same filters come to, whatever their tab; refunds count against, 核销 is not received. */
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
    summary: '修改草稿；系统提出的草稿需写明修改原因',
    input: z.strictObject({ ...step, ...z.object(content).partial().shape, reason: Reason.optional() }),
    output: BillPage,
  }),
  propose: endpoint('POST /api/customer-bills/propose', {
    needs: 'canChargeCustomer',
    summary: '按计费方式和数据提出一个月的账单草稿；重复执行结果相同',
    input: z.strictObject({ month: Month.meta({ title: '服务月份' }) }),
    output: z.object({
      /** Drafts that are new, that changed with their facts, and that stand as they were. */
      created: z.int(),
      refreshed: z.int(),
      unchanged: z.int(),
      /** Drafts that nobody had touched and that the month does not want any more. */
      withdrawn: z.int(),
      /** Drafts of this month that lack something. */
      incomplete: z.int(),
      totalCents: z.int(),
    }),
  }),
}
