import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { ReplyMetric } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import { sumOf } from '#kit/rates.ts'
import type { Split } from './contract.ts'
import { rateFigures } from './rates.ts'
import type { Period } from './rules.ts'
import { daysBack } from './rules.ts'
import type { Chosen } from './storeDays.ts'
import { SPLITS } from './storeDays.ts'
import { everyDay, isKept } from './summaryDays.ts'

/** What an overview of rates says a figure of: the reply rate of the last day and of the period, the response times. */
export type Measure = 'rate' | 'periodRate' | 'firstResponse' | 'averageResponse'

/** A measure as Σ and Σ, and the same over those stores that are known on both sides of its comparison. */
export interface Sides {
  numerator: number | null
  denominator: number | null
  nowNumerator: number | null
  nowDenominator: number | null
  beforeNumerator: number | null
  beforeDenominator: number | null
  reported: number
  pairs: number
}

/** A line's day in one metric. The measures of the last day are null on the days before. */
export interface RateDaySums extends Record<Measure, Sides | null> {
  key: string
  name: string | null
  metric: ReplyMetric
  on: Day
  numerator: number | null
  denominator: number | null
  comparedNumerator: number | null
  comparedDenominator: number | null
  reported: number
  expected: number
  frtTotalCs: number | null
  frtWeight: number | null
  artTotalCs: number | null
  artWeight: number | null
  updatedAt: Date | null
}

/** Every line's days of the course and of the period: the whole overview is Σ of these, so that the days are read once. */
export async function findRateSums(
  db: Database,
  chosen: Chosen,
  period: Period,
  split: Split,
  course: Period,
): Promise<RateDaySums[]> {
  const { key, name } = SPLITS[split]
  const from = course.from < period.from ? course.from : period.from
  const first = isKept(period) ? from : addDays(from, -daysBack(period))
  const ofLastDay = (part: string, whole: string) =>
    sql`case when on_day = ${period.to} then ${sides(part, whole, 'day_')} end`
  const { rows } = await sql<RateDaySums>`${rateFigures(chosen, period, first)}
    select ${key} as key, ${name} as name, metric, "on", sum(numerator)::bigint as numerator,
      sum(denominator)::bigint as denominator, sum(compared_numerator)::bigint as compared_numerator,
      sum(compared_denominator)::bigint as compared_denominator, count(denominator) as reported,
      count(*) filter (where counts) as expected, max(updated_at) as updated_at,
      sum(frt_total_cs)::bigint as frt_total_cs, sum(frt_weight)::bigint as frt_weight,
      sum(art_total_cs)::bigint as art_total_cs, sum(art_weight)::bigint as art_weight,
      ${sides('numerator', 'denominator', 'compared_')} as period_rate,
      ${ofLastDay('numerator', 'denominator')} as rate,
      ${ofLastDay('frt_total_cs', 'frt_weight')} as first_response,
      ${ofLastDay('art_total_cs', 'art_weight')} as average_response
    from figure group by 1, metric, on_day, "on" order by metric, 1, "on"`.execute(db)
  const lines = rows.filter(({ on }) => on >= from)
  const days = everyDay(lines, { from, to: period.to }, (day) => `${day.metric} ${day.key}`, noDay(period))
  return days.map((day) => ({ ...day, ...comparedOf(day, rows, period) }))
}

/** A line's day of which nothing is known. */
const noDay =
  (period: Period) =>
  ({ key, name, metric }: RateDaySums, on: Day): RateDaySums => ({
    ...{ key, name, metric, on, numerator: null, denominator: null, comparedNumerator: null },
    ...{ comparedDenominator: null, reported: 0, expected: 0, updatedAt: null },
    ...{ frtTotalCs: null, frtWeight: null, artTotalCs: null, artWeight: null, periodRate: NO_SIDES },
    ...(on === period.to
      ? { rate: NO_SIDES, firstResponse: NO_SIDES, averageResponse: NO_SIDES }
      : { rate: null, firstResponse: null, averageResponse: null }),
  })

const NO_SIDES: Sides = {
  ...{ numerator: null, denominator: null, nowNumerator: null, nowDenominator: null },
  ...{ beforeNumerator: null, beforeDenominator: null, reported: 0, pairs: 0 },
}

/** What a line's day is compared with, as comparedOf() of the volumes has it. */
function comparedOf(day: RateDaySums, rows: readonly RateDaySums[], period: Period) {
  if (isKept(period)) return {}
  const on = addDays(day.on, -daysBack(period))
  const before = rows.filter((row) => row.on === on && row.metric === day.metric)
  return {
    comparedNumerator: sumOf(before.map(({ numerator }) => numerator)),
    comparedDenominator: sumOf(before.map(({ denominator }) => denominator)),
  }
}

/** A part and its whole, and both beside the same under the names that begin with `earlier`. */
function sides(part: string, whole: string, earlier: string): RawBuilder<unknown> {
  const [a, b] = [sql.raw(part), sql.raw(whole)]
  const [earlierA, earlierB] = [sql.raw(earlier + part), sql.raw(earlier + whole)]
  const both = sql`filter (where ${b} is not null and ${earlierB} is not null)`
  return sql`json_build_object('numerator', sum(${a}), 'denominator', sum(${b}), 'reported', count(${b}),
    'nowNumerator', sum(${a}) ${both}, 'nowDenominator', sum(${b}) ${both},
    'beforeNumerator', sum(${earlierA}) ${both}, 'beforeDenominator', sum(${earlierB}) ${both},
    'pairs', count(${b} + ${earlierB}))`
}

/** One measure over some days. */
export interface Measured extends Sides {
  measure: Measure
  /** Null for the response times, which every metric's stores share. */
  metric: ReplyMetric | null
  expected: number
}

/** One measure over the days on which it was reckoned, of one metric or of all. */
export function measured(
  days: readonly RateDaySums[],
  measure: Measure,
  metric: ReplyMetric | null,
): Measured {
  const own = days.filter((day) => day[measure] && (metric === null || day.metric === metric))
  const parts = own.flatMap((day) => day[measure] ?? [])
  const total = (field: keyof Sides) => sumOf(parts.map((part) => part[field]))
  return {
    ...{ measure, metric },
    numerator: total('numerator'),
    denominator: total('denominator'),
    nowNumerator: total('nowNumerator'),
    nowDenominator: total('nowDenominator'),
    beforeNumerator: total('beforeNumerator'),
    beforeDenominator: total('beforeDenominator'),
    reported: total('reported') ?? 0,
    pairs: total('pairs') ?? 0,
    expected: own.reduce((sum, { expected }) => sum + expected, 0),
  }
}
