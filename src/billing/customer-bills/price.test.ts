import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import { type MonthFacts, priceMonth } from './price.ts'
import { cents, dayIn, days, month, months } from './testPriceMonths.ts'
import { MONTHLY } from './testPrices.ts'
import { BY_VOLUME } from './testPricesByVolume.ts'

const CASES = [...MONTHLY, ...BY_VOLUME]

const item = { monthly: '月费', daily: '按天', hourly: '按时', overage: '超量', commission: '提成' }

/** Lines in the format of the case table: `月费 310000×10/31 = 100000`. */
const lineTexts = (facts: MonthFacts) =>
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
    assert.deepEqual(lineTexts(facts), lines)
    assert.deepEqual(lacking(facts), missing)
  })
}

test('the case table has at least 40 cases with distinct titles', () => {
  assert.ok(CASES.length >= 40, String(CASES.length))
  assert.equal(new Set(CASES.map(({ says }) => says)).size, CASES.length)
})

test('splitting a month into periods with equal terms changes no amount', () => {
  fc.assert(
    fc.property(months, fc.integer({ min: 2, max: 28 }), (facts, at) => {
      const on = dayIn(facts.month, at)
      const termsOnDay = facts.terms.findLast(({ fromOn }) => fromOn <= on)
      if (!termsOnDay || termsOnDay.fromOn === on) return
      const again = { ...termsOnDay, id: 99, fromOn: on }
      const terms = [...facts.terms, again].sort((a, b) => (a.fromOn < b.fromOn ? -1 : 1))
      assert.deepEqual(lineTexts({ ...facts, terms }), lineTexts(facts))
    }),
  )
})

test('each line equals price × qty ÷ per, except for less than one 分 of remainder per line', () => {
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

test('monthly fees of a fully served month add up to the fee, however the month is split', () => {
  fc.assert(
    fc.property(month, cents, days, (of, fee, starts) => {
      const facts: MonthFacts = {
        month: of,
        figures: new Map(),
        meanBefore: null,
        states: [{ fromOn: '2026-01-01', status: 'serving' }],
        // A different allowance at no price per period keeps the periods from being joined.
        terms: ['2026-01-01', ...[...starts].sort((a, b) => a - b).map((n) => dayIn(of, n))].map(
          (fromOn, at) => ({
            id: at + 1,
            fromOn,
            pricing: { model: 'included', monthlyCents: fee, includedDaily: at + 1, overageCents: 0 },
          }),
        ),
      }
      assert.equal(sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents)), fee)
    }),
  )
})

test('more volume never lowers the price, and missing days never raise it', () => {
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
