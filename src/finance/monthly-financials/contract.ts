import * as z from 'zod'
import { endpoint, Keyword, Month, page, paged } from '#kit/contract.ts'

/** `before`: the company's books begin later (未启用); there is no result and nothing to close. */
export const MonthStatus = z.enum(['before', 'open', 'closed', 'reopened']).meta({ title: '状态' })
export type MonthStatus = z.output<typeof MonthStatus>

/** A company; 001's admin names one, or none for all of them together. Everybody else reads the own. */
export const companyCode = z.optional(z.string().regex(/^\d{3}$/)).meta({ title: '公司' })

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
  /** 坏账: what was written off of customers' bills in the month, less what was taken back of it. */
  badDebtCents: z.int(),
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
  badDebtCents: z.int(),
  grossCents: z.int(),
  marginBp: z.int().nullable(),
})
export type MonthPart = z.output<typeof MonthPart>

export const ManualLine = z.object({
  id: z.int(),
  label: z.string(),
  amountCents: z.int(),
  /** Of a cost of every month: its last month, null where it goes on; absent for a line of one month. */
  monthly: z.object({ to: z.string().nullable() }).optional(),
  createdByName: z.string(),
  createdAt: z.iso.datetime(),
  version: z.int(),
})
export type ManualLine = z.output<typeof ManualLine>

export const MonthStep = z.object({
  id: z.int(),
  action: z.enum(['close', 'reopen', 'request-reopen', 'withdraw-reopen']),
  snapshotNo: z.int().nullable(),
  hash: z.string().nullable(),
  reason: z.string().nullable(),
  waived: z.array(z.object({ item: z.string(), reason: z.string() })),
  byName: z.string(),
  at: z.iso.datetime(),
})
export type MonthStep = z.output<typeof MonthStep>

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
