import type { DayFigures, MonthFacts, PricedMonth } from '#billing/customer-bills/price.ts'
import { priceMonth } from '#billing/customer-bills/price.ts'
import { servedDays } from '#clients/stores/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { daysFrom, lastDayOf } from '#kit/calendar.ts'
import { runningParts, sum } from '#kit/money.ts'

/** The list of an open month by store. */
export const forecastPath = (month: string) =>
  `/customer-bill-management/ageing/ties?${new URLSearchParams({ view: 'forecast', month })}`

/** What some days came to in all. */
export interface Run {
  sum: number
  days: number
}

/** A store's last ordinary days that have a figure, at most 28 of each. */
export interface Recent {
  volume: Run
  sales: Run
}

/** From so many known days on, a month's own mean is taken. */
const ENOUGH_DAYS = 7

type Figure = keyof DayFigures

/** A month at the present rate, and which figures there was nothing to take a mean of. */
export interface Projected {
  priced: PricedMonth
  lacking: ('terms' | 'volume' | 'sales' | 'mean')[]
}

/**
 * What a store's month comes to at the present rate: its terms and states as they are known, and on served days without a
 * figure the mean of those that have one: of the month where it has at least seven, else of the last 28. Without any, the
 * month has no overage and no commission. `isSale`: days of a sale (大促) are no measure for ordinary days, nor the other
 * way round (096).
 */
export function projectMonth(
  facts: MonthFacts,
  recent: Recent,
  isSale: (day: Day) => boolean = () => false,
): Projected {
  const served = servedDays(daysFrom(`${facts.month}-01`, lastDayOf(facts.month)), facts.states)
  const [ordinary, sale] = [served.filter((day) => !isSale(day)), served.filter(isSale)]
  const of = (figure: Figure, lately: Run) => {
    const known = knownOf(served, facts.figures, figure)
    const own = runOf(known, ordinary)
    const usual = [own.days >= ENOUGH_DAYS ? own : lately, runOf(known, served)].find(({ days }) => days > 0)
    const busy = [runOf(known, sale), usual].find((run) => run !== undefined && run.days > 0)
    return new Map([...known, ...filled(ordinary, known, usual), ...filled(sale, known, busy)])
  }
  const [volume, sales] = [of('volume', recent.volume), of('salesCents', recent.sales)]
  const figures = new Map(
    served.map((day): [Day, DayFigures] => [
      day,
      { volume: volume.get(day) ?? null, salesCents: sales.get(day) ?? null },
    ]),
  )
  const priced = priceMonth({ ...facts, figures })
  return { priced, lacking: priced.missing.map(({ what }) => what) }
}

function knownOf(served: readonly Day[], figures: MonthFacts['figures'], figure: Figure): Map<Day, number> {
  return new Map(
    served.flatMap((day): [Day, number][] => {
      const value = figures.get(day)?.[figure] ?? null
      return value === null ? [] : [[day, value]]
    }),
  )
}

/** What the known ones of some days came to. */
function runOf(known: ReadonlyMap<Day, number>, days: readonly Day[]): Run {
  const values = days.flatMap((day) => known.get(day) ?? [])
  return { sum: sum(values), days: values.length }
}

/** The mean of a run on each of the days that are not known, so that together they are rounded once. */
function filled(
  days: readonly Day[],
  known: ReadonlyMap<Day, number>,
  run: Run | undefined,
): [Day, number][] {
  if (!run) return []
  const ahead = days.filter((day) => !known.has(day))
  const parts = runningParts(
    ahead.map(() => BigInt(run.sum)),
    BigInt(run.days),
  )
  return ahead.map((day, at): [Day, number] => [day, parts[at] ?? 0])
}
