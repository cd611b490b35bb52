import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Figure } from '#reporting/reports/contract.ts'
import { ReportFigures } from '#reporting/reports/ui/ReportFigures.tsx'
import type { HomeFiguresAnswer } from './answer.tsx'
import { listLink } from './rules.ts'

interface Props {
  figures: HomeFiguresAnswer
  yesterday: Day
  /** When they were asked for. */
  at: string | undefined
}

/** Yesterday in a strip: each figure opens the report that it comes from, its coverage the stores that lack. */
export function HomeFigures({ figures, yesterday, at }: Props) {
  const report = (figure: Figure, more: Record<string, string> = {}) =>
    listLink(figure.key === 'lastDay' ? 'volumes' : 'rates', { from: yesterday, to: yesterday, ...more })
  return (
    <ReportFigures
      figures={figures.figures}
      word={t('昨日')}
      at={at}
      updatedAt={figures.updatedAt}
      missing={(figure) => report(figure, { only: 'missing' })}
      to={(figure) => report(figure)}
    />
  )
}
