import fc from 'fast-check'
import type { Pricing } from '#clients/pricing/contract.ts'
import { daysFrom, lastDayOf } from '#kit/calendar.ts'
import type { DayFigures, MonthFacts } from './price.ts'

export const cents = fc.integer({ min: 0, max: 9_999_999 })
const pricings: fc.Arbitrary<Pricing> = fc.oneof(
  fc.record({ model: fc.constant('fixed' as const), monthlyCents: cents }),
  fc.record({
    model: fc.constant('included' as const),
    monthlyCents: cents,
    includedDaily: fc.integer({ min: 1, max: 500 }),
    overageCents: fc.integer({ min: 0, max: 900 }),
  }),
  fc.record({
    model: fc.constant('commission' as const),
    baseCents: cents,
    rateBp: fc.integer({ min: 0, max: 10_000 }),
  }),
  fc.record({ model: fc.constant('daily' as const), dayCents: cents }),
  fc.record({
    model: fc.constant('hourly' as const),
    hourCents: cents,
    hoursPerDay: fc.integer({ min: 1, max: 24 }),
  }),
  fc.record({
    model: fc.constant('tier' as const),
    tiers: fc.tuple(cents, cents).map(([low, high]) => [
      { upTo: 100, monthlyCents: low },
      { upTo: null, monthlyCents: high },
    ]),
  }),
)

export const month = fc.constantFrom('2026-02', '2028-02', '2026-04', '2026-05')
export const days = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 5 })
/** A day of a month. */
export const dayIn = (of: string, n: number) => `${of}-${String(n).padStart(2, '0')}`

const figuresOf = (of: string, seed: readonly (number | null)[]) =>
  new Map<string, DayFigures>(
    daysFrom(`${of}-01`, lastDayOf(of)).map((day, at) => {
      const volume = seed[at % seed.length] ?? null
      return [day, { volume, salesCents: volume === null ? null : volume * 1_237 }]
    }),
  )

/** Random input of a store month: several pricings, pauses, and figures with gaps. */
export const months = fc
  .record({
    month,
    pricings: fc.array(pricings, { minLength: 1, maxLength: 4 }),
    starts: days,
    pauses: days,
    meanBefore: fc.option(fc.integer({ min: 0, max: 300 })),
    volumes: fc.array(fc.option(fc.integer({ min: 0, max: 2_000 })), { minLength: 1, maxLength: 31 }),
  })
  .map(({ month: of, pricings: all, starts, pauses, meanBefore, volumes }) => {
    const later = [...starts].sort((a, b) => a - b).slice(0, all.length - 1)
    const terms = ['2026-01-01', ...later.map((n) => dayIn(of, n))]
    const states = [...pauses].sort((a, b) => a - b)
    return {
      month: of,
      meanBefore,
      figures: figuresOf(of, volumes),
      terms: terms.flatMap((fromOn, at) => {
        const pricing = all[at]
        return pricing ? [{ id: at + 1, fromOn, pricing }] : []
      }),
      states: [
        { fromOn: '2026-01-01', status: 'serving' },
        ...states.map((n, at) => ({ fromOn: dayIn(of, n), status: at % 2 === 0 ? 'paused' : 'serving' })),
      ],
    } satisfies MonthFacts
  })
