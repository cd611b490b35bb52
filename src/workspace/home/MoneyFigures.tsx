import { FigureStrip } from '#kit/ui/FigureStrip.tsx'
import type { HomeMoneyAnswer } from './answer.tsx'
import { closing, collected, drafts, mismatched, overdue, unclaimed } from './figuresOfMoney.tsx'

/** Money in a strip: what is to be issued, what is late, what came in and whose it is, what no longer agrees, the month to be closed. */
export function MoneyFigures({ money }: { money: HomeMoneyAnswer }) {
  const figures = [drafts, overdue, unclaimed, mismatched, collected, closing]
  return <FigureStrip figures={figures.map((of) => of(money))} />
}
