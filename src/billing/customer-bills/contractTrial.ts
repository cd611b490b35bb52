import * as z from 'zod'
import { Pricing } from '#clients/pricing/contract.ts'
import { Platform } from '#clients/stores/contract.ts'
import { endpoint, Id, Month } from '#kit/contract.ts'
import { BillLine, Missing } from './contract.ts'

/** Maximum number of stores per trial. */
export const MAX_TRIAL_STORES = 30_000

/** Maximum number of stores listed; those with the largest differences. */
export const MAX_LISTED_STORES = 100

/** Amount of a store month at one price. */
const TrialPrice = z.object({
  totalCents: z.int(),
  lines: z.array(BillLine.omit({ position: true, label: true, termsId: true })),
  missing: z.array(Missing),
})

export type TrialPrice = z.output<typeof TrialPrice>

/** A store month with its current and with the new price. Amounts in 分. */
const TrialStore = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  customerId: z.int(),
  customerName: z.string(),
  servedDays: z.int(),
  /** Terms at the end of the month; null if there are none. */
  pricing: Pricing.nullable(),
  present: TrialPrice,
  trial: TrialPrice,
  differenceCents: z.int(),
  /** Total of the month's issued bills; null if there are none or the actor may not see bills. */
  billedCents: z.int().nullable(),
})

export type TrialStore = z.output<typeof TrialStore>

/** Totals of all stores in a trial. Only the first stores are listed. */
const Trial = z.object({
  month: z.string(),
  stores: z.int(),
  /** Number of stores for which the new price is higher, lower or equal. */
  more: z.int(),
  less: z.int(),
  same: z.int(),
  /** Number of stores with missing figures or terms for either price. */
  incomplete: z.int(),
  presentCents: z.int(),
  trialCents: z.int(),
  differenceCents: z.int(),
  items: z.array(TrialStore),
})

export type Trial = z.output<typeof Trial>

/** Trial of a new price on the stores whose terms the actor may change; role 2 has no access. */
export const billTrials = {
  run: endpoint('POST /api/customer-bills/trial', {
    needs: 'canUpdateStore',
    isHeavy: true,
    budget: 'preview',
    summary: '试算：一家店铺、一位客户或全部店铺的某个已结束的月份按新价是多少；不写入任何数据',
    // No audit and no stored response, because it writes nothing.
    audited: false,
    answerKept: false,
    input: z.strictObject({
      month: Month.meta({ title: '试算月份' }),
      pricing: Pricing,
      customerId: Id.optional().meta({ title: '客户' }),
      storeId: Id.optional().meta({ title: '店铺' }),
    }),
    output: Trial,
  }),
}
