import * as z from 'zod'
import { Pricing } from '#clients/pricing/contract.ts'
import { endpoint, Id, IdText } from '#kit/contract.ts'
import { BillKind, BillLine, BillOrigin } from './contract.ts'

/** A day of a bill line, with the source of its figure. */
export const LineDay = z.object({
  on: z.string(),
  state: z.enum(['counted', 'missing', 'excluded']),
  why: z.enum(['before', 'trial', 'paused', 'stopped', 'terms', 'other']).nullable(),
  termsId: z.int().nullable(),
  volume: z.int().nullable(),
  salesCents: z.int().nullable(),
  included: z.int().nullable(),
  amountCents: z.int().nullable(),
  source: z.enum(['imported', 'keyed', 'sum']).nullable(),
  /** Import file and spreadsheet row of the store's own figure. */
  fileName: z.string().nullable(),
  row: z.int().nullable(),
})

export type LineDay = z.output<typeof LineDay>

/** A bill line with its days. The total of the days plus `sinceCents` equals the line. */
export const BillLineDetail = z.object({
  line: BillLine,
  origin: BillOrigin,
  reason: z.string().nullable(),
  kind: BillKind,
  month: z.string(),
  customerId: z.int(),
  store: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** Terms that priced the line, each with its number of days. */
  terms: z.array(z.object({ id: z.int(), fromOn: z.string(), pricing: Pricing, days: z.int() })),
  /** Mean daily volume of the previous month, if it selected the tier; may be fractional. */
  meanBefore: z.number().nullable(),
  /** Every day of the month; empty if the line is not calculated by day. */
  days: z.array(LineDay),
  sum: z.object({
    qty: z.int(),
    amountCents: z.int(),
    days: z.int(),
    volume: z.int(),
    included: z.int(),
    salesCents: z.int(),
    excludedDays: z.int(),
    excludedVolume: z.int(),
  }),
  /** Difference between the line and its days at current terms and figures. */
  sinceQty: z.int(),
  sinceCents: z.int(),
  /** The bill that the line settles or refunds. */
  relatesTo: z.object({ id: z.int(), code: z.string().nullable(), totalCents: z.int() }).nullable(),
  /** The proposal, if the bill was edited manually: lines as text, and total. */
  proposal: z.object({ lines: z.array(z.string()), totalCents: z.int() }).nullable(),
})

export type BillLineDetail = z.output<typeof BillLineDetail>

/** Maximum of PostgreSQL's `smallint`. */
const MAX_POSITION = 32_767

export const customerBillLines = {
  get: endpoint('GET /api/customer-bills/:id/lines/:position', {
    needs: 'canChargeCustomer',
    isHeavy: true,
    summary: '账单的一行怎么来的：计费方式、每一天计入或不计入的原因，直到当天的数据和导入文件的行',
    input: z.strictObject({
      id: Id,
      position: IdText.transform(Number).refine((position) => position <= MAX_POSITION),
    }),
    output: BillLineDetail,
  }),
}
