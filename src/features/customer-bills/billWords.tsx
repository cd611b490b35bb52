import { formatCount, formatMoney, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Bill, BillLine } from './contract.ts'
import { itemNames, kindNames } from './rules.ts'

export const BILLS_PATH = '/customer-bill-management'

/** What a bill is called: its number, or, as long as it has none, what it is. */
export function billName({ code, kind, month }: Pick<Bill, 'code' | 'kind' | 'month'>): string {
  return code ?? t('{month} {kind}', { month, kind: t(kindNames[kind]) })
}

/** What a line is for. */
export function itemText({ item, label }: BillLine): string {
  return label ?? t(itemNames[item])
}

/** How many of what: 21/31 天, 1,550 人. */
export function qtyText({ item, qty, per }: BillLine): string {
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
export function priceText({ item, price }: BillLine): string {
  return item === 'commission' ? formatRate(price) : formatMoney(price)
}

/** What a proposal lacks, each in a few words. */
export function missingTexts(missing: Bill['missing']): string[] {
  return missing.map(({ what, days }) => t(LACKING[what], { n: days.length }))
}

const LACKING = {
  terms: '{n} 天没有计费方式',
  volume: '缺 {n} 天咨询量',
  sales: '缺 {n} 天销售额',
  mean: '上月没有数据，按最低档',
} as const
