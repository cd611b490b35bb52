import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import { addDays, type Day, daysBetween, daysFrom, lastDayOf, monthOf } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import { shareOf } from '#kit/money.ts'
import { daysUnderTerms, servedDays } from './rules.ts'
import type { Proposal } from './terms/contract.ts'

interface StopFacts {
  stoppedOn: Day
  /** Whether the month's fee is already paid; if so, the days after the stop are refunded. */
  monthPaid: boolean
  /** Sorted by first day. */
  terms: readonly { fromOn: Day; pricing: Pricing }[]
  /** Sorted by first day; of two on the same day the later one counts. */
  states: readonly { fromOn: Day; status: string }[]
  /** The daily mean volume of the previous month, for tier prices. */
  meanVolume: number | null
}

/**
 * Proposes a bill, or a refund if the month is paid, for the month in which a store stops: monthly fee × days / days in
 * the month, per period of terms, each rounded half up to 分. Prices by day or hour are billed per served day and never
 * paid in advance. Served days are the days in state 服务中. Null if the amount is 0.
 */
export function proposeProratedBill({
  stoppedOn,
  monthPaid,
  terms,
  states,
  meanVolume,
}: StopFacts): Proposal | null {
  const first: Day = `${monthOf(stoppedOn)}-01`
  const last = lastDayOf(monthOf(stoppedOn))
  const days = monthPaid ? daysAfter(stoppedOn, last) : servedDays(daysFrom(first, stoppedOn), states)
  const stretches = daysUnderTerms(days, terms)
    .filter((stretch) => !monthPaid || isMonthly(stretch.terms.pricing))
    .map((stretch) =>
      priceDays(stretch.terms.pricing, stretch.days.length, daysBetween(first, last) + 1, meanVolume),
    )
    .filter(({ amountCents }) => amountCents > 0)
  const [from, to] = [days[0], days.at(-1)]
  if (!from || !to || stretches.length === 0) return null
  return {
    kind: monthPaid ? 'refund' : 'bill',
    fromOn: from,
    toOn: to,
    amountCents: stretches.reduce((sum, { amountCents }) => sum + amountCents, 0),
    formula: stretches.map(({ formula }) => formula).join(' + '),
  }
}

const isMonthly = ({ model }: Pricing) => model !== 'daily' && model !== 'hourly'

function daysAfter(day: Day, last: Day): Day[] {
  return day < last ? daysFrom(addDays(day, 1), last) : []
}

/** Amount and formula of a number of days under one price. */
function priceDays(pricing: Pricing, days: number, inMonth: number, meanVolume: number | null) {
  if (pricing.model === 'daily') {
    const formula = `${formatMoney(pricing.dayCents)} × ${days}`
    return { amountCents: pricing.dayCents * days, formula }
  }
  if (pricing.model === 'hourly') {
    const { hourCents, hoursPerDay } = pricing
    const formula = `${formatMoney(hourCents)} × ${hoursPerDay} × ${days}`
    return { amountCents: hourCents * hoursPerDay * days, formula }
  }
  const fee = monthlyFeeCents(pricing, meanVolume)
  const formula = `${formatMoney(fee)} × ${days} / ${inMonth}`
  return { amountCents: shareOf(fee, days, inMonth), formula }
}
