import * as z from 'zod'
import { Cents, endpoint, Id, Keyword, Month, page, paged, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

export const MonthStatus = z.enum(['open', 'closed', 'reopened']).meta({ title: '状态' })
export type MonthStatus = z.output<typeof MonthStatus>

/** A company; 001's admin names one, or none for all of them together. Everybody else reads the own. */
const companyCode = z.optional(z.string().regex(/^\d{3}$/)).meta({ title: '公司' })

/** Amounts of a month in 分, tax-inclusive; costs are positive. */
export const MonthSums = z.object({
  serviceCents: z.int(),
  commissionCents: z.int(),
  overageCents: z.int(),
  /** 临时 and 增值. */
  otherIncomeCents: z.int(),
  /** 退款 and 调整, as they are signed. */
  adjustmentCents: z.int(),
  /** Accrual: the issued bills of the service month but deposits and opening balances; void ones count nothing. */
  revenueCents: z.int(),
  /** 不含税. */
  netOfTaxCents: z.int(),
  /** Cash: receipts and payouts by their own day, deposits left out. */
  cashCents: z.int(),
  storeSalaryCents: z.int(),
  agentCommissionCents: z.int(),
  /** Items of approved claims that name a store or a customer. */
  taggedClaimCents: z.int(),
  grossCents: z.int(),
  commonClaimCents: z.int(),
  otherSalaryCents: z.int(),
  manualCents: z.int(),
  netCents: z.int(),
})
export type MonthSums = z.output<typeof MonthSums>

/** 月经常收入 from the month before to this one: start + new + expansion − contraction − churn + reactivation = end. */
export const Recurring = z.object({
  startCents: z.int(),
  newCents: z.int(),
  expansionCents: z.int(),
  contractionCents: z.int(),
  churnCents: z.int(),
  reactivationCents: z.int(),
  endCents: z.int(),
})

/** Rates in basis points; null where what they start from is 0. */
export const MonthRatios = z.object({
  marginBp: z.int().nullable(),
  netRetentionBp: z.int().nullable(),
  grossRetentionBp: z.int().nullable(),
  customersAtStart: z.int(),
  customersLost: z.int(),
  customerChurnBp: z.int().nullable(),
  storesAtStart: z.int(),
  storesLost: z.int(),
  storeChurnBp: z.int().nullable(),
  /** Revenue per customer that was billed. */
  arpaCents: z.int().nullable(),
  /** What came in so far for the bills of this service month, of what they ask for. */
  collectionBp: z.int().nullable(),
})

/** A month as the table shows it: a closed one as its snapshot says, an open one as it stands now. */
export const MonthResult = z.object({
  month: z.string(),
  status: MonthStatus,
  /** Of the row that closing and reopening change; 0 while there is none. */
  version: z.int(),
  /** The number of the snapshot that stands; null while the month is open. */
  snapshotNo: z.int().nullable(),
  sums: MonthSums,
  recurring: Recurring,
  ratios: MonthRatios,
})
export type MonthResult = z.output<typeof MonthResult>

export const PartKind = z.enum(['store', 'customer', 'agent'])
export type PartKind = z.output<typeof PartKind>

/** What a store, a customer or an agent brought and cost in a month. */
export const MonthPart = z.object({
  id: z.int(),
  name: z.string(),
  /** Of a store its customer, of an agent the team's head. */
  under: z.string().nullable(),
  revenueCents: z.int(),
  salaryCents: z.int(),
  commissionCents: z.int(),
  claimCents: z.int(),
  grossCents: z.int(),
  marginBp: z.int().nullable(),
})
export type MonthPart = z.output<typeof MonthPart>

export const ManualLine = z.object({
  id: z.int(),
  label: z.string(),
  amountCents: z.int(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type ManualLine = z.output<typeof ManualLine>

export const MonthStep = z.object({
  id: z.int(),
  action: z.enum(['close', 'reopen', 'request-reopen']),
  snapshotNo: z.int().nullable(),
  hash: z.string().nullable(),
  reason: z.string().nullable(),
  waived: z.array(z.object({ item: z.string(), reason: z.string() })),
  byName: z.string(),
  at: z.iso.datetime(),
})

export const MonthPage = MonthResult.extend({
  manualLines: z.array(ManualLine),
  /** Newest first. */
  steps: z.array(MonthStep),
  /** Whether it is the latest closed month, which alone can be reopened. */
  isLatestClosed: z.boolean(),
  /** A reopening that a second admin has still to confirm: who asked for it, and why. */
  reopening: z
    .object({ byName: z.string(), mine: z.boolean(), reason: z.string(), at: z.iso.datetime() })
    .nullable(),
})
export type MonthPage = z.output<typeof MonthPage>

export const CheckItem = z.enum([
  'previousClosed',
  'monthOver',
  'figures',
  'worklogs',
  'payroll',
  'draftBills',
  'missingBills',
  'claims',
  'negativeMargins',
  'identity',
])
export type CheckItem = z.output<typeof CheckItem>

/** One line of the checklist. `waivable`: may be left open with a reason. */
export const Check = z.object({
  item: CheckItem,
  done: z.boolean(),
  waivable: z.boolean(),
  /** How many are open, of how many; of `identity` the difference stands in `cents`. */
  count: z.int(),
  of: z.int().nullable(),
  cents: z.int().nullable(),
  /** The first few, by name. */
  examples: z.array(z.string()),
  /** Where it is put right: a path of the console with its query; null where nowhere. */
  link: z.string().nullable(),
})
export type Check = z.output<typeof Check>

export const monthlyFinancials = {
  list: endpoint('GET /api/monthly-financials', {
    needs: 'canManageMonthlyFinancial',
    summary: '各月财务结果；不填起止则为最近六个月',
    input: z.strictObject({ from: Month.optional(), to: Month.optional(), companyCode }),
    output: z.object({ items: z.array(MonthResult) }),
  }),
  get: endpoint('GET /api/monthly-financials/:month', {
    needs: 'canManageMonthlyFinancial',
    summary: '一个月的结果、手工项和结账记录',
    input: z.strictObject({ month: Month, companyCode }),
    output: MonthPage,
  }),
  parts: endpoint('GET /api/monthly-financials/:month/parts', {
    needs: 'canManageMonthlyFinancial',
    summary: '一个月里每家店铺、每位客户或每位客服的收入和成本；默认亏损在前',
    input: page({ month: Month, companyCode, by: PartKind, keyword: Keyword }, [
      'grossCents',
      'marginBp',
      'revenueCents',
    ]),
    output: paged(MonthPart),
  }),
}

/** A month is closed for one company; an admin of the headquarters names which. */
const of = { month: Month, companyCode }

export const monthClosing = {
  checklist: endpoint('GET /api/monthly-financials/:month/checklist', {
    needs: 'canManageMonthlyFinancial',
    summary: '结账前要处理的事项',
    input: z.strictObject(of),
    output: z.object({ items: z.array(Check) }),
  }),
  close: endpoint('POST /api/monthly-financials/:month/close', {
    needs: 'canManageMonthlyFinancial',
    summary: '结账：写下快照，此后这个月的账不能再改',
    input: z.strictObject({
      ...of,
      /** 0 for a month that has no row yet. */
      version: z.int().min(0),
      waived: z.array(z.strictObject({ item: CheckItem, reason: line('原因', 200) })).max(20),
    }),
    output: MonthPage,
  }),
  reopen: endpoint('POST /api/monthly-financials/:month/reopen', {
    needs: 'canManageMonthlyFinancial',
    summary: '反结账：公司有第二位管理员时，由对方确认后生效',
    input: z.strictObject({ ...of, version: Version, reason: line('原因', 200) }),
    output: MonthPage,
  }),
  confirmReopen: endpoint('POST /api/monthly-financials/:month/confirm-reopen', {
    needs: 'canManageMonthlyFinancial',
    summary: '确认另一位管理员的反结账',
    input: z.strictObject({ ...of, version: Version }),
    output: MonthPage,
  }),
  differences: endpoint('GET /api/monthly-financials/:month/differences', {
    needs: 'canManageMonthlyFinancial',
    summary: '快照与现在逐项比较',
    input: z.strictObject(of),
    output: z.object({
      snapshotNo: z.int(),
      /** Sums, and parts by name, that are no longer what the snapshot says. */
      items: z.array(
        z.object({
          part: PartKind.nullable(),
          name: z.string(),
          figure: z.string(),
          beforeCents: z.int(),
          nowCents: z.int(),
        }),
      ),
    }),
  }),
  addLine: endpoint('POST /api/monthly-financials/:month/lines', {
    needs: 'canManageMonthlyFinancial',
    summary: '增加手工项，如房租、社保',
    input: z.strictObject({ ...of, label: line('项目', 60), amountCents: Cents.meta({ title: '金额' }) }),
    output: ManualLine,
  }),
  removeLine: endpoint('DELETE /api/monthly-financials/:month/lines/:id', {
    needs: 'canManageMonthlyFinancial',
    summary: '删除手工项；日志留下原来的内容',
    input: z.strictObject({ ...of, id: Id, version: Version }),
    output: z.object({}),
  }),
}
