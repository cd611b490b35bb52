import { type RawBuilder, sql } from 'kysely'
import type { ReplyMetric } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { sumOf } from '#kit/rates.ts'
import type { Split } from './contract.ts'
import { rateFigures } from './rates.ts'
import { daysBack, type Period } from './rules.ts'
import { type Chosen, SPLITS } from './storeDays.ts'
import { hasComparedColumn, withAllDays } from './summaryDays.ts'

/** The figures of the overview of rates: the reply rate of the last day and of the period, and the response times. */
export type Measure = 'rate' | 'periodRate' | 'firstResponse' | 'averageResponse'

/** A measure's sums, and the sums over the stores with figures on both sides of its comparison. */
export interface MeasureSums {
  numerator: number | null
  denominator: number | null
  nowNumerator: number | null
  nowDenominator: number | null
  beforeNumerator: number | null
  beforeDenominator: number | null
  reported: number
  pairs: number
}

/** A day of a line, in one metric. */
interface Line {
  key: string
  name: string | null
  metric: ReplyMetric
  on: Day
}

interface DaySums extends Line {
  numerator: number | null
  denominator: number | null
  reported: number
  expected: number
  frtTotalCs: number | null
  frtWeight: number | null
  artTotalCs: number | null
  artWeight: number | null
  updatedAt: Date | null
}

/** The sums of the day with which a day is compared. */
interface ComparedDay {
  comparedNumerator: number | null
  comparedDenominator: number | null
}

/** Only on days of the period: the compared day, and the period's measure. */
interface PeriodSums extends ComparedDay {
  periodRate: MeasureSums | null
}

/** Only on the last day: the measures of one day. */
type LastDaySums = Record<Exclude<Measure, 'periodRate'>, MeasureSums | null>

export type RateDaySums = DaySums & PeriodSums & LastDaySums

const OF_DAY = sql`sum(numerator)::bigint as numerator, sum(denominator)::bigint as denominator,
  count(denominator) as reported, count(*) filter (where counts) as expected, max(updated_at) as updated_at,
  sum(frt_total_cs)::bigint as frt_total_cs, sum(frt_weight)::bigint as frt_weight,
  sum(art_total_cs)::bigint as art_total_cs, sum(art_weight)::bigint as art_weight`

const OF_PERIOD = sql`sum(compared_numerator)::bigint as compared_numerator,
  sum(compared_denominator)::bigint as compared_denominator,
  ${sides('numerator', 'denominator', 'compared_')} as period_rate`

const OF_LAST_DAY = sql`${sides('numerator', 'denominator', 'day_')} as rate,
  ${sides('frt_total_cs', 'frt_weight', 'day_')} as first_response,
  ${sides('art_total_cs', 'art_weight', 'day_')} as average_response`

/**
 * The days of each line in the course and in the period; the whole overview is computed from them. Comparisons are read
 * for the period only, which may be much shorter than the course.
 */
export async function findRateSums(
  db: Database,
  chosen: Chosen,
  period: Period,
  split: Split,
  trendPeriod: Period,
): Promise<RateDaySums[]> {
  const read = <Sums>(since: Day, columns: RawBuilder<unknown>) =>
    findLines<Sums>(db, rateFigures(chosen, period, since), split, columns)
  const from = trendPeriod.from < period.from ? trendPeriod.from : period.from
  const readFrom = hasComparedColumn(period) ? from : addDays(from, -daysBack(period))
  const days = await read<DaySums>(readFrom, OF_DAY)
  const ofPeriod = byPlace(await read<PeriodSums>(period.from, OF_PERIOD))
  const ofLastDay = byPlace(await read<LastDaySums>(period.to, OF_LAST_DAY))
  const requestedDays = days.filter(({ on }) => on >= from)
  return withAllDays(requestedDays, { from, to: period.to }, lineOf, emptyDay).map((day) => ({
    ...day,
    ...NO_PERIOD_SUMS,
    ...NO_LAST_DAY_SUMS,
    ...ofPeriod.get(placeOf(day)),
    ...ofLastDay.get(placeOf(day)),
    ...comparedOf(day, days, period),
  }))
}

