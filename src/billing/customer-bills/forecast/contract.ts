import * as z from 'zod'
import { REVENUE_PARTS } from '#billing/customer-bills/rules.ts'
import { endpoint, Keyword, Month, many, page, paged } from '#kit/contract.ts'

/** What a month that is open comes to so far, and at the present rate. 分, with tax. */
const Figures = z.object({
  /** 已出账: bills that were issued. */
  issuedCents: z.int(),
  /** 草稿. */
  draftCents: z.int(),
  /** 推算: what will be proposed where no draft stands yet. */
  estimatedCents: z.int(),
  totalCents: z.int(),
})

/** A store of the month, or a customer that is billed as a whole. */
export const ForecastItem = Figures.extend({
  id: z.int(),
  companyCode: z.string(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  customerId: z.int(),
  customerName: z.string(),
  /** What the estimate had nothing to go by: it leaves that out. */
  lacking: z.array(z.enum(['terms', 'volume', 'sales', 'mean'])),
})

export type ForecastItem = z.output<typeof ForecastItem>

/** A part of the revenue, beside what it came to in the month before: issued and drafts. 分. */
export const ForecastPart = Figures.extend({ part: z.enum(REVENUE_PARTS), beforeCents: z.int() })
export type ForecastPart = z.output<typeof ForecastPart>

/** What the month costs to its end as far as it is known. 分. */
export const ForecastCosts = z.object({
  /** 店铺工资 of the whole month as people are assigned. */
  storeSalaryCents: z.int(),
  /** 客服提成 at the present rate. */
  agentCommissionCents: z.int(),
  /** Base pay with the days ahead attended, seniority, corrections. */
  otherSalaryCents: z.int(),
  claimCents: z.int(),
  manualCents: z.int(),
  badDebtCents: z.int(),
})

export type ForecastCosts = z.output<typeof ForecastCosts>

export const receivableForecast = {
  read: endpoint('GET /api/receivables/forecast', {
    needs: 'canChargeCustomer',
    summary: '未结账月份的预计：每家店铺已出账、草稿和推算；成本和净利另需 canManageMonthlyFinancial',
    input: page(
      {
        /** Without one, this month. */
        month: Month.optional().meta({ title: '月份' }),
        keyword: Keyword,
        companyCode: many(z.string().regex(/^\d{3}$/)),
      },
      ['id', 'issuedCents', 'draftCents', 'estimatedCents', 'totalCents'],
    ),
    output: paged(ForecastItem).extend({
      month: z.string(),
      sums: Figures,
      /** The same by what it is for. */
      parts: z.array(ForecastPart),
      /** Of how many stores something is not issued yet. */
      pending: z.int(),
      /** Null for whom costs are hidden from. */
      result: ForecastCosts.extend({ netCents: z.int() }).nullable(),
    }),
  }),
}
