import { FigureStrip, type Figure as StripFigure } from '#kit/ui/FigureStrip.tsx'
import type { Figure } from '#reporting/reports/contract.ts'
import { type FigureContext, stripFigure } from '#reporting/reports/stripFigure.tsx'
import '#reporting/reports/figures.css'

interface Props extends FigureContext {
  figures: readonly Figure[]
  /** The figures to show, in this order; default: all. Figures of one kind with different metrics stay adjacent. */
  pick?: readonly Figure['key'][]
  /** The address of the list that a figure counts. */
  to?: (figure: Figure) => string
  /** Additional figures of the screen, placed last. */
  more?: readonly StripFigure[]
}

/** The strip of a report's figures that a screen picks, each with its explanation. */
export function ReportFigures({ figures, pick, to, more = [], ...context }: Props) {
  const picked = pick ? pick.flatMap((key) => figures.filter((figure) => figure.key === key)) : figures
  const shownFigures = picked.map((figure) => ({ ...stripFigure(figure, context), to: to?.(figure) }))
  return (
    <div className={shownFigures.length + more.length > 4 ? 'figures-many' : 'figures-few'}>
      <FigureStrip figures={[...shownFigures, ...more]} />
    </div>
  )
}
