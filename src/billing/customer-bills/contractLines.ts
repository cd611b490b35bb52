import * as z from 'zod'
import { Pricing } from '#clients/pricing/contract.ts'
import { endpoint, Id, IdText } from '#kit/contract.ts'
import { BillKind, BillLine, BillOrigin } from './contract.ts'

/** A day of the month as a line counts it, with where its figure was read. */
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
  /** The file of the store's own row and the line in it, as the spreadsheet numbers it. */
  fileName: z.string().nullable(),
  row: z.int().nullable(),
})

export type LineDay = z.output<typeof LineDay>

/** A line of a bill down to the days that it comes from; Σ of the days and of what changed since is the line. */
export const OpenedLine = z.object({
  line: BillLine,
  origin: BillOrigin,
  reason: z.string().nullable(),
  kind: BillKind,
  month: z.string(),
  customerId: z.int(),
  store: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The terms that priced it, each with how many of its days. */
  terms: z.array(z.object({ id: z.int(), fromOn: z.string(), pricing: Pricing, days: z.int() })),
  /** The daily mean of the month before, where a tier was chosen by it; a fraction. */
  meanBefore: z.number().nullable(),
  /** Every day of the month; none where the line does not come from days. */
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
  /** What the line has beyond what its days come to now: terms or figures that changed after it was worked out. */
  sinceQty: z.int(),
  sinceCents: z.int(),
  /** The bill that the line settles or gives back. */
  relatesTo: z.object({ id: z.int(), code: z.string().nullable(), totalCents: z.int() }).nullable(),
  /** What was proposed, of a bill that was changed by hand: its lines in words, and their total. */
  proposal: z.object({ lines: z.array(z.string()), totalCents: z.int() }).nullable(),
})

export type OpenedLine = z.output<typeof OpenedLine>

/** The greatest place that a line can have: the database's `smallint` ends there. */
const MAX_POSITION = 32_767

export const customerBillLines = {
  get: endpoint('GET /api/customer-bills/:id/lines/:position', {
    needs: 'canChargeCustomer',
    summary: '账单的一行怎么来的：计费方式、每一天计入或不计入的原因，直到当天的数据和导入文件的行',
    input: z.strictObject({
      id: Id,
      position: IdText.transform(Number).refine((position) => position <= MAX_POSITION),
    }),
    output: OpenedLine,
  }),
}
