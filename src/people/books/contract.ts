import * as z from 'zod'
import { endpoint, Month, Version } from '#kit/contract.ts'
import { line } from '#kit/fields.ts'

const code = z
  .string()
  .regex(/^\d{3}$/)
  .meta({ title: '公司' })

/** The bookkeeping period of a company. */
export const Books = z.object({
  companyCode: z.string(),
  /** The first month; null until it is set. Nothing is booked before it. */
  from: z.string().nullable(),
  /** The first open day: the day after the last closed month. */
  openFrom: z.string(),
  /** The proposed first month if none is set. */
  proposed: z.string(),
  /** True if a month is closed, so that the first month cannot change. */
  locked: z.boolean(),
  version: z.int(),
})

export type Books = z.output<typeof Books>

export const companyBooks = {
  get: endpoint('GET /api/companies/:code/books', {
    needs: 'canChargeCustomer',
    summary: '公司的启用月份',
    input: z.strictObject({ code }),
    output: Books,
  }),
  set: endpoint('POST /api/companies/:code/books', {
    needs: 'canAdmin',
    summary: '设定启用月份；有已结账的月份后不能再改',
    input: z.strictObject({
      code,
      version: Version,
      month: Month.meta({ title: '启用月份' }),
      reason: line('原因', 200),
    }),
    output: Books,
  }),
}
