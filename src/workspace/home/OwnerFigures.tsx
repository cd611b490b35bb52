import { monthBefore } from '#kit/calendar.ts'
import { formatRate, moneyFigure } from '#kit/format.ts'
import { changeBp } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { HomeMoneyAnswer } from './answer.tsx'
import { closingFigure, collectedFigure, overdueFigure } from './figuresOfMoney.tsx'
import { listLink } from './rules.ts'
import { useForecast, usePreviousMonth, useResults } from './useForecast.tsx'

/** The owner's money figures: forecast net, recurring revenue, collected, overdue, and the month to be closed. */
export function OwnerFigures({ money, month }: { money: HomeMoneyAnswer; month: string }) {
  return (
    <FigureStrip
      figures={[
        useNet(month),
        useRecurring(month),
        collectedFigure(money),
        overdueFigure(money),
        closingFigure(money),
      ]}
    />
  )
}

/** The forecast net, always with the estimated share: it is no final result. */
function useNet(month: string): Figure {
  const { data } = useForecast(month)
  const before = usePreviousMonth(month)?.netCents
  const net = data?.result?.netCents
  const { estimatedCents = 0, totalCents = 0 } = data?.sums ?? {}
  const share = totalCents > 0 ? formatRate(Math.round((estimatedCents * 10_000) / totalCents), 0) : null
  return {
    key: 'net',
    name: t('{month} 预计净利', { month }),
    to: listLink('months', { month }),
    ...moneyFigure(net),
    change: { label: t('较 {month}', { month: monthBefore(month) }), bp: changeBp(net, before) },
    ...(share === null ? {} : { coverage: { text: t('推算占 {share}', { share }), complete: true } }),
    about: {
      formula: t('已出账 + 草稿 + 推算 − 预计的成本'),
      more: t('这不是最后的结果：还没出账的店铺按现在的状态和报价算到月底。'),
    },
  }
}

/** 月经常收入 of the current stores, compared with the end of the previous month. */
function useRecurring(month: string): Figure {
  const { data } = useResults(month)
  const recurring = data?.items.find((one) => one.month === month)?.recurring
  return {
    key: 'recurring',
    name: t('月经常收入'),
    to: listLink('months', { month }),
    ...moneyFigure(recurring?.endCents),
    change: { label: t('较上月末'), bp: changeBp(recurring?.endCents, recurring?.startCents) },
    about: {
      formula: t('服务中的店铺按现在的计费方式每月的固定收入，不含超量和提成'),
      more: t('未定价的店铺没有算进去。'),
    },
  }
}
