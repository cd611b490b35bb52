import { formatCount, formatMoney, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { BillLine } from './contract.ts'
import { itemNames } from './rules.ts'

/** What a line is for. */
export function itemText({ item, label }: Pick<BillLine, 'item' | 'label'>): string {
  return label ?? t(itemNames[item])
}

/** How many of what: 21/31 天, 1,550 人. */
export function qtyText({ item, qty, per }: Pick<BillLine, 'item' | 'qty' | 'per'>): string {
  switch (item) {
    case 'monthly':
      return t('{n}/{all} 天', { n: qty, all: per })
    case 'daily':
      return t('{n} 天', { n: qty })
    case 'hourly':
      return t('{n} 小时', { n: formatCount(qty) })
    case 'overage':
      return t('{n} 人', { n: formatCount(qty) })
    case 'commission':
      return formatMoney(qty)
    default:
      return formatCount(qty)
  }
}

/** A price by its line: an amount, or a rate of the sales. */
export function priceText({ item, price }: Pick<BillLine, 'item' | 'price'>): string {
  return item === 'commission' ? formatRate(price) : formatMoney(price)
}