/** Sums of `figure` per line and day. */
async function findLines<Sums>(
  db: Database,
  figures: RawBuilder<unknown>,
  split: Split,
  columns: RawBuilder<unknown>,
) {
  const { key, name } = SPLITS[split]
  const { rows } = await sql<Sums & Line>`${figures}
    select ${key} as key, ${name} as name, metric, "on", ${columns}
    from figure group by 1, metric, on_day, "on" order by metric, 1, "on"`.execute(db)
  return rows
}

const lineOf = ({ key, metric }: Line) => `${metric} ${key}`
const placeOf = (line: Line) => `${lineOf(line)} ${line.on}`

const byPlace = <Row extends Line>(rows: readonly Row[]) => new Map(rows.map((row) => [placeOf(row), row]))

/** A line's day without figures. */
const emptyDay = (like: DaySums, on: Day): DaySums => ({ ...like, on, ...NO_SUMS })

const NO_SUMS: Omit<DaySums, keyof Line> = {
  numerator: null,
  denominator: null,
  reported: 0,
  expected: 0,
  updatedAt: null,
  frtTotalCs: null,
  frtWeight: null,
  artTotalCs: null,
  artWeight: null,
}

const NO_PERIOD_SUMS: PeriodSums = { comparedNumerator: null, comparedDenominator: null, periodRate: null }

const NO_LAST_DAY_SUMS: LastDaySums = { rate: null, firstResponse: null, averageResponse: null }

/**
 * The compared day, if the rows have no column for it: the sum of all lines of the metric on the earlier day; as
 * comparedOf() in summaryDays.ts.
 */
function comparedOf(day: Line, days: readonly DaySums[], period: Period): ComparedDay | null {
  if (hasComparedColumn(period)) return null
  const on = addDays(day.on, -daysBack(period))
  const before = days.filter((row) => row.on === on && row.metric === day.metric)
  return {
    comparedNumerator: sumOf(before.map(({ numerator }) => numerator)),
    comparedDenominator: sumOf(before.map(({ denominator }) => denominator)),
  }
}

/**
 * Sums of a numerator and denominator, and of both with the columns prefixed `earlier`, over the rows that have both.
 */
function sides(part: string, whole: string, earlier: string): RawBuilder<unknown> {
  const [a, b] = [sql.raw(part), sql.raw(whole)]
  const [earlierA, earlierB] = [sql.raw(earlier + part), sql.raw(earlier + whole)]
  const both = sql`filter (where ${b} is not null and ${earlierB} is not null)`
  return sql`json_build_object('numerator', sum(${a}), 'denominator', sum(${b}), 'reported', count(${b}),
    'nowNumerator', sum(${a}) ${both}, 'nowDenominator', sum(${b}) ${both},
    'beforeNumerator', sum(${earlierA}) ${both}, 'beforeDenominator', sum(${earlierB}) ${both},
    'pairs', count(${b} + ${earlierB}))`
}

/** One measure over several days. */
export interface Measured extends MeasureSums {
  measure: Measure
  /** Null for response times, which the stores of all metrics share. */
  metric: ReplyMetric | null
  expected: number
}

/** Sums a measure over the days that contain it, for one metric or all (null). */
export function measured(
  days: readonly RateDaySums[],
  measure: Measure,
  metric: ReplyMetric | null,
): Measured {
  const measuredDays = days.filter((day) => day[measure] && (metric === null || day.metric === metric))
  const parts = measuredDays.flatMap((day) => day[measure] ?? [])
  const total = (field: keyof MeasureSums) => sumOf(parts.map((part) => part[field]))
  return {
    measure,
    metric,
    numerator: total('numerator'),
    denominator: total('denominator'),
    nowNumerator: total('nowNumerator'),
    nowDenominator: total('nowDenominator'),
    beforeNumerator: total('beforeNumerator'),
    beforeDenominator: total('beforeDenominator'),
    reported: total('reported') ?? 0,
    pairs: total('pairs') ?? 0,
    expected: measuredDays.reduce((sum, { expected }) => sum + expected, 0),
  }
}
