import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import { daysUnderTerms, servedDays } from '#clients/stores/rules.ts'
import { type Day, daysFrom, lastDayOf } from '#kit/calendar.ts'
import { roundedParts, shareOf, sum } from '#kit/money.ts'

/** Figures of a day. Null means unknown, which differs from 0. Sales in 分. */
export interface DayFigures {
  volume: number | null
  salesCents: number | null
}

/** Figures of days; undefined for a day without any. */
export interface FiguresByDay {
  get(day: Day): DayFigures | undefined
}

/** Input of the price calculation for a store month. */
export interface MonthFacts {
  /** Month in format `2026-05`. */
  month: string
  /** Current terms, by first day. */
  terms: readonly { id: number; fromOn: Day; pricing: Pricing }[]
  /** State changes by day; for two on the same day, the later one applies. */
  states: readonly { fromOn: Day; status: string }[]
  figures: FiguresByDay
  /** Mean daily volume of the previous month, for tiers; not rounded. */
  meanBefore: number | null
}

/**
 * A price line: amount = price × qty ÷ per, rounded half up; the last of several monthly lines takes the remainder.
 * `monthly`: 分 per month × served days ÷ days of the month; `daily`, `hourly`, `overage`: 分 × days, hours,
 * consultations; `commission`: basis points × sales in 分 ÷ 10,000.
 */
export interface PricedLine {
  item: 'monthly' | 'daily' | 'hourly' | 'overage' | 'commission'
  fromOn: Day
  toOn: Day
  termsId: number
  qty: number
  per: number
  price: number
  amountCents: number
}

/**
 * Data missing for the price. `terms`: served days before the first terms, which are not billed; `volume`, `sales`:
 * served days without the figure for overage or commission; `mean`: no figures of the previous month, so the lowest
 * tier applies.
 */
export interface Missing {
  what: 'terms' | 'volume' | 'sales' | 'mean'
  days: Day[]
}

export interface PricedMonth {
  servedDays: number
  lines: PricedLine[]
  missing: Missing[]
}

/** Days of a month with the same pricing. */
export interface Stretch {
  termsId: number
  pricing: Pricing
  days: Day[]
}

type Kind<M extends Pricing['model']> = Stretch & { pricing: Extract<Pricing, { model: M }> }

/** 100 % in basis points. */
const HUNDRED_PERCENT_BP = 10_000

let cachedMonth: { month: string; days: readonly Day[] } = { month: '', days: [] }

/** Days of a month, cached because thousands of stores are priced for the same month in a row. */
function daysOfMonth(month: string): readonly Day[] {
  if (cachedMonth.month !== month) cachedMonth = { month, days: daysFrom(`${month}-01`, lastDayOf(month)) }
  return cachedMonth.days
}

/** Calculates a store's price for a month, in 分, and lists missing data. */
export function priceMonth(facts: MonthFacts): PricedMonth {
  const { month, terms, states, figures, meanBefore } = facts
  const days = daysOfMonth(month)
  const served = servedDays(days, states)
  const begun = terms[0]?.fromOn
  const stretches = stretchesUnderTerms(served, terms)
  const lines = [
    ...monthlyLines(stretches, days.length, meanBefore),
    ...timeLines(stretches),
    ...overageLines(stretches, figures),
    ...commissionLines(stretches, figures),
  ]
  return {
    servedDays: served.length,
    lines: lines.filter(({ amountCents }) => amountCents !== 0),
    missing: [
      { what: 'terms', days: served.filter((day) => begun === undefined || day < begun) } as const,
      ...missingFigures(stretches, figures, meanBefore),
    ].filter(({ what, days: lacking }) => what === 'mean' || lacking.length > 0),
  }
}

/** Served days of a month, grouped by pricing, in order. */
export function stretchesOf({ month, terms, states }: MonthFacts): Stretch[] {
  return stretchesUnderTerms(servedDays(daysOfMonth(month), states), terms)
}

function stretchesUnderTerms(served: readonly Day[], terms: MonthFacts['terms']): Stretch[] {
  return joinEqualPricing(
    daysUnderTerms(served, terms).map((stretch) => ({
      termsId: stretch.terms.id,
      pricing: stretch.terms.pricing,
      days: stretch.days,
    })),
  )
}

/** Joins consecutive terms with equal pricing, which differ only in salary or note. */
function joinEqualPricing(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  for (const stretch of stretches) {
    const last = found.at(-1)
    if (last && JSON.stringify(last.pricing) === JSON.stringify(stretch.pricing)) {
      found[found.length - 1] = { ...last, days: [...last.days, ...stretch.days] }
    } else found.push(stretch)
  }
  return found
}

