import {
  type DayFigures,
  type MonthFacts,
  type PricedMonth,
  priceMonth,
} from '#billing/customer-bills/price.ts'
import { servedDays } from '#clients/stores/rules.ts'
import { type Day, daysFrom, lastDayOf } from '#kit/calendar.ts'
import { runningParts, sum } from '#kit/money.ts'

/** Path of the forecast list of a month. */
export const forecastPath = (month: string) =>
  `/customer-bill-management/ageing/ties?${new URLSearchParams({ view: 'forecast', month })}`

/** Sum and number of days. */
export interface Run {
  sum: number
  days: number
}

/** A store's last ordinary days with figures, at most 28 per figure. */
export interface Recent {
  volume: Run
  sales: Run
}

/** Minimum number of known days for using the mean of the month itself. */
const ENOUGH_DAYS = 7

type Figure = keyof DayFigures

/** Forecast price of a month, and the data that it lacks. */
export interface Projected {
  priced: PricedMonth
  lacking: ('terms' | 'volume' | 'sales' | 'mean')[]
}

/**
 * Forecasts a store month at the current rate, with its known terms and states. Served days without a figure get the
 * mean: of the month if at least seven days are known, else of the last 28 days. Without any known days, the month has
 * no overage or commission. Campaign days (大促, `isSale`) and ordinary days use separate means (decision 096).
 */
export function projectMonth(
  facts: MonthFacts,
  recent: Recent,
  isSale: (day: Day) => boolean = () => false,
): Projected {
  const served = servedDays(daysFrom(`${facts.month}-01`, lastDayOf(facts.month)), facts.states)
  const [ordinary, sale] = [served.filter((day) => !isSale(day)), served.filter(isSale)]
  const of = (figure: Figure, recentRun: Run) => {
    const valueByDay = toValueByDay(served, facts.figures, figure)
    const monthRun = runOf(valueByDay, ordinary)
    const ordinaryRun = [monthRun.days >= ENOUGH_DAYS ? monthRun : recentRun, runOf(valueByDay, served)].find(
      ({ days }) => days > 0,
    )
    const saleRun = [runOf(valueByDay, sale), ordinaryRun].find((run) => run !== undefined && run.days > 0)
    return new Map([
      ...valueByDay,
      ...fillMissing(ordinary, valueByDay, ordinaryRun),
      ...fillMissing(sale, valueByDay, saleRun),
    ])
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

function toValueByDay(
  served: readonly Day[],
  figures: MonthFacts['figures'],
  figure: Figure,
): Map<Day, number> {
  return new Map(
    served.flatMap((day): [Day, number][] => {
      const value = figures.get(day)?.[figure] ?? null
      return value === null ? [] : [[day, value]]
    }),
  )
}

/** Sum and number of the known days among the given ones. */
function runOf(valueByDay: ReadonlyMap<Day, number>, days: readonly Day[]): Run {
  const values = days.flatMap((day) => valueByDay.get(day) ?? [])
  return { sum: sum(values), days: values.length }
}

/** Fills unknown days with the mean of a run, rounded once over all of them. */
function fillMissing(
  days: readonly Day[],
  valueByDay: ReadonlyMap<Day, number>,
  run: Run | undefined,
): [Day, number][] {
  if (!run) return []
  const ahead = days.filter((day) => !valueByDay.has(day))
  const parts = runningParts(
    ahead.map(() => BigInt(run.sum)),
    BigInt(run.days),
  )
  return ahead.map((day, at): [Day, number] => [day, parts[at] ?? 0])
}
