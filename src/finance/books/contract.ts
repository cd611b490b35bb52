import * as z from 'zod'
import { Covers, endpoint, page, paged } from '#kit/contract.ts'

export const OutsideKind = z
  .enum(['opening', 'bill', 'receipt', 'claim', 'manual-line', 'pay-correction'])
  .meta({ title: '单据' })

export type OutsideKind = z.output<typeof OutsideKind>

/** A document dated outside the bounds of its company's books, so that it counts in no month. Amounts in 分. */
export const OutsideDocument = z.object({
  document: OutsideKind,
  id: z.int(),
  companyCode: z.string(),
  name: z.string(),
  onDay: z.string(),
  amountCents: z.int().nullable(),
  /** The bill of a receipt, on whose page it is edited. */
  billId: z.int().nullable(),
  /** For receipts: version of the bill. */
  version: z.int().nullable(),
})

export type OutsideDocument = z.output<typeof OutsideDocument>

export const outsideBooks = {
  list: endpoint('GET /api/outside-documents', {
    needs: 'canChargeCustomer',
    summary: '账期外的单据：日期不在启用月份和今天允许的范围内，不计入任何月份',
    input: page({}, ['onDay', 'amountCents']),
    /** Covers all documents. */
    output: paged(OutsideDocument).extend({ covers: Covers }),
  }),
}
