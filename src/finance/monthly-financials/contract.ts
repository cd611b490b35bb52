import * as z from 'zod'
import { endpoint, Keyword, Month, page, paged } from '#kit/contract.ts'

/** `before`: the company's books begin later (未启用), so there is no result and nothing to close. */
export const MonthStatus = z.enum(['before', 'open', 'closed', 'reopened']).meta({ title: '状态' })
export type MonthStatus = z.output<typeof MonthStatus>

/** Company; an admin of 001 names one, or none for all companies together. Other users read their own. */
export const companyCode = z.optional(z.string().regex(/^\d{3}$/)).meta({ title: '公司' })

/** Amounts of a month in 分, tax-inclusive; costs are positive. */
export const MonthSums = z.object({
  serviceCents: z.int(),
  commissionCents: z.int(),
  overageCents: z.int(),
  /** 临时 and 增值. */
  otherIncomeCents: z.int(),
  /** 退款 and 调整, with their sign. */
  adjustmentCents: z.int(),
  /** Accrual: issued bills of the service month, without deposits, opening balances and void bills. */
  revenueCents: z.int(),
  /** 不含税. */
  netOfTaxCents: z.int(),
  /** Cash: receipts and payouts by their own day, without deposits. */
  cashCents: z.int(),
  storeSalaryCents: z.int(),
  agentCommissionCents: z.int(),
  /** Items of approved claims with a store or a customer. */
  taggedClaimCents: z.int(),
  /** 坏账: write-offs of customer bills in the month, less reversed write-offs. */
  badDebtCents: z.int(),
  grossCents: z.int(),
  commonClaimCents: z.int(),
  otherSalaryCents: z.int(),
  manualCents: z.int(),
  netCents: z.int(),
})
export type MonthSums = z.output<typeof MonthSums>

/** 月经常收入 from the previous month to this one: start + new + expansion − contraction − churn + reactivation = end. */
export const Recurring = z.object({
  startCents: z.int(),
  newCents: z.int(),
  expansionCents: z.int(),
  contractionCents: z.int(),
  churnCents: z.int(),
  reactivationCents: z.int(),
  endCents: z.int(),
})

/** Rates in basis points; null unless the denominator is positive. */
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
  /** Revenue per billed customer. */
  arpaCents: z.int().nullable(),
  /** Amount received so far ÷ amount due, for the bills of this service month. */
  collectionBp: z.int().nullable(),
})

/** A month in the table: from its snapshot if it is closed, else from current data. */
export const MonthResult = z.object({
  month: z.string(),
  status: MonthStatus,
  /** Version of the row that closing and reopening change; 0 without a row. */
  version: z.int(),
  /** Number of the current snapshot; null while the month is open. */
  snapshotNo: z.int().nullable(),
  sums: MonthSums,
  recurring: Recurring,
  ratios: MonthRatios,
})
export type MonthResult = z.output<typeof MonthResult>

export const PartKind = z.enum(['store', 'customer', 'agent'])
export type PartKind = z.output<typeof PartKind>

/** Revenue and costs of a store, customer or agent in a month. */
export const MonthPart = z.object({
  id: z.int(),
  name: z.string(),
  /** Customer of a store, or team head of an agent. */
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
  /** For a recurring cost only: its last month, null without an end. */
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
  /** Whether this is the latest closed month, the only one that can be reopened. */
  isLatestClosed: z.boolean(),
  /** Reopening that awaits the confirmation of a second admin. */
  reopening: z
    .object({ byName: z.string(), mine: z.boolean(), reason: z.string(), at: z.iso.datetime() })
    .nullable(),
})
export type MonthPage = z.output<typeof MonthPage>

export const monthlyFinancials = {
  list: endpoint('GET /api/monthly-financials', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '各月财务结果；不填起止则为最近六个月',
    input: z.strictObject({ from: Month.optional(), to: Month.optional(), companyCode }),
    output: z.object({ items: z.array(MonthResult) }),
  }),
  get: endpoint('GET /api/monthly-financials/:month', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '一个月的结果、手工项和结账记录',
    input: z.strictObject({ month: Month, companyCode }),
    output: MonthPage,
  }),
  parts: endpoint('GET /api/monthly-financials/:month/parts', {
    needs: 'canManageMonthlyFinancial',
    isHeavy: true,
    summary: '一个月里每家店铺、每位客户或每位客服的收入和成本；默认亏损在前',
    input: page({ month: Month, companyCode, by: PartKind, keyword: Keyword }, [
      'grossCents',
      'marginBp',
      'revenueCents',
    ]),
    output: paged(MonthPart),
  }),
}
