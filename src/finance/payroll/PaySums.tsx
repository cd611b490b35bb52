import type * as z from 'zod'
import { changeBp, formatMoney, moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Figure } from '#kit/ui/FigureStrip.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { payroll } from './contract.ts'

type Answer = z.output<typeof payroll.list.output>

/** Totals of the month under the current filters. */
export function PaySums({ answer }: { answer: Answer | undefined }) {
  return <FigureStrip loading={!answer} figures={answer ? figuresOf(answer) : []} />
}

function figuresOf({ totals, beforeCents, items }: Answer): Figure[] {
  const frozen = items.length > 0 && items.every((row) => row.frozen)
  return [
    {
      ...{ key: 'total', name: t('合计'), ...moneyFigure(totals.totalCents) },
      change: { label: t('较上月'), bp: changeBp(totals.totalCents, beforeCents) },
      about: {
        formula: t('底薪 × 出勤 + 工龄工资 + 店铺工资 + 提成 + 更正'),
        more: t('本月 {now}，上月 {before}', {
          now: formatMoney(totals.totalCents),
          before: formatMoney(beforeCents),
        }),
      },
    },
    { key: 'store', name: t('店铺工资'), ...moneyFigure(totals.storeCents) },
    {
      ...{ key: 'base', name: t('底薪和工龄'), ...moneyFigure(totals.baseCents + totals.seniorityCents) },
    },
    { key: 'commission', name: t('提成'), ...moneyFigure(totals.commissionCents) },
    {
      ...{ key: 'correction', name: t('更正合计'), ...moneyFigure(totals.correctionCents) },
      note: frozen ? t('已结账，按结账时') : t('未结账，随数据变动'),
    },
  ]
}
