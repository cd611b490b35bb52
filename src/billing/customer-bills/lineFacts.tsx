import { Link } from 'react-router'
import { formatCount, formatDecimal, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Fact } from '#kit/ui/Facts.tsx'
import type { BillLineDetail } from './contractLines.ts'
import { formulaText } from './lineTexts.ts'
import { BILLS_PATH } from './ui/billsPath.tsx'

/** Formula of a line, with counted and excluded days. */
export function lineFacts(data: BillLineDetail): Fact[] {
  const { days, sum, meanBefore, relatesTo } = data
  return [
    { label: t('算法'), value: formulaText(data), wide: true },
    ...(days.length > 0 ? countedFacts(sum) : []),
    ...(meanBefore === null
      ? []
      : [{ label: t('上月日均咨询'), value: t('{n} 人', { n: meanText(meanBefore) }) }]),
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

function countedFacts(sum: BillLineDetail['sum']): Fact[] {
  return [
    { label: t('计入'), value: daysText(sum.days, sum.volume) },
    { label: t('不计入'), value: daysText(sum.excludedDays, sum.excludedVolume) },
  ]
}

const daysText = (days: number, volume: number) =>
  t('{days} 天，咨询 {n} 人', { days, n: formatCount(volume) })

/** Means keep two decimals, because the exact mean decides the tier. */
const meanText = (mean: number) =>
  Number.isInteger(mean) ? formatCount(mean) : formatDecimal(Math.round(mean * 100), 2)
