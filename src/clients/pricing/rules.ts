import type { Pricing } from './contract.ts'

/** Days per month used to convert prices by day or hour into a monthly fee. */
export const DAYS_A_MONTH = 30

/**
 * Monthly fee of a pricing, in 分: the fixed part; for tiers the fee of the tier that contains the daily mean of the
 * previous month (a fraction: 50.27 is above a tier up to 50; without figures the lowest tier); for prices by day or
 * hour, 30 days. Overage and commission are extra.
 */
export function monthlyFeeCents(pricing: Pricing, meanVolume: number | null): number {
  switch (pricing.model) {
    case 'fixed':
    case 'included':
      return pricing.monthlyCents
    case 'commission':
      return pricing.baseCents
    case 'tier': {
      const tier = pricing.tiers.find(({ upTo }) => upTo === null || (meanVolume ?? 0) <= upTo)
      return tier?.monthlyCents ?? 0
    }
    case 'daily':
      return pricing.dayCents * DAYS_A_MONTH
    case 'hourly':
      return pricing.hourCents * pricing.hoursPerDay * DAYS_A_MONTH
  }
}
