import type { Figure as StripFigure } from '#kit/ui/FigureStrip.tsx'
import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { Figure } from '#reporting/reports/contract.ts'
import type { FigureContext } from '#reporting/reports/figures.tsx'
import { stripFigure } from '#reporting/reports/figures.tsx'
import '#reporting/reports/figures.css'

interface Props extends FigureContext {
  figures: readonly Figure[]
  /** Which of them, in which order; default all as they come. Several metrics of one kind stay beside each other. */
  pick?: readonly Figure['key'][]
  /** The list that a figure counts. */
  to?: (figure: Figure) => string
  /** What else the screen counts, after them. */
  more?: readonly StripFigure[]
}

/** The strip of those figures of a report that a screen picks; each explains itself. */
export function ReportFigures({ figures, pick, to, more = [], ...context }: Props) {
  const picked = pick ? pick.flatMap((key) => figures.filter((figure) => figure.key === key)) : figures
  const own = picked.map((figure) => ({ ...stripFigure(figure, context), to: to?.(figure) }))
  return (
    <div className={own.length + more.length > 4 ? 'figures-many' : 'figures-few'}>
      <FigureStrip figures={[...own, ...more]} />
    </div>
  )
}
