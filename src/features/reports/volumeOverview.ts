import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { daysFrom } from '#kit/calendar.ts'
import type { Figure, Split } from './contract.ts'
import type { Period } from './rules.ts'
import { changeBp, difference, rateBp, ratio, sumOf } from './rules.ts'
import type { Chosen } from './storeDays.ts'
import { SPLITS } from './storeDays.ts'
import type { Pairs } from './volumes.ts'
import { findVolumeStoreRows, pairs, volumeFigures } from './volumes.ts'

/** The store-days of the last day, of the period, or of the period before, as one. */
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

async function findSlots(db: Database, chosen: Chosen, period: Period) {
  const { from, to, days, previousFrom } = period
  const { rows } = await sql<
    Slot & { compared: Pairs }
  >`${volumeFigures(chosen, period, { from, back: Math.max(days, 7) })}
    select slot, sum(volume) as volume, count(volume) as reported, count(*) filter (where counts) as expected,
      max(updated_at) as updated_at, ${pairs(sql`before`)} as compared
    from figure cross join lateral (values
      ('lastDay', on_day = ${to}, prev_day),
      ('period', on_day >= ${from}, prev_period),
      ('previous', on_day between ${previousFrom} and ${period.previousTo}, null)) as part (slot, inside, before)
    where inside group by slot`.execute(db)
  return (slot: Slot['slot']) => {
    const row = rows.find((found) => found.slot === slot)
    return row ? { ...row, ...row.compared } : { ...NOTHING, slot }
  }
}

interface Point {
  key: string
  name: string | null
  on: string
  volume: number | null
  reported: number
  expected: number
}

/** The lines of the trend, the largest first; a day on which a line has no figures is a gap. */
async function findTrend(db: Database, chosen: Chosen, period: Period, split: Split) {
  const { key, name } = SPLITS[split]
  const { rows } = await sql<Point>`${volumeFigures(chosen, period, { from: period.from, back: 0 })}
    select ${key} as key, ${name} as name, "on", sum(volume) as volume, count(volume) as reported,
      count(*) filter (where counts) as expected
    from figure group by 1, "on" order by 1, "on"`.execute(db)
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

const common = ({ reported, expected }: Slot) => ({ metric: null, reported, expected })

function lastDayFigure(slot: Slot, days: Day[]): Figure {
  return {
    ...common(slot),
    ...{ key: 'lastDay', unit: 'users', formula: 'Σ 各店当天的咨询量，缺数据的店不计入' },
    ...{ value: slot.volume, numerator: slot.volume, denominator: null },
    comparison: { with: 'prevDay', ...sides(slot) },
    series: days.map(volumeOf),
  }
}

function periodFigure(slot: Slot, days: Day[]): Figure {
  return {
    ...common(slot),
    ...{ key: 'period', unit: 'visits', formula: 'Σ 各店各天的咨询量，缺数据的店日不计入' },
    ...{ value: slot.volume, numerator: slot.volume, denominator: null },
    comparison: { with: 'prevPeriod', ...sides(slot) },
    series: days.map(volumeOf),
  }
}

const sides = ({ now, before, pairs }: Pairs) => ({ now, before, pairs, changeBp: changeBp(now, before) })

function meanFigure(slot: Slot, days: Day[]): Figure {
  const now = ratio(slot.now, slot.pairs)
  const before = ratio(slot.before, slot.pairs)
  return {
    ...common(slot),
    ...{ key: 'perStoreDay', unit: 'users', formula: 'Σ 咨询量 ÷ 已报店日' },
    ...{ value: ratio(slot.volume, slot.reported), numerator: slot.volume, denominator: slot.reported },
    comparison: { with: 'prevPeriod', ...sides(slot), now, before },
    series: days.map(({ volume, reported }) => ratio(volume, reported)),
  }
}

function coverageFigure(slot: Slot, previous: Slot, days: Day[]): Figure {
  const now = rateBp(slot.reported, slot.expected)
  const before = rateBp(previous.reported, previous.expected)
  return {
    ...common(slot),
    ...{ key: 'coverage', unit: 'rate', formula: '已报店日 ÷ 应报店日' },
    ...{ value: now, numerator: slot.reported, denominator: slot.expected },
    comparison: { with: 'prevPeriod', now, before, changeBp: difference(now, before), pairs: slot.expected },
    series: days.map(({ reported, expected }) => rateBp(reported, expected)),
  }
}

/**
 * The figures of the strip with what explains them, and the trend. The trend and the figures' series are of the days of
 * `course`, the same period unless another is given.
 */
export async function getVolumeSummary(
  db: Database,
  chosen: Chosen,
  period: Period,
  split: Split,
  course: Period = period,
) {
  const slotOf = await findSlots(db, chosen, period)
  const trend = await findTrend(db, chosen, course, split)
  const days = totalByDay(course, trend)
  const whole = slotOf('period')
  const figures = [
    lastDayFigure(slotOf('lastDay'), days),
    periodFigure(whole, days),
    meanFigure(whole, days),
    coverageFigure(whole, slotOf('previous'), days),
  ]
  return { figures, updatedAt: whole.updatedAt, lastDayUpdatedAt: slotOf('lastDay').updatedAt, trend }
}

/** The stores with the largest volume of the last day, and those that fell most against the day before. */
export async function findTopVolumes(db: Database, chosen: Chosen, period: Period, n: number) {
  const page = { current: 1, pageSize: n }
  const most = await findVolumeStoreRows(db, chosen, period, { ...page, sort: '-volume' })
  const falls = await findVolumeStoreRows(db, chosen, period, { ...page, sort: 'vsPrevDay' })
  return {
    most: most.filter(({ volume }) => volume !== null),
    falls: falls.filter(({ vsPrevDayBp }) => (vsPrevDayBp ?? 0) < 0),
  }
}
