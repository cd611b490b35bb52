import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { daysFrom } from '#kit/calendar.ts'
import type { Figure, Split } from './contract.ts'
import { findRateStoreRows } from './rateStores.ts'
import type { ListInput } from './rates.ts'
import { rateFigures } from './rates.ts'
import type { Metric } from './rows.ts'
import type { Compare, Period } from './rules.ts'
import {
  changeBp,
  daysBack,
  difference,
  FORMULA_VERSION,
  metricNames,
  rateBp,
  secondsOf,
  sumOf,
  sumRate,
} from './rules.ts'
import type { Chosen } from './storeDays.ts'
import { SPLITS } from './storeDays.ts'
import { WITH } from './summary.ts'
import { findFalls } from './volumeList.ts'

type Measure = 'rate' | 'periodRate' | 'firstResponse' | 'averageResponse'

/** One measure as Σ and Σ, and the same over those that are known on both sides of its comparison. */
interface Measured {
  measure: Measure
  /** Null for the response times, which every metric's stores share. */
  metric: Metric | null
  numerator: number | null
  denominator: number | null
  reported: number
  expected: number
  nowNumerator: number | null
  nowDenominator: number | null
  beforeNumerator: number | null
  beforeDenominator: number | null
  pairs: number
  updatedAt: Date | null
}

const pairedSum = (column: RawBuilder<unknown>, as: string) =>
  sql`sum(${column}) filter (where a.b is not null and a.earlier_b is not null)::bigint as ${sql.ref(as)}`

async function findMeasures(db: Database, chosen: Chosen, period: Period): Promise<Measured[]> {
  const { from, to } = period
  const { rows } =
    await sql<Measured>`${rateFigures(chosen, period, { from, back: Math.max(daysBack(period), 7) })}
    select a.measure, a.metric, sum(a.a)::bigint as numerator, sum(a.b)::bigint as denominator,
      count(a.b) as reported, count(*) filter (where counts) as expected,
      ${pairedSum(sql`a.a`, 'nowNumerator')}, ${pairedSum(sql`a.b`, 'nowDenominator')},
      ${pairedSum(sql`a.earlier_a`, 'beforeNumerator')}, ${pairedSum(sql`a.earlier_b`, 'beforeDenominator')},
      count(a.b + a.earlier_b) as pairs, max(updated_at) as updated_at
    from figure cross join lateral (values
      ('rate', metric, on_day = ${to}, numerator::bigint, denominator,
        day_numerator::bigint, day_denominator),
      ('periodRate', metric, on_day >= ${from}, numerator, denominator,
        compared_numerator, compared_denominator),
      ('firstResponse', null, on_day = ${to}, frt_total_cs, frt_weight, day_frt_total_cs, day_frt_weight),
      ('averageResponse', null, on_day = ${to}, art_total_cs, art_weight, day_art_total_cs, day_art_weight)
    ) as a (measure, metric, inside, a, b, earlier_a, earlier_b)
    where a.inside group by a.measure, a.metric order by a.metric`.execute(db)
  return rows
}

interface Point {
  key: string
  name: string | null
  metric: Metric
  on: string
  numerator: number | null
  denominator: number | null
  /** The day that each is compared with; null where the trend is split. */
  comparedNumerator: number | null
  comparedDenominator: number | null
  reported: number
  expected: number
  frtTotalCs: number | null
  frtWeight: number | null
  artTotalCs: number | null
  artWeight: number | null
}

async function findPoints(db: Database, chosen: Chosen, period: Period, split: Split): Promise<Point[]> {
  const { key, name } = SPLITS[split]
  const whole = split === 'total'
  const compared = (column: RawBuilder<unknown>) => (whole ? sql`sum(${column})::bigint` : sql`null::bigint`)
  const beside = { from: period.from, back: whole ? daysBack(period) : 0 }
  const { rows } = await sql<Point>`${rateFigures(chosen, period, beside)}
    select ${key} as key, ${name} as name, metric, "on", sum(numerator) as numerator,
      sum(denominator) as denominator, ${compared(sql`compared_numerator`)} as compared_numerator,
      ${compared(sql`compared_denominator`)} as compared_denominator, count(denominator) as reported,
      count(*) filter (where counts) as expected,
      sum(frt_total_cs)::bigint as frt_total_cs, sum(frt_weight) as frt_weight,
      sum(art_total_cs)::bigint as art_total_cs, sum(art_weight) as art_weight
    from figure where on_day >= ${period.from} group by 1, metric, "on" order by metric, 1, "on"`.execute(db)
  return rows
}

