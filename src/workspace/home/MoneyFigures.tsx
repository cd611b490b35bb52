import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { HomeMoneyAnswer } from './answer.tsx'
import { closing, collected, drafts, mismatched, overdue, unclaimed } from './figuresOfMoney.tsx'

/** The money figures: drafts, overdue, unclaimed, mismatched, collected, and the month to be closed. */
export function MoneyFigures({ money }: { money: HomeMoneyAnswer }) {
  const figures = [drafts, overdue, unclaimed, mismatched, collected, closing]
  return <FigureStrip figures={figures.map((of) => of(money))} />
}
