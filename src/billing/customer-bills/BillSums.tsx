import { formatMoney, moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { BILLS_PATH } from './ui/billsPath.tsx'

interface Sums {
  totalCents: number
  receivedCents: number
  writtenOffCents: number
  overdueCents: number
  overdueCount: number
}

/** Totals of the issued bills under the current filters. */
export function BillSums({ sums }: { sums: Sums | undefined }) {
  return <FigureStrip loading={!sums} figures={sums ? figuresOf(sums) : []} />
}

function figuresOf({
  totalCents,
  receivedCents,
  writtenOffCents,
  overdueCents,
  overdueCount,
}: Sums): Figure[] {
  return [
    {
      key: 'total',
      name: t('应收'),
      ...moneyFigure(totalCents),
      note: t('已出账，不含作废'),
      about: { formula: t('Σ 已出账账单的金额，退款为负'), more: formatMoney(totalCents) },
    },
    { key: 'received', name: t('已收'), ...moneyFigure(receivedCents), note: t('退款付出的已减去') },
    {
      key: 'open',
      name: t('未收'),
      ...moneyFigure(totalCents - receivedCents - writtenOffCents),
      ...(writtenOffCents > 0 && { note: t('另有核销 {money}', { money: formatMoney(writtenOffCents) }) }),
    },
    {
      key: 'overdue',
      name: t('逾期'),
      ...moneyFigure(overdueCents),
      bad: overdueCents > 0,
      note: t('{n} 张账单', { n: overdueCount }),
      to: `${BILLS_PATH}?overdue=yes`,
    },
  ]
}
