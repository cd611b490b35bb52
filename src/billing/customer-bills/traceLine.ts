import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import { type Day, daysFrom, lastDayOf } from '#kit/calendar.ts'
import { allocate, sum } from '#kit/money.ts'
import type { BillLine, LineItem } from './contract.ts'
import { type MonthFacts, priceMonth, stretchesOf } from './price.ts'

/** Why a day is excluded: the store's state, no terms yet, or a price that belongs to another line. */
export type ExclusionReason = 'before' | 'trial' | 'paused' | 'stopped' | 'terms' | 'other'

/** A day of the month in a line. `missing`: served, but without the figure that the item needs. */
export interface TracedDay {
  on: Day
  state: 'counted' | 'missing' | 'excluded'
  why: ExclusionReason | null
  /** Terms in force on the day. */
  termsId: number | null
  volume: number | null
  salesCents: number | null
  /** Number of included consultations per day; null if the price includes none. */
  included: number | null
  /** The day's part of the line, in 分; null for overage, which is calculated for the month as a whole. */
  amountCents: number | null
}

/** Totals of the days; `qty` in the unit of the item: days, hours, consultations above the allowance, or sales in 分. */
export interface TracedSum {
  qty: number
  amountCents: number
  days: number
  volume: number
  included: number
  salesCents: number
  excludedDays: number
  excludedVolume: number
}

export interface TracedLine {
  days: TracedDay[]
  sum: TracedSum
  /** Line minus current days; not 0 if terms or figures have changed since the line was calculated. */
  sinceQty: number
  sinceCents: number
}

type Line = Pick<BillLine, 'item' | 'fromOn' | 'toOn' | 'qty' | 'price' | 'amountCents'>

/** Items calculated by day; others are manual or settle another bill. */
const DAILY_ITEMS: readonly LineItem[] = ['monthly', 'daily', 'hourly', 'overage', 'commission']

/** Whether a line is calculated from days of a store month. */
export function isByDay({ item, fromOn, toOn }: Pick<Line, 'item' | 'fromOn' | 'toOn'>): boolean {
  return DAILY_ITEMS.includes(item) && fromOn !== null && toOn !== null
}

/** Price of an item under a pricing; null if the pricing has no such item. */
function priceFor(item: LineItem, pricing: Pricing, meanBefore: number | null): number | null {
  switch (item) {
    case 'monthly':
      return pricing.model === 'daily' || pricing.model === 'hourly'
        ? null
        : monthlyFeeCents(pricing, meanBefore)
    case 'daily':
      return pricing.model === 'daily' ? pricing.dayCents : null
    case 'hourly':
      return pricing.model === 'hourly' ? pricing.hourCents : null
    case 'overage':
      return pricing.model === 'included' ? pricing.overageCents : null
    case 'commission':
      return pricing.model === 'commission' ? pricing.rateBp : null
    default:
      return null
  }
}

/**
 * Traces a line of a store month: each day with its state, and their totals. Totals plus `since…` always equal the
 * line. Price periods of a month do not overlap, so item, price and span identify the line's days even if equal terms
 * have replaced the original ones.
 */
export function traceLine(line: Line, facts: MonthFacts): TracedLine {
  const { month, meanBefore } = facts
  const pricingByDay = new Map(
    stretchesOf(facts)
      .filter(({ pricing }) => priceFor(line.item, pricing, meanBefore) === line.price)
      .flatMap(({ days, pricing }) => days.map((day): [Day, Pricing] => [day, pricing]))
      .filter(([day]) => day >= (line.fromOn ?? day) && day <= (line.toOn ?? day)),
  )
  const now = priceMonth(facts).lines.find(
    ({ item, price, fromOn }) => item === line.item && price === line.price && pricingByDay.has(fromOn),
  )
  const amountCents = now?.amountCents ?? 0
  const daysWithoutAmounts = daysFrom(`${month}-01`, lastDayOf(month)).map((on) =>
    dayWithoutAmount(on, line, pricingByDay.get(on), facts),
  )
  const days = withAmounts(daysWithoutAmounts, line.item, amountCents)
  const total = totalOf(days, line.item, pricingByDay, amountCents)
  return {
    days,
    sum: total,
    sinceQty: line.qty - total.qty,
    sinceCents: line.amountCents - amountCents,
  }
}

function dayWithoutAmount(
  on: Day,
  { item }: Line,
  pricing: Pricing | undefined,
  facts: MonthFacts,
): TracedDay {
  const { volume = null, salesCents = null } = facts.figures.get(on) ?? {}
  const lacks = (item === 'overage' && volume === null) || (item === 'commission' && salesCents === null)
  return {
    on,
    volume,
    salesCents,
    state: pricing === undefined ? 'excluded' : lacks ? 'missing' : 'counted',
    why: pricing === undefined ? whyNot(on, facts) : null,
    termsId: facts.terms.findLast(({ fromOn }) => fromOn <= on)?.id ?? null,
    included: pricing?.model === 'included' ? pricing.includedDaily : null,
    amountCents: null,
  }
}

function whyNot(on: Day, { states, terms }: MonthFacts): ExclusionReason {
  const status = states.findLast(({ fromOn }) => fromOn <= on)?.status ?? 'pending'
  if (status === 'trial' || status === 'paused' || status === 'stopped') return status
  if (status !== 'serving') return 'before'
  return terms.some(({ fromOn }) => fromOn <= on) ? 'other' : 'terms'
}

/** Distributes the amount over the counted days without remainder: equally, or by sales for commission. */
function withAmounts(days: readonly TracedDay[], item: LineItem, amountCents: number): TracedDay[] {
  if (item === 'overage') return [...days]
  const counted = days.filter(({ state }) => state !== 'excluded')
  const weights = counted.map(({ salesCents }) => (item === 'commission' ? Math.max(0, salesCents ?? 0) : 1))
  const parts = new Map(allocate(amountCents, weights).map((part, at) => [counted[at]?.on, part]))
  return days.map((day) => ({ ...day, amountCents: parts.get(day.on) ?? null }))
}

function totalOf(
  days: readonly TracedDay[],
  item: LineItem,
  pricingByDay: ReadonlyMap<Day, Pricing>,
  amountCents: number,
): TracedSum {
  const counted = days.filter(({ on }) => pricingByDay.has(on))
  const excluded = days.filter(({ on }) => !pricingByDay.has(on))
  const [volume, included] = [sumOf(counted, 'volume'), sumOf(counted, 'included')]
  const salesCents = sumOf(counted, 'salesCents')
  return {
    qty: qtyOf(item, [...pricingByDay.values()], { volume, included, salesCents }),
    amountCents,
    days: pricingByDay.size,
    volume,
    included,
    salesCents,
    excludedDays: excluded.length,
    excludedVolume: sumOf(excluded, 'volume'),
  }
}

const sumOf = (days: readonly TracedDay[], field: 'volume' | 'included' | 'salesCents') =>
  sum(days.map((day) => day[field] ?? 0))

/** Quantity of the days in the unit of the item. */
function qtyOf(
  item: LineItem,
  days: readonly Pricing[],
  { volume, included, salesCents }: Pick<TracedSum, 'volume' | 'included' | 'salesCents'>,
): number {
  switch (item) {
    case 'overage':
      return Math.max(0, volume - included)
    case 'commission':
      return salesCents
    case 'hourly':
      return sum(days.map((pricing) => (pricing.model === 'hourly' ? pricing.hoursPerDay : 0)))
    default:
      return days.length
  }
}
