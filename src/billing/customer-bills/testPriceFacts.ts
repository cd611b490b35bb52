import type { Pricing } from '#clients/pricing/contract.ts'
import { daysFrom } from '#kit/calendar.ts'
import type { DayFigures, MonthFacts } from './price.ts'

/** Input and expected price of a month; `says` is the test title. */
export interface PriceCase extends MonthFacts {
  says: string
  lines: string[]
  missing?: string[]
}

export const fixed = (monthlyCents: number): Pricing => ({ model: 'fixed', monthlyCents })
export const included = (monthlyCents: number, includedDaily: number, overageCents: number): Pricing => ({
  model: 'included',
  monthlyCents,
  includedDaily,
  overageCents,
})
export const commission = (baseCents: number, rateBp: number): Pricing => ({
  model: 'commission',
  baseCents,
  rateBp,
})
export const daily = (dayCents: number): Pricing => ({ model: 'daily', dayCents })
export const hourly = (hourCents: number, hoursPerDay: number): Pricing => ({
  model: 'hourly',
  hourCents,
  hoursPerDay,
})
export const tiers: Pricing = {
  model: 'tier',
  tiers: [
    { upTo: 100, monthlyCents: 200_000 },
    { upTo: 300, monthlyCents: 400_000 },
    { upTo: null, monthlyCents: 700_000 },
  ],
}

/** Terms from the given first days. */
export const from = (...spans: [fromOn: string, pricing: Pricing][]) =>
  spans.map(([fromOn, pricing], at) => ({ id: at + 1, fromOn, pricing }))
export const since = (pricing: Pricing) => from(['2025-01-01', pricing])
export const states = (...spans: [fromOn: string, status: string][]) =>
  spans.map(([fromOn, status]) => ({ fromOn, status }))
const serving = states(['2025-01-01', 'serving'])

/** The same figures for each of the days; sales in 分. */
export function each(fromOn: string, toOn: string, volume: number | null, salesCents: number | null = null) {
  const entries = daysFrom(fromOn, toOn).map((day): [string, DayFigures] => [day, { volume, salesCents }])
  return new Map(entries)
}

export const may = {
  month: '2026-05',
  states: serving,
  figures: new Map<string, DayFigures>(),
  meanBefore: null,
}
export const fullMay = (volume: number | null, salesCents: number | null = null) =>
  each('2026-05-01', '2026-05-31', volume, salesCents)
export const without = (figures: Map<string, DayFigures>, ...days: string[]) =>
  new Map([...figures].filter(([day]) => !days.includes(day)))