/** Selects the stretches with the given pricing models. */
function withModels<M extends Pricing['model']>(stretches: readonly Stretch[], ...models: M[]): Kind<M>[] {
  return stretches.filter((stretch): stretch is Kind<M> => models.includes(stretch.pricing.model as M))
}

const spanOf = (days: readonly Day[]) => ({ fromOn: days[0] ?? '', toOn: days.at(-1) ?? '' })

/** Monthly fees by served days. Rounded once over all stretches, so that splitting a month changes nothing. */
function monthlyLines(
  stretches: readonly Stretch[],
  daysInMonth: number,
  meanBefore: number | null,
): PricedLine[] {
  const monthly = withModels(stretches, 'fixed', 'tier', 'included', 'commission')
  const fees = monthly.map(({ pricing }) => monthlyFeeCents(pricing, meanBefore))
  const amounts = roundedParts(
    monthly.map(({ days }, at) => BigInt(fees[at] ?? 0) * BigInt(days.length)),
    BigInt(daysInMonth),
  )
  return monthly.map(({ termsId, days }, at) => ({
    item: 'monthly',
    ...spanOf(days),
    termsId,
    qty: days.length,
    per: daysInMonth,
    price: fees[at] ?? 0,
    amountCents: amounts[at] ?? 0,
  }))
}

/** Lines for daily and hourly prices; these need no rounding. */
function timeLines(stretches: readonly Stretch[]): PricedLine[] {
  return withModels(stretches, 'daily', 'hourly').map(({ termsId, days, pricing }) => {
    const isDaily = pricing.model === 'daily'
    const price = isDaily ? pricing.dayCents : pricing.hourCents
    const qty = isDaily ? days.length : days.length * pricing.hoursPerDay
    return {
      item: pricing.model,
      ...spanOf(days),
      termsId,
      qty,
      per: 1,
      price,
      amountCents: price * qty,
    }
  })
}

/** Groups stretches by price, so that the allowance of a month is counted as a whole per overage price. */
function groupByPrice<S extends Stretch>(
  stretches: readonly S[],
  priceOf: (stretch: S) => number,
): [number, S[]][] {
  return [...Map.groupBy(stretches, priceOf)]
}

/**
 * Overage per price: `amount = max(0, Σ volume − includedDaily × served days) × overageCents`. A served day without a
 * figure adds its included volume to the allowance and 0 to the volume.
 */
function overageLines(stretches: readonly Stretch[], figures: MonthFacts['figures']): PricedLine[] {
  const byPrice = groupByPrice(withModels(stretches, 'included'), ({ pricing }) => pricing.overageCents)
  return byPrice.map(([price, group]) => {
    const days = group.flatMap((stretch) => stretch.days)
    const allowed = sum(group.map((stretch) => stretch.pricing.includedDaily * stretch.days.length))
    const volume = sum(days.map((day) => figures.get(day)?.volume ?? 0))
    const qty = Math.max(0, volume - allowed)
    return {
      item: 'overage',
      ...spanOf(days),
      termsId: group[0]?.termsId ?? 0,
      qty,
      per: 1,
      price,
      amountCents: price * qty,
    }
  })
}

/** Commission per rate: Σ sales × rate, rounded once. */
function commissionLines(stretches: readonly Stretch[], figures: MonthFacts['figures']): PricedLine[] {
  const byRate = groupByPrice(withModels(stretches, 'commission'), ({ pricing }) => pricing.rateBp)
  return byRate.map(([price, group]) => {
    const days = group.flatMap((stretch) => stretch.days)
    const qty = sum(days.map((day) => figures.get(day)?.salesCents ?? 0))
    return {
      item: 'commission',
      ...spanOf(days),
      termsId: group[0]?.termsId ?? 0,
      qty,
      per: HUNDRED_PERCENT_BP,
      price,
      amountCents: shareOf(price, qty, HUNDRED_PERCENT_BP),
    }
  })
}

function missingFigures(
  stretches: readonly Stretch[],
  figures: MonthFacts['figures'],
  meanBefore: number | null,
): Missing[] {
  const lacking = (of: readonly Stretch[], figure: keyof DayFigures) =>
    of.flatMap(({ days }) => days).filter((day) => (figures.get(day)?.[figure] ?? null) === null)
  const byTier = withModels(stretches, 'tier').filter(({ pricing }) => pricing.tiers.length > 1)
  return [
    {
      what: 'volume',
      days: lacking(
        withModels(stretches, 'included').filter(({ pricing }) => pricing.overageCents > 0),
        'volume',
      ),
    },
    {
      what: 'sales',
      days: lacking(
        withModels(stretches, 'commission').filter(({ pricing }) => pricing.rateBp > 0),
        'salesCents',
      ),
    },
    ...(byTier.length > 0 && meanBefore === null ? [{ what: 'mean' as const, days: [] }] : []),
  ]
}
