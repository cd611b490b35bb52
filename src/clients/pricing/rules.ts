import type { Pricing } from './contract.ts'

/** The days that a price by day or hour counts for a month, where a monthly fee is asked for. */
export const DAYS_A_MONTH = 30

/**
 * What terms bring in a month, in 分: the fixed part; by tier the fee of the tier that the daily mean of the month before
 * falls into (a fraction: 50.27 is above a tier up to 50; without figures the lowest); by day or hour 30 days of it.
 * Overage and commission come on top.
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
