import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { HomeMoneyAnswer } from './answer.tsx'
import {
  closingFigure,
  collectedFigure,
  draftsFigure,
  mismatchedFigure,
  overdueFigure,
  unclaimedFigure,
} from './figuresOfMoney.tsx'

/** The money figures: drafts, overdue, unclaimed, mismatched, collected, and the month to be closed. */
export function MoneyFigures({ money }: { money: HomeMoneyAnswer }) {
  const figures = [
    draftsFigure,
    overdueFigure,
    unclaimedFigure,
    mismatchedFigure,
    collectedFigure,
    closingFigure,
  ]
  return <FigureStrip figures={figures.map((of) => of(money))} />
}
