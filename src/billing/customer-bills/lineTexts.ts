import { formatCount, formatMoney, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { BillLine } from './contract.ts'
import type { BillLineDetail, LineDay } from './contractLines.ts'
import { itemNames } from './rules.ts'

/** Name of a line's item. */
export function itemText({ item, label }: Pick<BillLine, 'item' | 'label'>): string {
  return label ?? t(itemNames[item])
}

/** Quantity with unit: `21/31 天`, `1,550 人`. */
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

/** Price of a line: an amount, or a rate for commission. */
export function priceText({ item, price }: Pick<BillLine, 'item' | 'price'>): string {
  return item === 'commission' ? formatRate(price) : formatMoney(price)
}

interface FormulaInput {
  line: Pick<BillLine, 'item' | 'qty' | 'per' | 'price' | 'amountCents'>
  sum: Pick<BillLineDetail['sum'], 'volume' | 'included' | 'salesCents'>
}

/** Formula of a line: `(咨询 7,000 − 包量 6,200) × ¥0.60 = ¥480.00`. */
export function formulaText({ line, sum }: FormulaInput): string {
  const amount = formatMoney(line.amountCents)
  const price = priceText(line)
  switch (line.item) {
    case 'overage':
      return t('(咨询 {volume} − 包量 {included}) × {price} = {amount}', {
        volume: formatCount(sum.volume),
        included: formatCount(sum.included),
        price,
        amount,
      })
    case 'commission':
      return t('销售额 {sales} × {rate} = {amount}', {
        sales: formatMoney(sum.salesCents),
        rate: formatRate(line.price),
        amount,
      })
    case 'prepaid':
      return t('已在相关账单里预收，这里减去 {amount}', { amount: formatMoney(-line.amountCents) })
    case 'refunded':
      return t('相关账单已退 {amount}，不再重复退还', { amount })
    case 'stopped':
      return t('停止服务后没有服务的日子，退还 {amount}', { amount: formatMoney(-line.amountCents) })
    case 'refund':
      return t('从相关账单退还 {amount}', { amount: formatMoney(-line.amountCents) })
    case 'other':
      return t('手工填写：{price} × {qty} = {amount}', { price, qty: qtyText(line), amount })
    default:
      return t('{price} × {qty} = {amount}', { price, qty: qtyText(line), amount })
  }
}

const STATES: Record<LineDay['state'], string> = { counted: '计入', missing: '缺数据', excluded: '不计入' }

/** Why a day is excluded from the line. */
const REASONS: Record<NonNullable<LineDay['why']>, string> = {
  before: '上线前',
  trial: '试单期',
  paused: '暂停期',
  stopped: '已停止服务',
  terms: '还没有计费方式',
  other: '按另一种价格，在别的行',
}

/** Text of a day: counted, missing, or why it is excluded. */
export function dayText({ state, why }: Pick<LineDay, 'state' | 'why'>): string {
  return t(why === null ? STATES[state] : REASONS[why])
}
