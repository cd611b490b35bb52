import * as z from 'zod'
import { BillStatus } from '#billing/customer-bills/contract.ts'
import { Pricing } from '#clients/pricing/contract.ts'
import { Platform } from '#clients/stores/contract.ts'
import { Consequences } from '#kit/consequences.ts'
import {
  Cents,
  Covers,
  endpoint,
  Id,
  Keyword,
  Month,
  many,
  page,
  paged,
  someIds,
  Version,
} from '#kit/contract.ts'
import { line } from '#kit/fields.ts'
import { SentenceText } from '#kit/sentenceText.ts'

/** Maximum number of rows per request. */
export const MAX_SETTLED = 200

export const RerateState = z
  .enum(['pending', 'adjusted', 'waived', 'tolerated', 'matched'])
  .meta({ title: '状态' })
export type RerateState = z.output<typeof RerateState>

/** Kinds of change that can affect the price after the bills were issued. */
export const RerateCause = z.enum(['import', 'correction', 'undo', 'state', 'terms'])
export type RerateCause = z.output<typeof RerateCause>

const BillReference = z.object({
  id: z.int(),
  code: z.string().nullable(),
  status: BillStatus,
  totalCents: z.int(),
})

/** A store month whose recalculated price differs from its issued bills, or did. Amounts in 分. */
export const Rerate = z.object({
  id: z.int(),
  companyCode: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  month: z.string(),
  /** The compared bills, and the adjustments that settle the difference. */
  bills: z.array(BillReference),
  adjustments: z.array(BillReference),
  /** Price at issue, and total of the adjustments that are not void. */
  issuedCents: z.int(),
  settledCents: z.int(),
  waivedCents: z.int(),
  /** 已出: issued plus settled. */
  billedCents: z.int(),
  nowCents: z.int(),
  differenceCents: z.int(),
  state: RerateState,
  causes: z.array(RerateCause),
  since: z.iso.datetime(),
  waivedReason: z.string().nullable(),
  waivedByName: z.string().nullable(),
  /**
   * The bill to void and issue again instead: the only one, unpaid, without invoice or confirmed line, in an open
   * month.
   */
  voidableBillId: z.int().nullable(),
  version: z.int(),
})
export type Rerate = z.output<typeof Rerate>

const Line = z.object({ item: z.string(), qty: z.int(), per: z.int(), price: z.int(), amountCents: z.int() })

const Fact = z.object({
  served: z.boolean(),
  /** Pricing in force on the day; null if there is none. */
  pricing: Pricing.nullable(),
  volume: z.int().nullable(),
  salesCents: z.int().nullable(),
})

/** A row with both prices line by line, and the days whose data changed. */
export const RerateDetail = Rerate.extend({
  before: z.array(Line),
  now: z.array(Line),
  /** False if the bills were issued before daily data was saved; `days` is then empty. */
  daysKnown: z.boolean(),
  days: z.array(z.object({ on: z.string(), before: Fact.nullable(), now: Fact })),
  /** 迟到: late files whose figures of closed days are used in the price, with their number of days. */
  late: z.array(z.object({ batchId: z.int(), fileName: z.string(), days: z.int() })),
})
export type RerateDetail = z.output<typeof RerateDetail>

const Results = z.object({
  results: z.array(z.object({ id: z.int(), billId: z.int().nullable(), problem: SentenceText.nullable() })),
})

/** Difference per store month of a late file and the month of its draft; `billId` is null within the tolerance. */
const LateResults = z.object({
  results: z.array(
    z.object({
      storeId: z.int(),
      storeName: z.string(),
      month: z.string(),
      days: z.int(),
      differenceCents: z.int(),
      openMonth: z.string(),
      billId: z.int().nullable(),
      problem: SentenceText.nullable(),
    }),
  ),
})

const chosen = {
  ids: z.array(Id).min(1).max(MAX_SETTLED),
  /** Versions as shown to the user, in the order of `ids`. */
  versions: z.array(Version).max(MAX_SETTLED).optional(),
}

const idsInput = z.strictObject({ ids: someIds(MAX_SETTLED) })
const needs = 'canChargeCustomer'

