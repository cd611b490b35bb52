import { daysBetween, weekdayOf } from '#kit/calendar.ts'
import { type Random, random } from './random.ts'
import type { DemoStore } from './stores.ts'

/** The parameters of a store's volumes over time. */
export interface VolumeModel {
  /** Buyers on an ordinary day at the start. */
  base: number
  /** Growth over a year: 0.3 is 30 %. */
  growth: number
  /** Number of last days over which it loses half of its buyers; 0 for none. */
  decline: number
  /** Whether yesterday was far below the days before. */
  fell: boolean
  /** Whether its reply rate is below target. */
  slow: boolean
  /** The remaining share of buyers during a temporary dip some weeks ago: 0 for a closed shop, 1 for no dip. */
  dip: number
  /** The days, counted back from yesterday, in which the customer's volume was much lower; null for most. */
  slump: { from: number; to: number } | null
}

/**
 * Customers whose volume fell about three months ago: one has left since (`endings.ts`), one recovered. Both had red
 * warnings, old enough to count in the hit rate.
 */
const SLUMPS = new Map([
  [47, { from: 85, to: 0 }],
  [15, { from: 85, to: 62 }],
])

/** The remaining share of buyers in a slump. */
const SLUMPED = 0.4

/** The parameters of a store, deterministic by its id. */
export function volumeModelOf(store: DemoStore): VolumeModel {
  const chance = random(`course ${store.id}`)
  return {
    // Stopped stores are smaller than most.
    base: Math.round((store.status === 'stopped' ? 20 : 45) * Math.exp(chance.next() * 2.9)),
    growth: chance.next() * 0.9 - 0.15,
    decline: store.id % 23 === 12 ? chance.between(25, 40) : 0,
    fell: store.id % 29 === 8,
    slow: store.id % 17 === 9,
    dip: store.id % 37 === 11 ? 0.25 : store.id % 61 === 29 ? 0 : 1,
    slump: SLUMPS.get(store.customer.id) ?? null,
  }
}

// Volumes rise from the middle of the week to its end. Monday is the first.
const WEEKDAYS = [0.97, 0.94, 0.95, 0.98, 1.04, 1.16, 1.12]

/** Shopping festivals and their factors. */
const PROMOTIONS: [from: string, to: string, factor: number][] = [
  ['05-31', '06-03', 1.6],
  ['06-16', '06-20', 2.2],
  ['10-31', '11-03', 1.8],
  ['11-09', '11-12', 2.5],
  ['12-10', '12-12', 1.5],
]

/** The days of an anniversary sale, counted back, used if no promotion of the calendar is within the figures. */
const ANNIVERSARY = [44, 42] as const

/** The common factor of a day: its weekday, and a promotion. */
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

/** The days of a dip, counted back from yesterday: it includes three complete weeks and has ended. */
const DIP = { from: 47, to: 22 }

/** The number of a store's buyers on a day. */
export function volumeOf(
  model: VolumeModel,
  day: string,
  yesterday: string,
  busy: number,
  chance: Random,
): number {
  const ago = daysBetween(day, yesterday)
  const growth = 1 + (model.growth * (120 - ago)) / 365
  const decline = model.decline > ago ? 1 - (0.55 * (model.decline - ago)) / model.decline : 1
  const fall = model.fell && ago === 0 ? 0.45 : 1
  const isDip = model.dip < 1 && ago <= DIP.from && ago >= DIP.to
  if (isDip && model.dip === 0) return 0
  const dip = isDip ? model.dip : 1
  const slump = model.slump && ago <= model.slump.from && ago >= model.slump.to ? SLUMPED : 1
  return Math.max(
    3,
    Math.round(model.base * dip * slump * growth * decline * fall * busy * chance.about(0.18)),
  )
}
