import type * as z from 'zod'
import type { ReplyMetric } from '#clients/stores/contract.ts'
import { formatCount, formatRate } from '#kit/format.ts'
import type { ListTotals, Totals } from '#kit/listTotals.ts'
import { sumRate } from '#kit/rates.ts'
import { type Say, t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { reports } from './contract.ts'
import type { RateDay, RateStore } from './rows.ts'
import { shortMetricNames } from './rules.ts'

type StoresAnswer = z.output<typeof reports.dailyStoreRateStores.output>
type DaysAnswer = z.output<typeof reports.dailyStoreRate.output>

/** The totals of one metric. Metrics are listed separately and never added. */
interface Line {
  metric: ReplyMetric
  rateBp: number | null
  denominator: number | null
  belowTarget: number
  targeted: number
}

/** 本页合计 over stores. */
export function rateStoresOfPage(items: readonly RateStore[]): Totals {
  const periods = linesOf(items, (row) => ({
    numerator: row.periodNumerator,
    denominator: row.periodDenominator,
  }))
  const lines = linesOf(items, (row) => row)
  return { note: t('{n}/{all} 店', coverage(items)), cells: { ...cellsOf(lines, t), ...periodCell(periods) } }
}

/** 全部合计 over all stores that match the filters. */
export const rateStoresOfAll: ListTotals<StoresAnswer> = {
  path: reports.dailyStoreRateStores.path,
  of: ({ totals }, say) => ({
    note: say('{n}/{all} 店', { n: totals.reported, all: totals.expected }),
    cells: { ...cellsOf(totals.metrics, say), ...responses(totals), ...periodCell(totals.periods) },
  }),
}

/** 本页合计 over store-days. */
export function rateDaysOfPage(items: readonly RateDay[]): Totals {
  return {
    note: t('{n}/{all} 店日', coverage(items)),
    cells: cellsOf(
      linesOf(items, (row) => row),
      t,
    ),
  }
}

/** 全部合计 over all store-days that match the filters. */
export const rateDaysOfAll: ListTotals<DaysAnswer> = {
  path: reports.dailyStoreRate.path,
  of: ({ totals }, say) => ({
    note: say('{n}/{all} 店日', { n: totals.reported, all: totals.expected }),
    cells: { ...cellsOf(totals.metrics, say), ...responses(totals) },
  }),
}

/** The cells of a row of totals, with a line per metric. */
function cellsOf(lines: readonly Line[], say: Say): Totals['cells'] {
  return {
    metric: lines.map(({ metric }) => say(shortMetricNames[metric])),
    rateBp: perMetric(lines, ({ rateBp }) => rateBp, formatRate),
    gapBp: lines.map(({ belowTarget, targeted: covers }) =>
      belowTarget > 0
        ? say('{n} 个低于', { n: belowTarget })
        : allWell({ covers, good: (n) => say('{n} 个都达标', { n }), none: say('没有目标') }),
    ),
    denominator: perMetric(lines, ({ denominator }) => denominator, formatCount),
  }
}

const periodCell = (lines: readonly Line[]) => ({
  periodRateBp: perMetric(lines, ({ rateBp }) => rateBp, formatRate),
})

/** The value of the only metric, or a text per metric. */
function perMetric(
  lines: readonly Line[],
  pick: (line: Line) => number | null,
  format: (value: number | null) => string,
): number | null | string[] {
  const [first, second] = lines
  return first && !second ? pick(first) : lines.map((line) => format(pick(line)))
}

const responses = (all: { firstResponseS: number | null; averageResponseS: number | null }) => ({
  firstResponseS: all.firstResponseS,
  averageResponseS: all.averageResponseS,
})

type Measured = Pick<RateDay, 'metric' | 'belowTarget' | 'gapBp' | 'missing' | 'denominator'>

function linesOf<R extends Measured>(
  items: readonly R[],
  sides: (row: R) => { numerator: number | null; denominator: number | null },
): Line[] {
  return [...Map.groupBy(items, ({ metric }) => metric)]
    .map(([metric, rows]) => ({
      metric,
      ...sumRate(rows.map(sides)),
      belowTarget: rows.filter(({ belowTarget }) => belowTarget).length,
      targeted: rows.filter(({ gapBp }) => gapBp !== null).length,
    }))
    .sort((a, b) => a.metric.localeCompare(b.metric))
}

function coverage(items: readonly Measured[]) {
  const n = items.filter(({ denominator }) => denominator !== null).length
  return { n, all: n + items.filter(({ missing }) => missing).length }
}
