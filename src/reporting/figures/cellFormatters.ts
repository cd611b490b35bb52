import type * as z from 'zod'
import type { CellFormatter } from '#kit/cellFormatter.ts'
import { formatCount, formatDuration, formatRate } from '#kit/format.ts'
import { type Say, t, type Value, word } from '#kit/text.ts'
import { metricName } from '#operations/imports/rules.ts'
import type { CellMetric } from '#reporting/reports/contract.ts'
import type { Correction, figures } from './contract.ts'
import type { Question } from './contractQuestions.ts'
import { endingNames, outcomeNames, statusNames, unitOf } from './rules.ts'

type Difference = z.output<typeof figures.differences.output>['items'][number]
type Pending = z.output<typeof figures.pending.output>['items'][number]

/** Hundredths of a second per second. */
const CS = 100

/** Formats the value of a report's cell: a count, a rate or a time. */
export function valueText(metric: CellMetric, value: number | null, say: Say = t): string {
  return value === null ? say(NO_DATA) : figureText(metric, value)
}

/** The value of a report's cell in a sentence. */
export function valueInSentence(metric: CellMetric, value: number | null): Value {
  return value === null ? word(NO_DATA) : figureText(metric, value)
}

const NO_DATA = '缺数据'

function figureText(metric: CellMetric, value: number): string {
  const unit = unitOf(metric)
  if (unit === 'seconds') return formatDuration(value / CS)
  return unit === 'rate' ? formatRate(value) : formatCount(value)
}

/** A nick with its store, or the store's name only. */
export function nickText({ storeName, nick }: { storeName: string; nick: string | null }): string {
  return nick ? t('{store}，{nick}', { store: storeName, nick }) : storeName
}

/** Cell texts of the lists of questions, corrections, differences and pending figures. */
export const figureFormatters = {
  days: {
    name: 'figures.days',
    of: ({ from, to }) => (from === to ? from : `${from} – ${to}`),
  } as CellFormatter<Question>,
  owner: {
    name: 'figures.owner',
    of: (row, say) => row.ownerName ?? say('管理员'),
  } as CellFormatter<Question>,
  answered: {
    name: 'figures.answered',
    of: (row, say) => say(row.outcome ? outcomeNames[row.outcome] : statusNames[row.status]),
  } as CellFormatter<Question>,
  nick: { name: 'figures.nick', of: (row, say) => row.nick || say('店铺合计') } as CellFormatter<{
    nick: string | null
  }>,
  measure: {
    name: 'figures.measure',
    of: (row, say) => say(metricName(row.measure)),
  } as CellFormatter<Correction>,
  ended: {
    name: 'figures.ended',
    of: (row, say) => say(row.endedWhy ? endingNames[row.endedWhy] : '在用'),
  } as CellFormatter<Correction>,
  sides: {
    name: 'figures.sides',
    of: (row, say) =>
      row.sides
        .map(({ measure, keyed, imported }) =>
          say('{measure} {keyed} → {imported}', {
            measure: say(metricName(measure)),
            keyed,
            imported: imported ?? say('缺数据'),
          }),
        )
        .join(say('、')),
  } as CellFormatter<Difference>,
  pending: {
    name: 'figures.pending',
    of: (row, say) => row.pending.map((measure) => say(metricName(measure))).join(say('、')),
  } as CellFormatter<Pending>,
}
