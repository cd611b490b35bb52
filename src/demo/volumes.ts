import { daysBetween, weekdayOf } from '#kit/calendar.ts'
import type { Random } from './random.ts'
import { random } from './random.ts'
import type { DemoStore } from './stores.ts'

/** What kind of course a store takes. */
export interface Course {
  /** Buyers on an ordinary day at the start. */
  base: number
  /** By how much that grows over a year: 0.3 is 30 %. */
  growth: number
  /** Over how many of the last days it loses half of them; 0 for none. */
  decline: number
  /** Whether yesterday was far below the days before. */
  fell: boolean
  /** Whether it answers too few: under its target. */
  slow: boolean
  /** What was left of it some weeks ago, for a while: 0 for a shop that was closed; 1 for all others. */
  dip: number
  /** Days counted back from yesterday within which its merchant asked for far less; null for most. */
  slump: { from: number; to: number } | null
}

/**
 * Merchants whose buyers became few some three months ago: one is gone since (`endings.ts`), one recovered. Both were warned
 * of in red, long enough ago for what became of them to be known.
 */
const SLUMPS = new Map([
  [47, { from: 85, to: 0 }],
  [15, { from: 85, to: 62 }],
])

/** What a slump leaves of a store's buyers. */
const SLUMPED = 0.4

/** The course of a store, the same each time. */
export function courseOf(store: DemoStore): Course {
  const chance = random(`course ${store.id}`)
  return {
    // Those that go are smaller than most.
    base: Math.round((store.status === 'stopped' ? 20 : 45) * Math.exp(chance.next() * 2.9)),
    growth: chance.next() * 0.9 - 0.15,
    decline: store.id % 23 === 12 ? chance.between(25, 40) : 0,
    fell: store.id % 29 === 8,
    slow: store.id % 17 === 9,
    dip: store.id % 37 === 11 ? 0.25 : store.id % 61 === 29 ? 0 : 1,
    slump: SLUMPS.get(store.customer.id) ?? null,
  }
}

// From the middle of the week to its end people shop more. Monday is the first.
const WEEKDAYS = [0.97, 0.94, 0.95, 0.98, 1.04, 1.16, 1.12]

/** Days of the year on which everybody shops, and how much more. */
const PROMOTIONS: [from: string, to: string, factor: number][] = [
  ['05-31', '06-03', 1.6],
  ['06-16', '06-20', 2.2],
  ['10-31', '11-03', 1.8],
  ['11-09', '11-12', 2.5],
  ['12-10', '12-12', 1.5],
]

/** How many days ago the merchants' own anniversary sale was, where no promotion of the calendar lies within the figures. */
const ANNIVERSARY = [44, 42] as const

/** How busy a day is for everybody: the weekday, and a promotion where there is one. */
export function bustle(day: string, yesterday: string, firstDay: string): number {
  const weekday = WEEKDAYS[weekdayOf(day) - 1] ?? 1
  const promotion = promotionOf(day)
  if (promotion !== 1 || hasPromotion(firstDay, yesterday)) return weekday * promotion
  const ago = daysBetween(day, yesterday)
  return ago <= ANNIVERSARY[0] && ago >= ANNIVERSARY[1] ? weekday * 1.9 : weekday
}

function promotionOf(day: string): number {
  const monthDay = day.slice(5)
  return PROMOTIONS.find(([from, to]) => monthDay >= from && monthDay <= to)?.[2] ?? 1
}

function hasPromotion(from: string, to: string): boolean {
  return PROMOTIONS.some(([start]) => {
    const years = [from.slice(0, 4), to.slice(0, 4)]
    return years.some((year) => `${year}-${start}` >= from && `${year}-${start}` <= to)
  })
}

/** The days of a dip, counted back from yesterday: three whole weeks lie within it, and it is over. */
const DIP = { from: 47, to: 22 }

/** How many buyers a store has on a day. */
export function volumeOf(
  course: Course,
  day: string,
  yesterday: string,
  busy: number,
  chance: Random,
): number {
  const ago = daysBetween(day, yesterday)
  const growth = 1 + (course.growth * (120 - ago)) / 365
  const decline = course.decline > ago ? 1 - (0.55 * (course.decline - ago)) / course.decline : 1
  const fall = course.fell && ago === 0 ? 0.45 : 1
  const isDip = course.dip < 1 && ago <= DIP.from && ago >= DIP.to
  if (isDip && course.dip === 0) return 0
  const dip = isDip ? course.dip : 1
  const slump = course.slump && ago <= course.slump.from && ago >= course.slump.to ? SLUMPED : 1
  return Math.max(
    3,
    Math.round(course.base * dip * slump * growth * decline * fall * busy * chance.about(0.18)),
  )
}
