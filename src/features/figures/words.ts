import type * as z from 'zod'
import type { CellWords } from '#kit/cellWords.ts'
import type { Correction, figures } from './contract.ts'
import type { Question } from './contractQuestions.ts'
import { endingNames, nameOfMeasure, outcomeNames, statusNames } from './rules.ts'

type Difference = z.output<typeof figures.differences.output>['items'][number]
type Pending = z.output<typeof figures.pending.output>['items'][number]

/** What the lists of questions, corrections, differences and of what is still counted say of a row. */
export const figureWords = {
  days: {
    name: 'figures.days',
    of: ({ from, to }) => (from === to ? from : `${from} – ${to}`),
  } as CellWords<Question>,
  owner: { name: 'figures.owner', of: (row, say) => row.ownerName ?? say('管理员') } as CellWords<Question>,
  answered: {
    name: 'figures.answered',
    of: (row, say) => say(row.outcome ? outcomeNames[row.outcome] : statusNames[row.status]),
  } as CellWords<Question>,
  nick: { name: 'figures.nick', of: (row, say) => row.nick || say('店铺合计') } as CellWords<{
    nick: string | null
  }>,
  measure: {
    name: 'figures.measure',
    of: (row, say) => say(nameOfMeasure(row.measure)),
  } as CellWords<Correction>,
  ended: {
    name: 'figures.ended',
    of: (row, say) => say(row.endedWhy ? endingNames[row.endedWhy] : '在用'),
  } as CellWords<Correction>,
  sides: {
    name: 'figures.sides',
    of: (row, say) =>
      row.sides
        .map(({ measure, keyed, imported }) =>
          say('{measure} {keyed} → {imported}', {
            measure: say(nameOfMeasure(measure)),
            keyed,
            imported: imported ?? say('缺数据'),
          }),
        )
        .join(say('、')),
  } as CellWords<Difference>,
  pending: {
    name: 'figures.pending',
    of: (row, say) => row.pending.map((measure) => say(nameOfMeasure(measure))).join(say('、')),
  } as CellWords<Pending>,
}
