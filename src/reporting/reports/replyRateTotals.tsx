import type { ReactNode } from 'react'
import type * as z from 'zod'
import type { ReplyMetric } from '#clients/stores/contract.ts'
import { formatCount, formatDuration, formatRate } from '#kit/format.ts'
import { sumRate } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import type { Totals } from '#kit/ui/list/declare.tsx'
import type { reports } from './contract.ts'
import { metricLabel } from './rateColumns.tsx'
import type { RateDay, RateStore } from './rows.ts'

type StoresAnswer = z.output<typeof reports.dailyStoreRateStores.output>
type DaysAnswer = z.output<typeof reports.dailyStoreRate.output>

/** The totals of one metric. Metrics are listed separately and never added. */
interface Line {
  metric: ReplyMetric
  rateBp: number | null
  denominator: number | null
  belowTarget: number
}

/** 本页合计 over stores. */
export function rateStoresOfPage(items: readonly RateStore[]): Totals {
  const periods = linesOf(items, (row) => ({
    numerator: row.periodNumerator,
    denominator: row.periodDenominator,
  }))
  return totals(
    linesOf(items, (row) => row),
    shops(items),
    { periodRate: rates(periods) },
  )
}

/** 全部合计 over all stores that match the filters. */
export function rateStoresOfAll({ totals: all }: StoresAnswer): Totals {
  return totals(all.metrics, t('{n}/{all} 店', { n: all.reported, all: all.expected }), {
    ...responses(all),
    periodRate: rates(all.periods),
  })
}

/** 本页合计 over store-days. */
export function rateDaysOfPage(items: readonly RateDay[]): Totals {
  return totals(
    linesOf(items, (row) => row),
    storeDays(items),
  )
}

export function rateDaysOfAll({ totals: all }: DaysAnswer): Totals {
  return totals(all.metrics, t('{n}/{all} 店日', { n: all.reported, all: all.expected }), responses(all))
}

function totals(lines: readonly Line[], note: string, more: Record<string, ReactNode> = {}): Totals {
  return {
    note,
    cells: {
      metric: stacked(lines, ({ metric }) => metricLabel(metric)),
      rate: rates(lines),
      gap: stacked(lines, ({ belowTarget }) =>
        belowTarget > 0 ? t('{n} 个低于', { n: belowTarget }) : t('都达标'),
      ),
      denominator: stacked(lines, ({ denominator }) => formatCount(denominator)),
      ...more,
    },
  }
}

const rates = (lines: readonly Line[]) => stacked(lines, ({ rateBp }) => formatRate(rateBp))

function stacked(lines: readonly Line[], write: (line: Line) => string): ReactNode {
  return lines.map((line) => <div key={line.metric}>{write(line)}</div>)
}

const responses = (all: { firstResponseS: number | null; averageResponseS: number | null }) => ({
  firstResponse: formatDuration(all.firstResponseS),
  averageResponse: formatDuration(all.averageResponseS),
})

type Measured = Pick<RateDay, 'metric' | 'belowTarget' | 'missing' | 'denominator'>

function linesOf<R extends Measured>(
  items: readonly R[],
  sides: (row: R) => { numerator: number | null; denominator: number | null },
): Line[] {
  return [...Map.groupBy(items, ({ metric }) => metric)]
    .map(([metric, rows]) => ({
      metric,
      ...sumRate(rows.map(sides)),
      belowTarget: rows.filter(({ belowTarget }) => belowTarget).length,
    }))
    .sort((a, b) => a.metric.localeCompare(b.metric))
}

const shops = (items: readonly Measured[]) => t('{n}/{all} 店', coverage(items))
const storeDays = (items: readonly Measured[]) => t('{n}/{all} 店日', coverage(items))

function coverage(items: readonly Measured[]) {
  const n = items.filter(({ denominator }) => denominator !== null).length
  return { n, all: n + items.filter(({ missing }) => missing).length }
}
