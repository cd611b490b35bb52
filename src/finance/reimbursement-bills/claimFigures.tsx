import { formatCount, moneyFigure } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Figure } from '#kit/ui/FigureStrip.tsx'
import { claimPath } from './claimColumns.tsx'

type Sums = Record<string, { count: number; cents: number }>

/** Figures above the list by status; for reviewers, pending claims first. */
export function claimFigures(sums: Sums, reviews: boolean): Figure[] {
  const figure = (key: string, name: string): Figure => {
    const { count, cents } = sums[key] ?? { count: 0, cents: 0 }
    const note = t('{n} 张', { n: formatCount(count) })
    return { key, name, ...moneyFigure(cents), note, to: `${claimPath}?status=${key}` }
  }
  if (!reviews) {
    return [
      figure('draft', t('草稿')),
      figure('submitted', t('审核中')),
      figure('approved', t('已通过，待打款')),
      figure('paid', t('已打款')),
    ]
  }
  return [
    figure('toDecide', t('待我审核')),
    figure('submitted', t('审核中')),
    figure('approved', t('已通过，待打款')),
    figure('paid', t('已打款')),
  ]
}