/** One line for each key and metric: rates of different metrics never share a line. */
function linesOf(points: Point[]) {
  const lines = Map.groupBy(points, ({ key, metric }) => `${metric} ${key}`)
  return [...lines.values()]
    .filter((line) => line.some(({ expected }) => expected > 0))
    .flatMap((line) => {
      const [first] = line
      if (!first) return []
      const { key, name, metric } = first
      const rated = line.map((point) => ({
        ...point,
        rateBp: rateBp(point.numerator, point.denominator),
        comparedBp: rateBp(point.comparedNumerator, point.comparedDenominator),
      }))
      return [{ key, name, metric, points: rated }]
    })
}

const texts: Record<Measure, string> = {
  rate: 'Σ 达标人数 ÷ Σ 应计人数，只计当天有数据的店',
  periodRate: 'Σ 达标人数 ÷ Σ 应计人数，只计有数据的店日',
  firstResponse: 'Σ 首次响应时长 ÷ Σ 接待人数，只计当天有数据的店',
  averageResponse: 'Σ 响应时长 ÷ Σ 接待人数，只计当天有数据的店',
}

/** What a line's points say of a measure on each day of the period. */
function seriesOf({ measure, metric }: Measured, period: Period, points: Point[]): (number | null)[] {
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
    ...{ key: row.measure, metric: row.metric, unit: 'rate', formula: `${name} = ${texts[row.measure]}` },
    version: FORMULA_VERSION,
    value: rateBp(row.numerator, row.denominator),
    ...{ numerator: row.numerator, denominator: row.denominator },
    ...{ reported: row.reported, expected: row.expected },
    comparison: {
      with: WITH[row.measure === 'rate' ? 'day' : 'period'][compare],
      ...{ now, before, changeBp: difference(now, before), pairs: row.pairs },
    },
    series,
  }
}

function secondsFigure(row: Measured, series: (number | null)[], compare: Compare): Figure {
  const now = secondsOf(row.nowNumerator, row.nowDenominator)
  const before = secondsOf(row.beforeNumerator, row.beforeDenominator)
  return {
    ...{ key: row.measure, metric: null, unit: 'seconds', formula: texts[row.measure] },
    version: FORMULA_VERSION,
    value: secondsOf(row.numerator, row.denominator),
    // Numerators are kept in hundredths of a second, and shown in seconds.
    numerator: row.numerator === null ? null : row.numerator / 100,
    ...{ denominator: row.denominator, reported: row.reported, expected: row.expected },
    comparison: { with: WITH.day[compare], now, before, changeBp: changeBp(now, before), pairs: row.pairs },
    series,
  }
}

const ORDER: Measure[] = ['rate', 'periodRate', 'firstResponse', 'averageResponse']

/**
 * The figures of the strip with what explains them, one a metric, and the trend. The trend and the figures' series
 * are of the days of `course`, the same period unless another is given.
 */
export async function getRateSummary(
  db: Database,
  chosen: Chosen,
  period: Period,
  split: Split,
  course: Period = period,
) {
  const measures = await findMeasures(db, chosen, period)
  const points = await findPoints(db, chosen, course, split)
  const figures = measures
    .filter(({ expected }) => expected > 0)
    .sort((a, b) => ORDER.indexOf(a.measure) - ORDER.indexOf(b.measure))
    .map((row) => {
      const series = seriesOf(row, course, points)
      const figure = row.metric ? rateFigure : secondsFigure
      return figure(row, series, period.compare)
    })
  const newest = measures.flatMap(({ updatedAt }) => updatedAt ?? []).sort((a, b) => +b - +a)
  return { figures, updatedAt: newest[0] ?? null, trend: linesOf(points) }
}

/** The stores farthest under their target on the last day, and those whose rate fell most by the comparison. */
export async function findTopRates(db: Database, chosen: Chosen, period: Period, n: number) {
  const find = (input: ListInput) => findRateStoreRows(db, chosen, period, input)
  return {
    below: await find({ current: 1, pageSize: n, sort: 'gap', only: 'below' }),
    falls: await findFalls(find, period.compare, n),
  }
}