export const rerates = {
  list: endpoint('GET /api/customer-bills/rerates', {
    needs,
    isHeavy: true,
    summary: '已出账与现算不符：已出账的店铺月份，按现在的数据和计费方式重算后的差额',
    input: page(
      {
        keyword: Keyword,
        status: many(RerateState),
        month: many(Month),
        customerId: many(Id),
        storeId: many(Id),
        companyCode: many(z.string().regex(/^\d{3}$/)),
      },
      ['id', 'month', 'differenceCents', 'since'],
    ),
    output: paged(Rerate).extend({
      statusCounts: z.record(z.string(), z.int()),
      /** Sum of the pending differences, under the same filters except `status`. */
      pendingCents: z.int(),
      /** Covers the stores' months with issued bills. */
      covers: Covers,
    }),
  }),
  get: endpoint('GET /api/customer-bills/rerates/:id', {
    needs,
    summary: '一个店铺月份的差额：两次计价逐行比较，以及不同的日子',
    input: z.strictObject({ id: Id }),
    output: RerateDetail,
  }),
  run: endpoint('POST /api/customer-bills/rerate', {
    needs,
    isHeavy: true,
    summary: '重算一个月已出账的账单；重复执行结果相同，没有变化就不留日志',
    input: z.strictObject({ month: Month.meta({ title: '服务月份' }) }),
    output: z.object({
      /** Number of recalculated and of changed store months. */
      compared: z.int(),
      changed: z.int(),
      pending: z.int(),
    }),
    audited: false,
  }),
  adjust: endpoint('POST /api/customer-bills/rerates/adjust', {
    needs,
    budget: 'draft',
    summary: `出调整：为每行差额生成一张调整草稿，一次最多 ${MAX_SETTLED} 行，逐行给出结果`,
    input: z.strictObject(chosen),
    output: Results,
  }),
  late: endpoint('POST /api/customer-bills/rerates/late', {
    needs,
    budget: 'draft',
    summary: '只算差额：文件里已结账的日子不写入，按文件的数重算，差额记为最早未结账月份的调整草稿',
    input: z.strictObject({ batchId: Id }),
    output: LateResults,
  }),
  dropLate: endpoint('POST /api/customer-bills/rerates/late/drop', {
    needs,
    summary: '撤回只算差额：不再按这个文件的数计算；已出的调整由新的差额抵回',
    input: z.strictObject({ batchId: Id, reason: line('原因', 200) }),
    output: z.object({ days: z.int() }),
  }),
  waive: endpoint('POST /api/customer-bills/rerates/waive', {
    needs,
    summary: '豁免差额，写明理由；超过公司豁免限额的由管理员豁免',
    input: z.strictObject({
      ...chosen,
      reason: z.string().trim().min(4).max(200).meta({ title: '原因' }),
    }),
    output: Results,
  }),
}

export const rerateConsequences = {
  adjust: endpoint(`GET ${rerates.adjust.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '出调整之前看后果：张数、合计、记在哪个月',
    input: idsInput,
    output: Consequences,
  }),
  late: endpoint(`GET ${rerates.late.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '只算差额之前看后果：店铺、天数、差额、记在哪个月',
    input: z.strictObject({ batchId: Id }),
    output: Consequences,
  }),
  waive: endpoint(`GET ${rerates.waive.path}/consequences`, {
    needs,
    budget: 'preview',
    summary: '豁免之前看后果：不再追收和不再退还的金额',
    input: idsInput,
    output: Consequences,
  }),
}

/** Tolerance for differences, and limit for waivers by non-admins, in 分. Version 0: defaults, never saved. */
export const RerateRule = z.object({
  toleranceCents: z.int(),
  waiveLimitCents: z.int(),
  version: z.int(),
})
export type RerateRule = z.output<typeof RerateRule>

export const rerateRules = {
  get: endpoint('GET /api/rerate-rules', {
    needs,
    summary: '本公司账单差额的容差和豁免限额',
    input: z.strictObject({}),
    output: RerateRule,
  }),
  set: endpoint('PATCH /api/rerate-rules', {
    needs: 'canAdmin',
    summary: '设定账单差额的容差和豁免限额',
    input: z.strictObject({
      toleranceCents: Cents.min(0).max(10_000).meta({ title: '容差' }),
      waiveLimitCents: Cents.min(0).meta({ title: '豁免限额' }),
      version: Version.or(z.literal(0)),
    }),
    output: RerateRule,
  }),
}
