import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import { daysUnderTerms, servedDays } from '#clients/stores/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { daysFrom, lastDayOf } from '#kit/calendar.ts'
import { shareOf, sum, wholeParts } from '#kit/money.ts'

/** What a day brought: null is "not known", which is never 0. Sales in 分. */
export interface DayFigures {
  volume: number | null
  salesCents: number | null
}

/** What a store's month is priced from. */
export interface MonthFacts {
  /** `2026-05`. */
  month: string
  /** By day; those that stand. */
  terms: readonly { id: number; fromOn: Day; pricing: Pricing }[]
  /** By day; of two of a day the later counts. */
  states: readonly { fromOn: Day; status: string }[]
  figures: ReadonlyMap<Day, DayFigures>
  /** The daily mean of the month before, for prices by tier: a fraction, never rounded. */
  meanBefore: number | null
}

/**
 * A line of a bill as the price has it: amount = price × qty ÷ per, half up; of several monthly lines the last takes the
 * remainder. `monthly`: 分 a month × served days ÷ days in the month; `daily`, `hourly`, `overage`: 分 × days, hours,
 * people; `commission`: basis points × sales in 分 ÷ 10,000.
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
 * What a month's price lacks. `terms`: served days before the first terms, not billed; `volume`, `sales`: served days
 * without the figure that overage or commission counts; `mean`: no figures of the month before, so the lowest tier.
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

/** Days of a month under one price. */
export interface Stretch {
  termsId: number
  pricing: Pricing
  days: Day[]
}

type Kind<M extends Pricing['model']> = Stretch & { pricing: Extract<Pricing, { model: M }> }

/** A rate of 100 %, in basis points. */
const WHOLE_BP = 10_000

let known: { month: string; days: readonly Day[] } = { month: '', days: [] }

/** The days of a month; thousands of stores in a row are priced for the same one. */
function daysOfMonth(month: string): readonly Day[] {
  if (known.month !== month) known = { month, days: daysFrom(`${month}-01`, lastDayOf(month)) }
  return known.days
}

/** What a store owes for a month, and what is missing to say it for certain. Amounts in 分. */
export function priceMonth(facts: MonthFacts): PricedMonth {
  const { month, terms, states, figures, meanBefore } = facts
  const days = daysOfMonth(month)
  const served = servedDays(days, states)
  const begun = terms[0]?.fromOn
  const stretches = underTerms(served, terms)
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

/** The served days of a month by the price that they fall under, in their order. */
export function stretchesOf({ month, terms, states }: MonthFacts): Stretch[] {
  return underTerms(servedDays(daysOfMonth(month), states), terms)
}

function underTerms(served: readonly Day[], terms: MonthFacts['terms']): Stretch[] {
  return joined(
    daysUnderTerms(served, terms).map((stretch) => ({
      ...{ termsId: stretch.terms.id, pricing: stretch.terms.pricing, days: stretch.days },
    })),
  )
}

/** Terms that follow each other at the same price are one stretch: only the salary or a note had changed. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = []
  for (const stretch of stretches) {
    const last = found.at(-1)
    if (last && JSON.stringify(last.pricing) === JSON.stringify(stretch.pricing)) {
      found[found.length - 1] = { ...last, days: [...last.days, ...stretch.days] }
    } else found.push(stretch)
  }
  return found
}

/** The stretches of a price model. */
function under<M extends Pricing['model']>(stretches: readonly Stretch[], ...models: M[]): Kind<M>[] {
  return stretches.filter((stretch): stretch is Kind<M> => models.includes(stretch.pricing.model as M))
}

const spanOf = (days: readonly Day[]) => ({ fromOn: days[0] ?? '', toOn: days.at(-1) ?? '' })

/** Monthly fees by served days: rounded once over all of them, so that dividing a month changes nothing. */
function monthlyLines(
  stretches: readonly Stretch[],
  daysInMonth: number,
  meanBefore: number | null,
): PricedLine[] {
  const monthly = under(stretches, 'fixed', 'tier', 'included', 'commission')
  const fees = monthly.map(({ pricing }) => monthlyFeeCents(pricing, meanBefore))
  const amounts = wholeParts(
    monthly.map(({ days }, at) => BigInt(fees[at] ?? 0) * BigInt(days.length)),
    BigInt(daysInMonth),
  )
  return monthly.map(({ termsId, days }, at) => ({
    ...{ item: 'monthly', ...spanOf(days), termsId },
    ...{ qty: days.length, per: daysInMonth, price: fees[at] ?? 0, amountCents: amounts[at] ?? 0 },
  }))
}

/** Prices by day and by hour: whole by themselves. */
function timeLines(stretches: readonly Stretch[]): PricedLine[] {
  return under(stretches, 'daily', 'hourly').map(({ termsId, days, pricing }) => {
    const isDaily = pricing.model === 'daily'
    const price = isDaily ? pricing.dayCents : pricing.hourCents
    const qty = isDaily ? days.length : days.length * pricing.hoursPerDay
    return {
      ...{ item: pricing.model, ...spanOf(days), termsId, qty, per: 1, price },
      amountCents: price * qty,
    }
  })
}

/** Stretches by what they count for: a month with one price of overage is counted as a whole, whatever else changed. */
function grouped<S extends Stretch>(
  stretches: readonly S[],
  priceOf: (stretch: S) => number,
): [number, S[]][] {
  return [...Map.groupBy(stretches, priceOf)]
}

/** max(0, Σ volume − included × served days) × price; days without a figure count as served, but bring nothing. */
function overageLines(stretches: readonly Stretch[], figures: MonthFacts['figures']): PricedLine[] {
  const byPrice = grouped(under(stretches, 'included'), ({ pricing }) => pricing.overageCents)
  return byPrice.map(([price, group]) => {
    const days = group.flatMap((stretch) => stretch.days)
    const allowed = sum(group.map((stretch) => stretch.pricing.includedDaily * stretch.days.length))
    const volume = sum(days.map((day) => figures.get(day)?.volume ?? 0))
    const qty = Math.max(0, volume - allowed)
    return {
      ...{ item: 'overage', ...spanOf(days), termsId: group[0]?.termsId ?? 0, qty, per: 1, price },
      amountCents: price * qty,
    }
  })
}

/** Σ sales × rate, rounded once per rate. */
function commissionLines(stretches: readonly Stretch[], figures: MonthFacts['figures']): PricedLine[] {
  const byRate = grouped(under(stretches, 'commission'), ({ pricing }) => pricing.rateBp)
  return byRate.map(([price, group]) => {
    const days = group.flatMap((stretch) => stretch.days)
    const qty = sum(days.map((day) => figures.get(day)?.salesCents ?? 0))
    return {
      ...{ item: 'commission', ...spanOf(days), termsId: group[0]?.termsId ?? 0, qty, per: WHOLE_BP, price },
      amountCents: shareOf(price, qty, WHOLE_BP),
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
  const byTier = under(stretches, 'tier').filter(({ pricing }) => pricing.tiers.length > 1)
  return [
    {
      what: 'volume',
      days: lacking(
        under(stretches, 'included').filter(({ pricing }) => pricing.overageCents > 0),
        'volume',
      ),
    },
    {
      what: 'sales',
      days: lacking(
        under(stretches, 'commission').filter(({ pricing }) => pricing.rateBp > 0),
        'salesCents',
      ),
    },
    ...(byTier.length > 0 && meanBefore === null ? [{ what: 'mean' as const, days: [] }] : []),
  ]
}
