import * as z from 'zod'
import { REVENUE_PARTS } from '#billing/customer-bills/rules.ts'
import { endpoint, Keyword, Month, many, page, paged } from '#kit/contract.ts'

/** Forecast of an open month, in 分, including tax. */
const Figures = z.object({
  /** 已出账: issued bills. */
  issuedCents: z.int(),
  /** 草稿: drafts. */
  draftCents: z.int(),
  /** 推算: future proposals for stores without a draft. */
  estimatedCents: z.int(),
  totalCents: z.int(),
})

/** A store, or a customer with a bill without a store. */
export const ForecastItem = Figures.extend({
  id: z.int(),
  companyCode: z.string(),
  storeId: z.int().nullable(),
  storeName: z.string().nullable(),
  customerId: z.int(),
  customerName: z.string(),
  /** Data that the estimate lacks and therefore leaves out. */
  lacking: z.array(z.enum(['terms', 'volume', 'sales', 'mean'])),
})

export type ForecastItem = z.output<typeof ForecastItem>

/** A revenue part, with issued and draft bills of the previous month for comparison. In 分. */
export const ForecastPart = Figures.extend({ part: z.enum(REVENUE_PARTS), beforeCents: z.int() })
export type ForecastPart = z.output<typeof ForecastPart>

/** Forecast costs of the month, in 分. */
export const ForecastCosts = z.object({
  /** 店铺工资 of the whole month, by current assignments. */
  storeSalaryCents: z.int(),
  /** 客服提成 at the current rate. */
  agentCommissionCents: z.int(),
  /** Base pay as if all remaining days are attended, seniority and corrections. */
  otherSalaryCents: z.int(),
  claimCents: z.int(),
  manualCents: z.int(),
  badDebtCents: z.int(),
})

export type ForecastCosts = z.output<typeof ForecastCosts>

export const receivableForecast = {
  read: endpoint('GET /api/receivables/forecast', {
    needs: 'canChargeCustomer',
    isHeavy: true,
    summary: '未结账月份的预计：每家店铺已出账、草稿和推算；成本和净利另需 canManageMonthlyFinancial',
    input: page(
      {
        /** Defaults to the current month. */
        month: Month.optional().meta({ title: '月份' }),
        keyword: Keyword,
        companyCode: many(z.string().regex(/^\d{3}$/)),
      },
      ['id', 'issuedCents', 'draftCents', 'estimatedCents', 'totalCents'],
    ),
    output: paged(ForecastItem).extend({
      month: z.string(),
      sums: Figures,
      /** The totals by revenue part. */
      parts: z.array(ForecastPart),
      /** Number of stores with drafts or estimates. */
      pending: z.int(),
      /** Null without permission to manage monthly financials. */
      result: ForecastCosts.extend({ netCents: z.int() }).nullable(),
    }),
  }),
}
