import type { Day } from '#kit/calendar.ts'
import { addDays, daysBetween, daysFrom, monthOf } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import type { Pricing } from './contract.ts'
import type { Proposal } from './contractTerms.ts'
import { monthlyFeeCents } from './rules.ts'

interface Facts {
  stoppedOn: Day
  /** Whether the month's fee has come in already: then the days after the stop are given back. */
  monthPaid: boolean
  /** By day. */
  terms: readonly { fromOn: Day; pricing: Pricing }[]
  /** By day; of two of a day the later counts. */
  states: readonly { fromOn: Day; status: string }[]
  /** The daily mean of the month before, for prices by tier. */
  meanVolume: number | null
}

/**
 * What is to be billed, or given back, for the month in which a store stops: monthly fee × days / days in the month, per
 * stretch of terms, each rounded half up to 分; prices by day or hour are counted by served days and never paid ahead.
 * Served are the days in the state 服务中. Null where nothing comes of it.
 */
export function propose({ stoppedOn, monthPaid, terms, states, meanVolume }: Facts): Proposal | null {
  const first: Day = `${monthOf(stoppedOn)}-01`
  const last = lastOfMonth(stoppedOn)
  const days = monthPaid ? daysAfter(stoppedOn, last) : served(daysFrom(first, stoppedOn), states)
  const stretches = byTerms(days, terms)
    .filter(({ pricing }) => !monthPaid || isMonthly(pricing))
    .map(({ pricing, count }) => priced(pricing, count, daysBetween(first, last) + 1, meanVolume))
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

/** The last day of a day's month. */
export function lastOfMonth(day: Day): Day {
  const first: Day = `${monthOf(day)}-01`
  return addDays(`${monthOf(addDays(first, 31))}-01`, -1)
}

function daysAfter(day: Day, last: Day): Day[] {
  return day < last ? daysFrom(addDays(day, 1), last) : []
}

/** The days on which the store was served. */
function served(days: readonly Day[], states: Facts['states']): Day[] {
  return days.filter((day) => states.findLast(({ fromOn }) => fromOn <= day)?.status === 'serving')
}

/** How many of the days fall under which terms; days before the first terms cost nothing. */
function byTerms(days: readonly Day[], terms: Facts['terms']): { pricing: Pricing; count: number }[] {
  return terms
    .map(({ fromOn, pricing }, index) => {
      const next = terms[index + 1]?.fromOn
      return { pricing, count: days.filter((day) => day >= fromOn && (!next || day < next)).length }
    })
    .filter(({ count }) => count > 0)
}

/** A number of days under one price. */
function priced(pricing: Pricing, days: number, inMonth: number, meanVolume: number | null) {
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
  return { amountCents: Math.floor((2 * fee * days + inMonth) / (2 * inMonth)), formula }
}
