import type { Database } from '#db/connect.ts'
import { type Day, daysFrom } from '#kit/calendar.ts'
import { difference, rateBp, ratio, sumOf } from '#kit/rates.ts'
import type { Figure, Split } from './contract.ts'
import { type Compare, FORMULA_VERSION, type Period } from './rules.ts'
import { type Pairs, toComparison } from './series.ts'
import {
  type DaySource,
  findDays,
  type Point,
  type SpanSums,
  sumDays,
  trendOf,
  volumeOf,
} from './summaryDays.ts'

/** The data of a report of volumes, and the texts of its formulas. */
export interface Source extends DaySource {
  /** The formula of each figure, as a Chinese sentence. */
  formulas: Record<'lastDay' | 'period' | 'perStoreDay' | 'coverage', string>
}

/** Totals of all lines for each day of the period. */
function totalByDay(period: Period, trend: { points: Point[] }[]) {
  const points = trend.flatMap((line) => line.points)
  const byDay = Map.groupBy(points, ({ on }) => on)
  return daysFrom(period.from, period.to).map((on) => {
    const found = byDay.get(on) ?? []
    return {
      volume: sumOf(found.map(volumeOf)),
      reported: found.reduce((sum, point) => sum + point.reported, 0),
      expected: found.reduce((sum, point) => sum + point.expected, 0),
    }
  })
}

type TotalDay = ReturnType<typeof totalByDay>[number]

/** Input of all figures of a strip. */
interface FigureInput {
  lastDay: SpanSums
  whole: SpanSums
  previous: SpanSums
  days: TotalDay[]
  compare: Compare
  formulas: Source['formulas']
}

/** The comparison of a last day's or a period's figure. */
export const COMPARED_WITH: Record<'day' | 'period', Record<Compare, Figure['comparison']['with']>> = {
  day: { previous: 'prevDay', week: 'weekAgo', month: 'monthAgo' },
  period: { previous: 'prevPeriod', week: 'weekAgo', month: 'monthAgo' },
}

const commonFields = ({ reported, expected }: SpanSums) => ({
  metric: null,
  version: FORMULA_VERSION,
  reported,
  expected,
})

function lastDayFigure({ lastDay: slot, days, compare, formulas }: FigureInput): Figure {
  return {
    ...commonFields(slot),
    key: 'lastDay',
    unit: 'users',
    formula: formulas.lastDay,
    value: slot.volume,
    numerator: slot.volume,
    denominator: null,
    comparison: { with: COMPARED_WITH.day[compare], ...toComparison(slot) },
    series: days.map(volumeOf),
  }
}

function periodFigure({ whole: slot, days, compare, formulas }: FigureInput): Figure {
  return {
    ...commonFields(slot),
    key: 'period',
    unit: 'visits',
    formula: formulas.period,
    value: slot.volume,
    numerator: slot.volume,
    denominator: null,
    comparison: { with: COMPARED_WITH.period[compare], ...toComparison(slot) },
    series: days.map(volumeOf),
  }
}

function meanFigure({ whole: slot, days, compare, formulas }: FigureInput): Figure {
  const now = ratio(slot.now, slot.pairs)
  const before = ratio(slot.before, slot.pairs)
  return {
    ...commonFields(slot),
    key: 'perStoreDay',
    unit: 'users',
    formula: formulas.perStoreDay,
    value: ratio(slot.volume, slot.reported),
    numerator: slot.volume,
    denominator: slot.reported,
    comparison: { with: COMPARED_WITH.period[compare], ...toComparison(slot), now, before },
    series: days.map(({ volume, reported }) => ratio(volume, reported)),
  }
}

function coverageFigure({ whole: slot, previous, days, compare, formulas }: FigureInput): Figure {
  const now = rateBp(slot.reported, slot.expected)
  const before = rateBp(previous.reported, previous.expected)
  return {
    ...commonFields(slot),
    key: 'coverage',
    unit: 'rate',
    formula: formulas.coverage,
    value: now,
    numerator: slot.reported,
    denominator: slot.expected,
    comparison: {
      with: COMPARED_WITH.period[compare],
      now,
      before,
      changeBp: difference(now, before),
      pairs: slot.expected,
    },
    series: days.map(({ reported, expected }) => rateBp(reported, expected)),
  }
}

/**
 * The figures of the strip with their explanations, and the trend. The trend and the figures' series cover the days of
 * `course`; default: the period.
 */
export async function getSummary(
  db: Database,
  source: Source,
  period: Period,
  split: Split,
  trendPeriod: Period = period,
) {
  const { from, to, previousFrom, previousTo } = period
  const found = await findDays(db, source, period, split, trendPeriod)
  const within = (first: Day, last: Day) => found.filter(({ on }) => on >= first && on <= last)
  const lastDay = sumDays(within(to, to), ({ ofDay }) => ofDay)
  const whole = sumDays(within(from, to), ({ ofPeriod }) => ofPeriod)
  const previous = sumDays(within(previousFrom, previousTo), () => NO_PAIRS)
  const trend = trendOf(within(trendPeriod.from, trendPeriod.to), split)
  const days = totalByDay(trendPeriod, trend)
  const input = { lastDay, whole, previous, days, compare: period.compare, formulas: source.formulas }
  return {
    figures: [lastDayFigure, periodFigure, meanFigure, coverageFigure].map((figure) => figure(input)),
    updatedAt: whole.updatedAt,
    lastDayUpdatedAt: lastDay.updatedAt,
    trend,
  }
}

const NO_PAIRS: Pairs = { now: null, before: null, pairs: 0 }
