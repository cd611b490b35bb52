import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Pricing } from '#features/stores/contract.ts'
import { daysFrom, lastDayOf } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import type { DayFigures, MonthFacts } from './price.ts'
import { priceMonth } from './price.ts'
import { MONTHLY } from './testPrices.ts'
import { BY_VOLUME } from './testPricesByVolume.ts'

const CASES = [...MONTHLY, ...BY_VOLUME]

const item = { monthly: '月费', daily: '按天', hourly: '按时', overage: '超量', commission: '提成' }

/** A line as the table has it: `月费 310000×10/31 = 100000`. */
const told = (facts: MonthFacts) =>
  priceMonth(facts).lines.map(
    (line) =>
      `${item[line.item]} ${line.price}×${line.qty}${line.per === 1 ? '' : `/${line.per}`} = ${line.amountCents}`,
  )

const lacking = (facts: MonthFacts) =>
  priceMonth(facts).missing.map(({ what, days }) =>
    `${what} ${days.map((day) => day.slice(8)).join(' ')}`.trim(),
  )

for (const { says, lines, missing = [], ...facts } of CASES) {
  test(`price: ${says}`, () => {
    assert.deepEqual(told(facts), lines)
    assert.deepEqual(lacking(facts), missing)
  })
}

test('the table is long enough to be believed', () => {
  assert.ok(CASES.length >= 40, String(CASES.length))
  assert.equal(new Set(CASES.map(({ says }) => says)).size, CASES.length)
})

const cents = fc.integer({ min: 0, max: 9_999_999 })
const pricings: fc.Arbitrary<Pricing> = fc.oneof(
  fc.record({ model: fc.constant('fixed' as const), monthlyCents: cents }),
  fc.record({
    ...{ model: fc.constant('included' as const), monthlyCents: cents },
    ...{ includedDaily: fc.integer({ min: 1, max: 500 }), overageCents: fc.integer({ min: 0, max: 900 }) },
  }),
  fc.record({
    ...{ model: fc.constant('commission' as const), baseCents: cents },
    rateBp: fc.integer({ min: 0, max: 10_000 }),
  }),
  fc.record({ model: fc.constant('daily' as const), dayCents: cents }),
  fc.record({
    ...{ model: fc.constant('hourly' as const), hourCents: cents },
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

const month = fc.constantFrom('2026-02', '2028-02', '2026-04', '2026-05')
const days = fc.uniqueArray(fc.integer({ min: 1, max: 28 }), { maxLength: 5 })
const dayIn = (of: string, n: number) => `${of}-${String(n).padStart(2, '0')}`

const figuresOf = (of: string, seed: readonly (number | null)[]) =>
  new Map<string, DayFigures>(
    daysFrom(`${of}-01`, lastDayOf(of)).map((day, at) => {
      const volume = seed[at % seed.length] ?? null
      return [day, { volume, salesCents: volume === null ? null : volume * 1_237 }]
    }),
  )

const months = fc
  .record({
    ...{ month, pricings: fc.array(pricings, { minLength: 1, maxLength: 4 }), starts: days, pauses: days },
    meanBefore: fc.option(fc.integer({ min: 0, max: 300 })),
    volumes: fc.array(fc.option(fc.integer({ min: 0, max: 2_000 })), { minLength: 1, maxLength: 31 }),
  })
  .map(({ month: of, pricings: all, starts, pauses, meanBefore, volumes }): MonthFacts => {
    const later = [...starts].sort((a, b) => a - b).slice(0, all.length - 1)
    const terms = ['2026-01-01', ...later.map((n) => dayIn(of, n))]
    const states = [...pauses].sort((a, b) => a - b)
    return {
      ...{ month: of, meanBefore, figures: figuresOf(of, volumes) },
      terms: terms.flatMap((fromOn, at) => {
        const pricing = all[at]
        return pricing ? [{ id: at + 1, fromOn, pricing }] : []
      }),
      states: [
        { fromOn: '2026-01-01', status: 'serving' },
        ...states.map((n, at) => ({ fromOn: dayIn(of, n), status: at % 2 === 0 ? 'paused' : 'serving' })),
      ],
    }
  })

test('dividing a month into stretches of the same terms changes no amount', () => {
  fc.assert(
    fc.property(months, fc.integer({ min: 2, max: 28 }), (facts, at) => {
      const on = dayIn(facts.month, at)
      const holding = facts.terms.findLast(({ fromOn }) => fromOn <= on)
      if (!holding || holding.fromOn === on) return
      const again = { ...holding, id: 99, fromOn: on }
      const terms = [...facts.terms, again].sort((a, b) => (a.fromOn < b.fromOn ? -1 : 1))
      assert.deepEqual(told({ ...facts, terms }), told(facts))
    }),
  )
})

test('each line is its own sum, but for a remainder of less than a 分 for each line before it', () => {
  fc.assert(
    fc.property(months, (facts) => {
      const { lines } = priceMonth(facts)
      for (const { price, qty, per, amountCents } of lines) {
        assert.ok(Math.abs(amountCents - (price * qty) / per) <= 0.5 * lines.length + 0.5)
        assert.ok(Number.isSafeInteger(amountCents))
      }
    }),
  )
})

test('monthly fees of a month that is served whole at one fee come to that fee, however it is divided', () => {
  fc.assert(
    fc.property(month, cents, days, (of, fee, starts) => {
      const facts: MonthFacts = {
        ...{ month: of, figures: new Map(), meanBefore: null },
        states: [{ fromOn: '2026-01-01', status: 'serving' }],
        // Each names another overage at no price, so that the stretches are not joined.
        terms: ['2026-01-01', ...[...starts].sort((a, b) => a - b).map((n) => dayIn(of, n))].map(
          (fromOn, at) => ({
            ...{ id: at + 1, fromOn },
            pricing: { model: 'included', monthlyCents: fee, includedDaily: at + 1, overageCents: 0 },
          }),
        ),
      }
      assert.equal(sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents)), fee)
    }),
  )
})

test('more volume never costs less, and a missing day never costs anything', () => {
  fc.assert(
    fc.property(months, (facts) => {
      const total = (of: MonthFacts) => sum(priceMonth(of).lines.map(({ amountCents }) => amountCents))
      const more = new Map(
        [...facts.figures].map(([day, { volume, salesCents }]) => [
          day,
          { volume: (volume ?? 0) + 10, salesCents: (salesCents ?? 0) + 5_000 },
        ]),
      )
      assert.ok(total({ ...facts, figures: more }) >= total(facts))
      assert.ok(total({ ...facts, figures: new Map() }) <= total(facts))
    }),
  )
})
