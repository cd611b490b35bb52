import type * as z from 'zod'
import type { Actor } from '#access/can.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { daysFrom } from '#kit/calendar.ts'
import { sumOf } from '#kit/rates.ts'
import { t } from '#kit/text.ts'
import type { Series } from '#kit/ui/LineChart.tsx'
import type { reports, Split, VolumeOverview } from './contract.ts'
import { seesTeams } from './reportFilters.tsx'
import { type Compare, metricNames } from './rules.ts'
import type { TrendOptions } from './useOverview.tsx'

type VolumeLine = VolumeOverview['trend'][number]
type RateLine = z.output<typeof reports.dailyStoreRateOverview.output>['trend'][number]

/** Maximum number of lines that can be distinguished. The largest are drawn; a hint gives the number drawn. */
const MAX_LINES = 6
/** Maximum number of lines with a note below their name; with more, only the hollow point marks incomplete days. */
const MAX_NOTES = 3

/** A choice of the trend's split switch. */
export interface SplitChoice {
  value: Split
  label: string
}

/** The splits of the store reports: by leader only for users who see several teams. */
export function storeSplits(user: Actor): SplitChoice[] {
  return [
    { value: 'total', label: t('合计') },
    { value: 'platform', label: t('按平台') },
    ...(seesTeams(user) ? [{ value: 'leader' as const, label: t('按组长') }] : []),
  ]
}

/** A trend in the chart's format. */
export interface Lines {
  days: string[]
  series: Series[]
  /** Number of lines that are not drawn. */
  left: number
}

interface Period {
  from: string
  to: string
}

/** The daily volume of each line; for the total also the compared days. */
export function volumeLines(
  trend: readonly VolumeLine[],
  period: Period,
  { split, compare }: TrendOptions,
): Lines {
  return linesOf(
    { ...period, compare },
    trend.map((line) => ({
      name: lineName(line, split),
      size: sumOf(line.points.map(({ volume }) => volume)) ?? 0,
      points: line.points.map((point) => ({ ...point, value: point.volume })),
    })),
  )
}

/** The daily rate (Σ/Σ) of each line. A line has one metric, named in its label if there are two. */
export function rateLines(
  trend: readonly RateLine[],
  period: Period,
  { split, compare }: TrendOptions,
): Lines {
  const mixed = new Set(trend.map(({ metric }) => metric)).size > 1
  return linesOf(
    { ...period, compare },
    trend.map((line) => ({
      name: rateName(line, split, mixed),
      size: sumOf(line.points.map(({ denominator }) => denominator)) ?? 0,
      points: line.points.map((point) => ({
        ...point,
        value: point.rateBp,
        compared: point.comparedBp,
      })),
    })),
  )
}

function lineName({ key, name }: { key: string; name: string | null }, split: Split): string {
  if (split === 'total') return t('合计')
  if (split === 'platform') return t(platformNames[key as keyof typeof platformNames] ?? key)
  return name ?? t('未定组长')
}

function rateName(line: RateLine, split: Split, mixed: boolean): string {
  const metric = t(metricNames[line.metric])
  if (split === 'total') return metric
  // A platform has one metric; a leader's stores may have both.
  const name = lineName(line, split)
  return mixed && split === 'leader' ? t('{name}·{metric}', { name, metric }) : name
}

interface TrendLine {
  name: string
  size: number
  points: {
    on: string
    value: number | null
    compared: number | null
    reported: number
    expected: number
  }[]
}

function linesOf({ from, to, compare }: Period & { compare: Compare }, lines: TrendLine[]): Lines {
  const days = daysFrom(from, to)
  const largest = [...lines].sort((a, b) => b.size - a.size)
  const drawn = largest.slice(0, MAX_LINES).map((line) => ({
    ...seriesOf(line, days),
    ...(lines.length <= MAX_NOTES && { note: noteOf(line, to) }),
  }))
  return {
    days,
    series: [...drawn, ...lines.flatMap((line) => comparedSeries(line, days, compare, lines.length > 1))],
    left: Math.max(0, lines.length - MAX_LINES),
  }
}

/** The line of the compared days; none if the trend is split or they have no figures. */
function comparedSeries(
  { name, points }: TrendLine,
  days: string[],
  compare: Compare,
  named: boolean,
): Series[] {
  const byDay = new Map(points.map(({ on, compared }) => [on, compared]))
  const values = days.map((day) => byDay.get(day) ?? null)
  if (values.every((value) => value === null)) return []
  const words = { previous: t('上一期'), week: t('上周同期'), month: t('上月同期') }
  const label = words[compare]
  return [{ name: named ? t('{name}·{metric}', { name, metric: label }) : label, values, isComparison: true }]
}

function seriesOf({ name, points }: TrendLine, days: string[]): Series {
  const byDay = new Map(points.map((point) => [point.on, point]))
  const dayPoints = days.map((day) => byDay.get(day))
  const incomplete = dayPoints.flatMap((point, at) => (point && point.reported < point.expected ? [at] : []))
  return {
    name,
    values: dayPoints.map((point) => point?.value ?? null),
    incomplete,
  }
}

function noteOf({ points }: TrendLine, to: string): string | undefined {
  const last = points.find(({ on }) => on === to)
  if (!last || last.reported === last.expected) return undefined
  if (last.value === null) return t('{day} 缺数据', { day: to.slice(5) })
  return t('{n}/{all} 店', { n: last.reported, all: last.expected })
}

/** Axes of rates: most rates are near 100 %, and an axis from 0 would flatten all lines. */
const RATE_AXES = [
  [9500, 9600, 9700, 9800, 9900, 10_000],
  [9000, 9250, 9500, 9750, 10_000],
  [8000, 8500, 9000, 9500, 10_000],
  [6000, 7000, 8000, 9000, 10_000],
]
const FULL_AXIS = [0, 2500, 5000, 7500, 10_000]

/** The ticks of the axis that fits these rates. */
export function rateTicks(series: readonly Series[]): number[] {
  const lowest = Math.min(10_000, ...series.flatMap(({ values }) => values.filter((value) => value !== null)))
  return RATE_AXES.find(([low = 0]) => low <= lowest) ?? FULL_AXIS
}
