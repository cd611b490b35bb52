import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Figure } from '#reporting/reports/contract.ts'
import { ReportFigures } from '#reporting/reports/ui/ReportFigures.tsx'
import type { HomeFiguresAnswer } from './answer.tsx'
import { listLink } from './rules.ts'

interface Props {
  figures: HomeFiguresAnswer
  yesterday: Day
  /** When the figures were requested. */
  at: string | undefined
}

/** Yesterday's figures. Each links to its report, its coverage to the stores without figures. */
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
