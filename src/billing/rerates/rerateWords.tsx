import { itemNames } from '#billing/customer-bills/rules.ts'
import { pricingText } from '#clients/stores/ui/pricingText.tsx'
import { formatCount, formatMoney, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { RerateDetail } from './contract.ts'

type Line = RerateDetail['now'][number]
type Fact = RerateDetail['days'][number]['now']

/** Text of a price line: `月费 ¥3,100.00 × 20/31`. */
export function lineText({ item, price, qty, per }: Line): string {
  const name = t(itemNames[item as keyof typeof itemNames])
  if (item === 'commission') return `${name} ${formatMoney(qty)} × ${formatRate(price)}`
  const share = per === 1 ? formatCount(qty) : `${formatCount(qty)}/${formatCount(per)}`
  return `${name} ${formatMoney(price)} × ${share}`
}

/** Text of a day's data: `服务中 · 固定月费 ¥3,100.00 · 咨询 520 人`. */
export function factText(fact: Fact | null): string {
  if (fact === null) return t('没有留存')
  const { served, pricing, volume, salesCents } = fact
  if (!served) return t('不在服务中')
  return [
    pricing === null ? t('没有计费方式') : pricingText(pricing),
    ...(volume === null ? [] : [t('咨询 {n} 人', { n: formatCount(volume) })]),
    ...(salesCents === null ? [] : [t('销售额 {money}', { money: formatMoney(salesCents) })]),
  ].join(' · ')
}
