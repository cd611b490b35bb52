import type { Pricing } from '#clients/pricing/contract.ts'
import { formatCount, formatMoney, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'

/** A price as one line: ¥5,000.00/月，每天含 200 人，超量每人 ¥0.60. */
export function pricingText(pricing: Pricing): string {
  switch (pricing.model) {
    case 'fixed':
      return t('{fee}/月', { fee: formatMoney(pricing.monthlyCents) })
    case 'tier':
      return pricing.tiers.map(tierText).join(t('；'))
    case 'included':
      return t('{fee}/月，每天含 {n} 人，超量每人 {price}', {
        fee: formatMoney(pricing.monthlyCents),
        n: formatCount(pricing.includedDaily),
        price: formatMoney(pricing.overageCents),
      })
    case 'commission':
      return t('{fee}/月 + 销售额的 {rate}', {
        fee: formatMoney(pricing.baseCents),
        rate: formatRate(pricing.rateBp),
      })
    case 'daily':
      return t('{fee}/天', { fee: formatMoney(pricing.dayCents) })
    case 'hourly':
      return t('{fee}/小时，每天 {n} 小时', {
        fee: formatMoney(pricing.hourCents),
        n: pricing.hoursPerDay,
      })
  }
}

function tierText({ upTo, monthlyCents }: { upTo: number | null; monthlyCents: number }): string {
  const fee = formatMoney(monthlyCents)
  return upTo === null
    ? t('更多 {fee}/月', { fee })
    : t('日均至 {n} 人 {fee}/月', { n: formatCount(upTo), fee })
}
