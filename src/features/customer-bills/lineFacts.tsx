import { Link } from 'react-router'
import { formatCount, formatMoney, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Fact } from '#kit/ui/Facts.tsx'
import { BILLS_PATH } from './billWords.tsx'
import type { OpenedLine } from './contractLines.ts'
import { priceText, qtyText } from './lineWords.ts'

/** How a line is reckoned, and what counted for it. */
export function lineFacts(data: OpenedLine): Fact[] {
  const { days, sum, meanBefore, relatesTo } = data
  return [
    { label: t('算法'), value: formulaText(data), wide: true },
    ...(days.length > 0 ? countedFacts(sum) : []),
    ...(meanBefore === null
      ? []
      : [{ label: t('上月日均咨询'), value: t('{n} 人', { n: formatCount(meanBefore) }) }]),
    ...(relatesTo
      ? [
          {
            label: t('相关账单'),
            value: (
              <Link to={`${BILLS_PATH}/${relatesTo.id}`}>
                {relatesTo.code ?? t('草稿')} {formatMoney(relatesTo.totalCents)}
              </Link>
            ),
            wide: true,
          },
        ]
      : []),
  ]
}

function countedFacts(sum: OpenedLine['sum']): Fact[] {
  return [
    { label: t('计入'), value: daysText(sum.days, sum.volume) },
    { label: t('不计入'), value: daysText(sum.excludedDays, sum.excludedVolume) },
  ]
}

const daysText = (days: number, volume: number) =>
  t('{days} 天，咨询 {n} 人', { days, n: formatCount(volume) })

/** The sum in words: (计入咨询 7,000 − 含量 6,200) × ¥0.60 = ¥480.00. */
function formulaText({ line, sum }: OpenedLine): string {
  const amount = formatMoney(line.amountCents)
  const price = priceText(line)
  switch (line.item) {
    case 'overage':
      return t('(咨询 {volume} − 含量 {included}) × {price} = {amount}', {
        ...{ volume: formatCount(sum.volume), included: formatCount(sum.included), price, amount },
      })
    case 'commission':
      return t('销售额 {sales} × {rate} = {amount}', {
        ...{ sales: formatMoney(sum.salesCents), rate: formatRate(line.price), amount },
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
