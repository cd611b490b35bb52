import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, daysFrom } from '#kit/calendar.ts'
import { sumOf } from '#kit/rates.ts'
import type { Split } from './contract.ts'
import { daysBack, type Period } from './rules.ts'
import { LAST_DAY_COMPARED, type Pairs, pairSums } from './series.ts'
import type { ComparisonDays } from './storeDays.ts'

/** The data of a report of volumes. */
export interface DaySource {
  /** Common tables: `figure` with one row per store or agent and day. */
  figures: (period: Period, comparison: ComparisonDays) => RawBuilder<unknown>
  /** SQL of the key and name of a trend's line. */
  splits: Partial<Record<Split, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }>>
}

/** A line's day with its sums, and its comparisons for the period and for the last day. */
export interface DaySums {
  key: string
  name: string | null
  on: Day
  volume: number | null
  compared: number | null
  reported: number
  expected: number
  updatedAt: Date | null
  ofPeriod: Pairs
  ofDay: Pairs
}

/**
 * The days of each line in the course and in the period, and the earlier days as a single line. The whole overview is
 * computed from them, so that the days are read once.
 */
export async function findDays(
  db: Database,
  { figures, splits }: DaySource,
  period: Period,
  split: Split,
  trendPeriod: Period,
): Promise<DaySums[]> {
  const { key, name } = splits[split] ?? TOTAL_LINE
  const from = trendPeriod.from < period.from ? trendPeriod.from : period.from
  const { rows } = await sql<DaySums>`
    ${figures(period, { from, back: Math.max(daysBack(period), 7) })}
    select case when on_day >= ${from} then ${key} else ${BEFORE} end as key, ${name} as name, "on",
      sum(volume) as volume, sum(compared) as compared, count(volume) as reported,
      count(*) filter (where counts) as expected, max(updated_at) as updated_at,
      ${pairSums(sql`compared`)} as of_period, ${pairSums(LAST_DAY_COMPARED[period.compare])} as of_day
    from figure group by 1, on_day, "on" order by 1, "on"`.execute(db)
  return [
    ...rows.filter(({ key: of }) => of === BEFORE),
    ...withAllDays(
      rows.filter(({ key: of }) => of !== BEFORE),
      { from, to: period.to },
      ({ key: of }) => of,
      emptyDay,
    ),
  ].map((day) => ({ ...day, compared: comparedOf(day, rows, period) }))
}

/** The key of the days before the first requested day. */
const BEFORE = 'before'

const emptyDay = ({ key, name }: DaySums, on: Day): DaySums => ({
  key,
  name,
  on,
  volume: null,
  compared: null,
  reported: 0,
  expected: 0,
  updatedAt: null,
  ofPeriod: { now: null, before: null, pairs: 0 },
  ofDay: { now: null, before: null, pairs: 0 },
})

/** Each line with all days; `absent` creates days without data. */
export function withAllDays<D extends { on: Day }>(
  days: readonly D[],
  { from, to }: { from: Day; to: Day },
  lineOf: (day: D) => string,
  absent: (like: D, on: Day) => D,
): D[] {
  return [...Map.groupBy(days, lineOf).values()].flatMap((line) => {
    const byDay = new Map(line.map((day) => [day.on, day]))
    const [first] = line
    return first ? daysFrom(from, to).map((on) => byDay.get(on) ?? absent(first, on)) : []
  })
}

/**
 * The volume of the compared day. If the compared period is neither a day nor a week nor a month back, the rows have no
 * column for it, and the lines of the earlier day are summed instead.
 */
function comparedOf(day: DaySums, days: readonly DaySums[], period: Period): number | null {
  if (hasComparedColumn(period)) return day.compared
  const on = addDays(day.on, -daysBack(period))
  return sumOf(days.filter((earlier) => earlier.on === on).map(volumeOf))
}

/** Whether the rows have a column for the day of the period's comparison. */
export const hasComparedColumn = (period: Period) =>
  period.compare === 'month' || [1, 7].includes(daysBack(period))

const TOTAL_LINE = { key: sql`'total'`, name: sql`null::text` }

/** Sums over the last day, the period, or the compared period. */
export interface SpanSums extends Pairs {
  volume: number | null
  reported: number
  expected: number
  updatedAt: Date | null
}

/** Sums several days; `sides` selects the comparison. */
export function sumDays(days: readonly DaySums[], sides: (day: DaySums) => Pairs): SpanSums {
  const total = (of: (day: DaySums) => number) => days.reduce((sum, day) => sum + of(day), 0)
  return {
    volume: sumOf(days.map(volumeOf)),
    reported: total((day) => day.reported),
    expected: total((day) => day.expected),
    updatedAt: newestOf(days),
    now: sumOf(days.map((day) => sides(day).now)),
    before: sumOf(days.map((day) => sides(day).before)),
    pairs: total((day) => sides(day).pairs),
  }
}

/** The latest update of some figures. */
export function newestOf(rows: readonly { updatedAt: Date | null }[]): Date | null {
  return rows.flatMap(({ updatedAt }) => updatedAt ?? []).sort((a, b) => +b - +a)[0] ?? null
}

export interface Point {
  key: string
  name: string | null
  on: Day
  volume: number | null
  /** The compared day's volume; null in a split trend. */
  compared: number | null
  reported: number
  expected: number
}

/** The lines of the trend, largest first. A day without figures is a gap. */
export function trendOf(days: readonly DaySums[], split: Split) {
  const lines = Map.groupBy(days, ({ key }) => key)
  return [...lines]
    .map(([key, lineDays]) => ({
      key,
      name: lineDays[0]?.name ?? null,
      points: lineDays.map((day) => pointOf(day, split)),
    }))
    .filter(({ points }) => points.some(({ expected }) => expected > 0))
    .sort((a, b) => (sumOf(b.points.map(volumeOf)) ?? 0) - (sumOf(a.points.map(volumeOf)) ?? 0))
}

function pointOf({ key, name, on, volume, compared, reported, expected }: DaySums, split: Split): Point {
  return { key, name, on, volume, compared: split === 'total' ? compared : null, reported, expected }
}

/** The volume of a day. */
export const volumeOf = ({ volume }: { volume: number | null }) => volume
