import { findLines, findPricesUnder } from '#billing/customer-bills/queries.ts'
import { SERVICE_TAX_BP } from '#billing/customer-bills/rules.ts'
import type { Pricing } from '#clients/pricing/contract.ts'
import { type Day, monthAfter, monthOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { adjustmentLines } from './rules.ts'
import type { AddAdjustment } from './steps.ts'

interface PriceCorrection {
  storeId: number
  companyCode: string
  /** The terms with the wrong price, and the correct price. */
  termsId: number
  pricing: Pricing
  /** First day of the terms, and first day that is not in a closed month. */
  fromOn: Day
  openFrom: Day
}

/**
 * 补算已结月份: recalculates the issued bills of closed months with the correct price and drafts the differences as
 * adjustments in the oldest open month. The closed months and their terms do not change, so no rerate row changes
 * either.
 */
export async function settleClosedMonths(
  context: Context,
  corrected: PriceCorrection,
  add: AddAdjustment,
): Promise<{ count: number; cents: number }> {
  const { db, clock } = context
  const { storeId, companyCode, openFrom, termsId, pricing } = corrected
  const made = { count: 0, cents: 0 }
  for (let month = monthOf(corrected.fromOn); month < monthOf(openFrom); month = monthAfter(month)) {
    const { issued, now, under } = await findPricesUnder(db, storeId, month, { termsId, pricing }, clock())
    const items = new Set(issued.flatMap((bill) => bill.items))
    const [before, later] = [now, under].map((lines) => lines.filter(({ item }) => items.has(item)))
    const source = issued.find(({ kind }) => kind === 'service' || kind === 'adjustment') ?? issued[0]
    if (!source || !before || !later) continue
    const taxes = new Map(
      (await findLines(db, source.billId)).map(({ item, taxRateBp }) => [item, taxRateBp]),
    )
    const total = (lines: typeof before) => sum(lines.map(({ amountCents }) => amountCents))
    const cents = total(later) - total(before)
    if (cents === 0) continue
    const lines = adjustmentLines({
      month,
      before,
      now: later,
      settledCents: 0,
      waivedCents: 0,
      pricedAtIssueCents: total(before),
      pricedNowCents: total(later),
      taxOf: (item) => taxes.get(item) ?? SERVICE_TAX_BP,
    })
    await add(context, {
      companyCode,
      storeId,
      customerId: source.customerId,
      month: monthOf(openFrom),
      relatesToId: source.billId,
      rerateId: null,
      note: null,
      lines,
    })
    made.count += 1
    made.cents += cents
  }
  return made
}
