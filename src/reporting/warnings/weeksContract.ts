import * as z from 'zod'
import { endpoint, Id, Keyword, many, page, paged } from '#kit/contract.ts'
import {
  RiskLevel,
  RiskPart,
  visibleRisk,
  Warning,
  WarningKind,
  WarningLevel,
  Week,
  weekFigures,
} from './contract.ts'

/** A customer's week with its baseline, quota and churn score. */
export const CustomerWeek = z.object({
  customerId: z.int(),
  customerName: z.string(),
  companyCode: z.string(),
  ownerName: z.string(),
  weekOn: z.string(),
  ...weekFigures,
  ...visibleRisk,
  parts: z.array(RiskPart),
})

export type CustomerWeek = z.output<typeof CustomerWeek>

const RiskOfCustomer = z.object({
  /** Null before the first run. */
  weekOn: z.string().nullable(),
  risk: z
    .object({
      ...visibleRisk,
      parts: z.array(RiskPart),
      /** The version of the formula. */
      version: z.int(),
    })
    .nullable(),
  /** The score by week, oldest first; only weeks in which the user sees all stores. */
  course: z.array(z.object({ weekOn: z.string(), score: z.int() })),
  /** The customer's open warnings. */
  open: z.array(
    z.object({
      id: z.int(),
      weekOn: z.string(),
      kind: WarningKind,
      level: WarningLevel,
      value: Warning.shape.value,
    }),
  ),
})

export const customerWeeks = {
  list: endpoint('GET /api/reports/weekly-warning-customer', {
    isHeavy: true,
    needs: 'canWarningCustomer',
    summary: '各客户一周的咨询量、基线、包量和流失风险；默认最近检查过的一周',
    input: page(
      {
        week: Week.optional(),
        keyword: Keyword,
        risk: many(RiskLevel),
        ownerId: many(Id),
        companyCode: many(z.string().regex(/^\d{3}$/)).meta({ title: '公司' }),
      },
      ['score', 'customerName', 'volume', 'changeBp', 'useBp'],
    ),
    output: paged(CustomerWeek).extend({
      weekOn: z.string().nullable(),
      riskCounts: z.record(z.string(), z.int()),
    }),
  }),
  risk: endpoint('GET /api/customers/:id/churn-risk', {
    needs: 'canReadCustomer',
    summary: '客户的流失风险：分数、理由和走势，以及未处理的预警',
    input: z.strictObject({ id: Id }),
    output: RiskOfCustomer,
  }),
}
