import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, daysFrom } from '#kit/calendar.ts'
import { sumOf } from '#kit/rates.ts'
import type { Split } from './contract.ts'
import type { Pairs } from './courses.ts'
import { LAST_DAY_BESIDE, pairs } from './courses.ts'
import type { Period } from './rules.ts'
import { daysBack } from './rules.ts'
import type { Beside } from './storeDays.ts'

/** What a report of volumes reads. */
export interface DaySource {
  /** The query's common part: `figure` with one row for every store or agent and day. */
  figures: (period: Period, beside: Beside) => RawBuilder<unknown>
  /** How the key and the name of a trend's line are found there. */
  splits: Partial<Record<Split, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }>>
}

/** A line's day: what it has, beside the day of the period before and beside what the last day is set beside. */
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
 * Every line's days of the course and of the period, and the days before as one line: the whole overview is Σ of these,
 * so that the days are read once.
 */
export async function findDays(
  db: Database,
  { figures, splits }: DaySource,
  period: Period,
  split: Split,
  course: Period,
): Promise<DaySums[]> {
  const { key, name } = splits[split] ?? WHOLE
  const from = course.from < period.from ? course.from : period.from
  const { rows } = await sql<DaySums>`
    ${figures(period, { from, back: Math.max(daysBack(period), 7) })}
    select case when on_day >= ${from} then ${key} else ${BEFORE} end as key, ${name} as name, "on",
      sum(volume) as volume, sum(compared) as compared, count(volume) as reported,
      count(*) filter (where counts) as expected, max(updated_at) as updated_at,
      ${pairs(sql`compared`)} as of_period, ${pairs(LAST_DAY_BESIDE[period.compare])} as of_day
    from figure group by 1, on_day, "on" order by 1, "on"`.execute(db)
  return [
    ...rows.filter(({ key: of }) => of === BEFORE),
    ...everyDay(
      rows.filter(({ key: of }) => of !== BEFORE),
      { from, to: period.to },
      ({ key: of }) => of,
      noDay,
    ),
  ].map((day) => ({ ...day, compared: comparedOf(day, rows, period) }))
}

/** The key of the days before the first that is asked for. */
const BEFORE = 'before'

const noDay = ({ key, name }: DaySums, on: Day): DaySums => ({
  ...{ key, name, on, volume: null, compared: null, reported: 0, expected: 0, updatedAt: null },
  ...{ ofPeriod: { now: null, before: null, pairs: 0 }, ofDay: { now: null, before: null, pairs: 0 } },
})

/** Each line with all days: one of which nothing is known as `absent` has it. */
export function everyDay<D extends { on: Day }>(
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
 * Σ of what a day is compared with. A period before of another length than a day or a week is no column of the rows: the
 * whole of its day is Σ of that day's own lines.
 */
function comparedOf(day: DaySums, days: readonly DaySums[], period: Period): number | null {
  if (isKept(period)) return day.compared
  const on = addDays(day.on, -daysBack(period))
  return sumOf(days.filter((earlier) => earlier.on === on).map(volumeOf))
}

/** Whether a day's row says what the period's comparison sets it beside. */
export const isKept = (period: Period) => period.compare === 'month' || [1, 7].includes(daysBack(period))

const WHOLE = { key: sql`'total'`, name: sql`null::text` }

/** The rows of the last day, of the period, or of the period before, as one. */
export interface Slot extends Pairs {
  volume: number | null
  reported: number
  expected: number
  updatedAt: Date | null
}

/** Some days as one; `sides` says which comparison is wanted of each. */
export function slotOf(days: readonly DaySums[], sides: (day: DaySums) => Pairs): Slot {
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

/** When the newest of some figures was written. */
export function newestOf(rows: readonly { updatedAt: Date | null }[]): Date | null {
  return rows.flatMap(({ updatedAt }) => updatedAt ?? []).sort((a, b) => +b - +a)[0] ?? null
}

export interface Point {
  key: string
  name: string | null
  on: Day
  volume: number | null
  /** The day that it is compared with; null where the trend is split. */
  compared: number | null
  reported: number
  expected: number
}

/** The lines of the trend, the largest first; a day on which a line has no figures is a gap. */
export function trendOf(days: readonly DaySums[], split: Split) {
  const lines = Map.groupBy(days, ({ key }) => key)
  return [...lines]
    .map(([key, own]) => ({ key, name: own[0]?.name ?? null, points: own.map((day) => pointOf(day, split)) }))
    .filter(({ points }) => points.some(({ expected }) => expected > 0))
    .sort((a, b) => (sumOf(b.points.map(volumeOf)) ?? 0) - (sumOf(a.points.map(volumeOf)) ?? 0))
}

function pointOf({ key, name, on, volume, compared, reported, expected }: DaySums, split: Split): Point {
  return { key, name, on, volume, compared: split === 'total' ? compared : null, reported, expected }
}

/** A day's volume. */
export const volumeOf = ({ volume }: { volume: number | null }) => volume
