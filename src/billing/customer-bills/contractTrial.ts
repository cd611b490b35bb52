import * as z from 'zod'
import { Pricing } from '#clients/pricing/contract.ts'
import { Platform } from '#clients/stores/contract.ts'
import { endpoint, Id, Month } from '#kit/contract.ts'
import { BillLine, Missing } from './contract.ts'

/** So many stores one trial prices. */
export const MOST_TRIED = 30_000

/** So many of them are told one by one: those for whom most changes. */
export const MOST_TOLD = 100

/** What a store's month comes to by one price. */
const TriedPrice = z.object({
  totalCents: z.int(),
  lines: z.array(BillLine.omit({ position: true, label: true, termsId: true })),
  missing: z.array(Missing),
})

export type TriedPrice = z.output<typeof TriedPrice>

/** A store's month by its terms and by the new price. Amounts in 分. */
const TriedStore = z.object({
  storeId: z.int(),
  storeName: z.string(),
  platform: Platform,
  customerId: z.int(),
  customerName: z.string(),
  servedDays: z.int(),
  /** The terms at the month's end; null where there are none. */
  pricing: Pricing.nullable(),
  present: TriedPrice,
  trial: TriedPrice,
  differenceCents: z.int(),
  /** What its issued bills of the month come to; null where there are none, or for whom bills are not to be seen. */
  billedCents: z.int().nullable(),
})

export type TriedStore = z.output<typeof TriedStore>

/** What all stores of a trial come to, of whom only the first are told. */
const Trial = z.object({
  month: z.string(),
  stores: z.int(),
  /** For how many the new price is more, less, and the same. */
  more: z.int(),
  less: z.int(),
  same: z.int(),
  /** Stores of which a figure or terms are missing, for the one price or the other. */
  incomplete: z.int(),
  presentCents: z.int(),
  trialCents: z.int(),
  differenceCents: z.int(),
  items: z.array(TriedStore),
})

export type Trial = z.output<typeof Trial>

/** Whoever may agree a price may try it on the stores whose price is that person's to agree; role 2 may not. */
export const billTrials = {
  run: endpoint('POST /api/customer-bills/trial', {
    needs: 'canUpdateStore',
    summary: '试算：一家店铺、一位客户或全部店铺的某个已结束的月份按新价是多少；不写入任何数据',
    // It writes nothing.
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
