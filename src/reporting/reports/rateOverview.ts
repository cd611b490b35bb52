import type { ReplyMetric } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { daysFrom } from '#kit/calendar.ts'
import { changeBp, difference, rateBp, secondsOf, sumOf, sumRate } from '#kit/rates.ts'
import type { Figure, Split } from './contract.ts'
import { findRateSums, type Measure, type Measured, measured, type RateDaySums } from './replyRateSums.ts'
import { type Compare, FORMULA_VERSION, metricNames, type Period } from './rules.ts'
import type { Chosen } from './storeDays.ts'
import { COMPARED_WITH } from './summary.ts'
import { newestOf } from './summaryDays.ts'

/** One line per key and metric: rates of different metrics never share a line. */
function linesOf(points: readonly RateDaySums[], split: Split) {
  const lines = Map.groupBy(points, ({ key, metric }) => `${metric} ${key}`)
  return [...lines.values()]
    .filter((line) => line.some(({ expected }) => expected > 0))
    .flatMap((line) => {
      const [first] = line
      if (!first) return []
      const { key, name, metric } = first
      return [{ key, name, metric, points: line.map((point) => pointOf(point, split)) }]
    })
}

/** A day of a line. A split trend has no comparison. */
function pointOf(sums: RateDaySums, split: Split) {
  const { on, numerator, denominator, reported, expected } = sums
  const compared = rateBp(sums.comparedNumerator, sums.comparedDenominator)
  return {
    on,
    numerator,
    denominator,
    reported,
    expected,
    rateBp: rateBp(numerator, denominator),
    comparedBp: split === 'total' ? compared : null,
  }
}

const formulaTexts: Record<Measure, string> = {
  rate: 'Σ 达标人数 ÷ Σ 应计人数，只计当天有数据的店',
  periodRate: 'Σ 达标人数 ÷ Σ 应计人数，只计有数据的店日',
  firstResponse: 'Σ 首次响应时长 ÷ Σ 接待人数，只计当天有数据的店',
  averageResponse: 'Σ 响应时长 ÷ Σ 接待人数，只计当天有数据的店',
}

/** The daily values of a measure over the period. */
function seriesOf(
  { measure, metric }: Measured,
  period: Period,
  points: readonly RateDaySums[],
): (number | null)[] {
  const byDay = Map.groupBy(points, ({ on }) => on)
  return daysFrom(period.from, period.to).map((on) => {
    const day = byDay.get(on) ?? []
    const total = (field: 'frtTotalCs' | 'frtWeight' | 'artTotalCs' | 'artWeight') =>
      sumOf(day.map((point) => point[field]))
    if (measure === 'firstResponse') return secondsOf(total('frtTotalCs'), total('frtWeight'))
    if (measure === 'averageResponse') return secondsOf(total('artTotalCs'), total('artWeight'))
    return sumRate(day.filter((point) => point.metric === metric)).rateBp
  })
}

function rateFigure(row: Measured, series: (number | null)[], compare: Compare): Figure {
  const now = rateBp(row.nowNumerator, row.nowDenominator)
  const before = rateBp(row.beforeNumerator, row.beforeDenominator)
  const name = row.metric ? metricNames[row.metric] : ''
  return {
    key: row.measure,
    metric: row.metric,
    unit: 'rate',
    formula: `${name} = ${formulaTexts[row.measure]}`,
    version: FORMULA_VERSION,
    value: rateBp(row.numerator, row.denominator),
    numerator: row.numerator,
    denominator: row.denominator,
    reported: row.reported,
    expected: row.expected,
    comparison: {
      with: COMPARED_WITH[row.measure === 'rate' ? 'day' : 'period'][compare],
      now,
      before,
      changeBp: difference(now, before),
      pairs: row.pairs,
    },
    series,
  }
}

function secondsFigure(row: Measured, series: (number | null)[], compare: Compare): Figure {
  const now = secondsOf(row.nowNumerator, row.nowDenominator)
  const before = secondsOf(row.beforeNumerator, row.beforeDenominator)
  return {
    key: row.measure,
    metric: null,
    unit: 'seconds',
    formula: formulaTexts[row.measure],
    version: FORMULA_VERSION,
    value: secondsOf(row.numerator, row.denominator),
    // Stored in hundredths of a second; displayed in seconds.
    numerator: row.numerator === null ? null : row.numerator / 100,
    denominator: row.denominator,
    reported: row.reported,
    expected: row.expected,
    comparison: {
      with: COMPARED_WITH.day[compare],
      now,
      before,
      changeBp: changeBp(now, before),
      pairs: row.pairs,
    },
    series,
  }
}

const METRICS: ReplyMetric[] = ['replied', 'within3min']

/** The measures in display order: rates once per metric. Omits measures without expected stores. */
function measuresOf(days: readonly RateDaySums[]): Measured[] {
  const ofMetrics = (measure: Measure) => METRICS.map((metric) => measured(days, measure, metric))
  const ofAll = (measure: Measure) => measured(days, measure, null)
  return [
    ...ofMetrics('rate'),
    ...ofMetrics('periodRate'),
    ofAll('firstResponse'),
    ofAll('averageResponse'),
  ].filter(({ expected }) => expected > 0)
}

/**
 * The figures of the strip, once per metric, and the trend. The trend and the figures' series cover the days of
 * `course`; default: the period.
 */
export async function getRateSummary(
  db: Database,
  chosen: Chosen,
  period: Period,
  split: Split,
  trendPeriod: Period = period,
) {
  const found = await findRateSums(db, chosen, period, split, trendPeriod)
  const ofPeriod = found.filter(({ on }) => on >= period.from && on <= period.to)
  const trendDays = found.filter(({ on }) => on >= trendPeriod.from && on <= trendPeriod.to)
  const figures = measuresOf(ofPeriod).map((row) => {
    const figure = row.metric ? rateFigure : secondsFigure
    return figure(row, seriesOf(row, trendPeriod, trendDays), period.compare)
  })
  return { figures, updatedAt: newestOf(ofPeriod), trend: linesOf(trendDays, split) }
}
