import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { daysFrom } from '#kit/calendar.ts'
import type { Figure, Split } from './contract.ts'
import type { Pairs } from './courses.ts'
import { LAST_DAY_BESIDE, pairs, withChange } from './courses.ts'
import type { Compare, Period } from './rules.ts'
import { daysBack, difference, FORMULA_VERSION, rateBp, ratio, sumOf } from './rules.ts'
import type { Beside } from './storeDays.ts'

/** What a report of volumes reads, and how it says what it reckons. */
export interface Source {
  /** The query's common part: `figure` with one row for every store or agent and day. */
  figures: (period: Period, beside: Beside) => RawBuilder<unknown>
  /** How the key and the name of a trend's line are found there. */
  splits: Partial<Record<Split, { key: RawBuilder<unknown>; name: RawBuilder<unknown> }>>
  /** How each figure is reckoned, in words. */
  formulas: Record<'lastDay' | 'period' | 'perStoreDay' | 'coverage', string>
}

/** The rows of the last day, of the period, or of the period before, as one. */
interface Slot extends Pairs {
  slot: 'lastDay' | 'period' | 'previous'
  volume: number | null
  reported: number
  expected: number
  updatedAt: Date | null
}

const NOTHING: Omit<Slot, 'slot'> = {
  ...{ volume: null, reported: 0, expected: 0, updatedAt: null },
  ...{ now: null, before: null, pairs: 0 },
}

async function findSlots(db: Database, { figures }: Source, period: Period) {
  const { from, to, previousFrom } = period
  const { rows } = await sql<
    Slot & { beside: Pairs }
  >`${figures(period, { from, back: Math.max(daysBack(period), 7) })}
    select slot, sum(volume) as volume, count(volume) as reported, count(*) filter (where counts) as expected,
      max(updated_at) as updated_at, ${pairs(sql`before`)} as beside
    from figure cross join lateral (values
      ('lastDay', on_day = ${to}, ${LAST_DAY_BESIDE[period.compare]}),
      ('period', on_day >= ${from}, compared),
      ('previous', on_day between ${previousFrom} and ${period.previousTo}, null)) as part (slot, inside, before)
    where inside group by slot`.execute(db)
  return (slot: Slot['slot']) => {
    const row = rows.find((found) => found.slot === slot)
    return row ? { ...row, ...row.beside } : { ...NOTHING, slot }
  }
}

interface Point {
  key: string
  name: string | null
  on: string
  volume: number | null
  /** The day that it is compared with; null where the trend is split. */
  compared: number | null
  reported: number
  expected: number
}

const WHOLE = { key: sql`'total'`, name: sql`null::text` }

/** The lines of the trend, the largest first; a day on which a line has no figures is a gap. */
async function findTrend(db: Database, { figures, splits }: Source, period: Period, split: Split) {
  const { key, name } = splits[split] ?? WHOLE
  const back = split === 'total' ? daysBack(period) : 0
  const compared = split === 'total' ? sql`sum(compared)` : sql`null::int`
  const { rows } = await sql<Point>`${figures(period, { from: period.from, back })}
    select ${key} as key, ${name} as name, "on", sum(volume) as volume, ${compared} as compared,
      count(volume) as reported, count(*) filter (where counts) as expected
    from figure where on_day >= ${period.from} group by 1, "on" order by 1, "on"`.execute(db)
  const lines = Map.groupBy(rows, (row) => row.key)
  return [...lines]
    .map(([line, points]) => ({ key: line, name: points[0]?.name ?? null, points }))
    .filter(({ points }) => points.some(({ expected }) => expected > 0))
    .sort((a, b) => (sumOf(b.points.map(volumeOf)) ?? 0) - (sumOf(a.points.map(volumeOf)) ?? 0))
}

const volumeOf = ({ volume }: { volume: number | null }) => volume

/** Every day of the period with the Σ of all lines. */
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

type Day = ReturnType<typeof totalByDay>[number]

/** What the figures of a strip have in common. */
interface Making {
  slotOf: (slot: Slot['slot']) => Slot
  days: Day[]
  compare: Compare
  formulas: Source['formulas']
}

/** What a last day's or a period's comparison is with. */
export const WITH: Record<'day' | 'period', Record<Compare, Figure['comparison']['with']>> = {
  day: { previous: 'prevDay', week: 'weekAgo', month: 'monthAgo' },
  period: { previous: 'prevPeriod', week: 'weekAgo', month: 'monthAgo' },
}

const common = ({ reported, expected }: Slot) => ({
  ...{ metric: null, version: FORMULA_VERSION, reported, expected },
})

function lastDayFigure({ slotOf, days, compare, formulas }: Making): Figure {
  const slot = slotOf('lastDay')
  return {
    ...common(slot),
    ...{ key: 'lastDay', unit: 'users', formula: formulas.lastDay },
    ...{ value: slot.volume, numerator: slot.volume, denominator: null },
    comparison: { with: WITH.day[compare], ...withChange(slot) },
    series: days.map(volumeOf),
  }
}

function periodFigure({ slotOf, days, compare, formulas }: Making): Figure {
  const slot = slotOf('period')
  return {
    ...common(slot),
    ...{ key: 'period', unit: 'visits', formula: formulas.period },
    ...{ value: slot.volume, numerator: slot.volume, denominator: null },
    comparison: { with: WITH.period[compare], ...withChange(slot) },
    series: days.map(volumeOf),
  }
}

function meanFigure({ slotOf, days, compare, formulas }: Making): Figure {
  const slot = slotOf('period')
  const now = ratio(slot.now, slot.pairs)
  const before = ratio(slot.before, slot.pairs)
  return {
    ...common(slot),
    ...{ key: 'perStoreDay', unit: 'users', formula: formulas.perStoreDay },
    ...{ value: ratio(slot.volume, slot.reported), numerator: slot.volume, denominator: slot.reported },
    comparison: { with: WITH.period[compare], ...withChange(slot), now, before },
    series: days.map(({ volume, reported }) => ratio(volume, reported)),
  }
}

function coverageFigure({ slotOf, days, compare, formulas }: Making): Figure {
  const [slot, previous] = [slotOf('period'), slotOf('previous')]
  const now = rateBp(slot.reported, slot.expected)
  const before = rateBp(previous.reported, previous.expected)
  return {
    ...common(slot),
    ...{ key: 'coverage', unit: 'rate', formula: formulas.coverage },
    ...{ value: now, numerator: slot.reported, denominator: slot.expected },
    comparison: {
      with: WITH.period[compare],
      ...{ now, before, changeBp: difference(now, before), pairs: slot.expected },
    },
    series: days.map(({ reported, expected }) => rateBp(reported, expected)),
  }
}

/**
 * The figures of the strip with what explains them, and the trend. The trend and the figures' series are of the days of
 * `course`, the same period unless another is given.
 */
export async function getSummary(
  db: Database,
  source: Source,
  period: Period,
  split: Split,
  course: Period = period,
) {
  const slotOf = await findSlots(db, source, period)
  const trend = await findTrend(db, source, course, split)
  const days = totalByDay(course, trend)
  const making = { slotOf, days, compare: period.compare, formulas: source.formulas }
  return {
    figures: [lastDayFigure, periodFigure, meanFigure, coverageFigure].map((figure) => figure(making)),
    updatedAt: slotOf('period').updatedAt,
    lastDayUpdatedAt: slotOf('lastDay').updatedAt,
    trend,
  }
}
