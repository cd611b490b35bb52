import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { daysFrom, lastDayOf } from '#kit/calendar.ts'
import { shareOf, sum } from '#kit/money.ts'
import { type MonthFacts, type PricedLine, priceMonth } from './price.ts'
import { fixed, from, fullMay, included, may, since, states, without } from './testPriceFacts.ts'
import { months } from './testPriceMonths.ts'
import { MONTHLY } from './testPrices.ts'
import { BY_VOLUME } from './testPricesByVolume.ts'
import { traceLine } from './traceLine.ts'

/**
 * Asserts that the days add up to the line, and that each day of the month is listed once, with a reason if excluded.
 */
function assertAddsUp(line: PricedLine, facts: MonthFacts): void {
  const { days, sum: total, sinceQty, sinceCents } = traceLine(line, facts)
  assert.deepEqual(
    days.map(({ on }) => on),
    daysFrom(`${facts.month}-01`, lastDayOf(facts.month)),
  )
  assert.deepEqual([sinceQty, sinceCents], [0, 0])
  assert.deepEqual([total.qty, total.amountCents], [line.qty, line.amountCents])
  for (const { state, why } of days) assert.equal(why === null, state !== 'excluded')
  if (line.item === 'overage') {
    const counted = days.filter(({ state }) => state !== 'excluded')
    const over = sum(counted.map((day) => (day.volume ?? 0) - (day.included ?? 0)))
    assert.equal(over * line.price, line.amountCents)
    return
  }
  assert.equal(sum(days.map(({ amountCents }) => amountCents ?? 0)), line.amountCents)
  if (line.item === 'commission') {
    const sales = sum(days.filter(({ why }) => why === null).map((day) => day.salesCents ?? 0))
    assert.equal(shareOf(line.price, sales, line.per), line.amountCents)
  }
}

for (const { says, lines: _lines, missing: _missing, ...facts } of [...MONTHLY, ...BY_VOLUME]) {
  test(`the days of each line add up: ${says}`, () => {
    for (const line of priceMonth(facts).lines) assertAddsUp(line, facts)
  })
}

test('the days of each line add up to it, for any month', () => {
  fc.assert(
    fc.property(months, (facts) => {
      for (const line of priceMonth(facts).lines) assertAddsUp(line, facts)
    }),
  )
})

test('lines of the same item share no day', () => {
  fc.assert(
    fc.property(months, (facts) => {
      const countedDays = new Set<string>()
      for (const line of priceMonth(facts).lines) {
        for (const { on, state } of traceLine(line, facts).days) {
          if (state === 'excluded') continue
          assert.ok(!countedDays.has(`${line.item} ${on}`))
          countedDays.add(`${line.item} ${on}`)
        }
      }
    }),
  )
})

const first = (facts: MonthFacts, item = 'monthly') => {
  const line = priceMonth(facts).lines.find((one) => one.item === item)
  assert.ok(line)
  return line
}

test('each excluded day has its reason', () => {
  const facts: MonthFacts = {
    ...may,
    terms: from(['2026-05-06', fixed(310_000)], ['2026-05-20', fixed(620_000)]),
    states: states(
      ...([
        ['2026-05-02', 'trial'],
        ['2026-05-04', 'serving'],
        ['2026-05-10', 'paused'],
        ['2026-05-12', 'serving'],
        ['2026-05-28', 'stopped'],
      ] as [string, string][]),
    ),
  }
  const { days } = traceLine(first(facts), facts)
  const why = (day: string) => days.find(({ on }) => on === `2026-05-${day}`)?.why
  assert.deepEqual(['01', '02', '04', '06', '10', '12', '20', '28'].map(why), [
    'before',
    'trial',
    'terms',
    null,
    'paused',
    null,
    'other',
    'stopped',
  ])
})

test('a day without a figure counts as served and is marked as missing', () => {
  const facts: MonthFacts = {
    ...may,
    terms: since(included(310_000, 10, 50)),
    figures: without(fullMay(20), '2026-05-03'),
  }
  const { days, sum: total } = traceLine(first(facts, 'overage'), facts)
  assert.deepEqual([days[2]?.state, days[2]?.included], ['missing', 10])
  assert.deepEqual([total.volume, total.included, total.qty], [600, 310, 290])
})

test('later changes are a separate difference, so that days plus difference equal the line', () => {
  const before: MonthFacts = {
    ...may,
    terms: since(included(310_000, 10, 50)),
    figures: fullMay(20),
  }
  const line = first(before, 'overage')
  const later = { ...before, figures: fullMay(21) }
  const { sum: total, sinceQty, sinceCents } = traceLine(line, later)
  assert.deepEqual([total.qty, sinceQty, sinceCents], [341, -31, -1_550])
  const gone = traceLine(line, { ...before, terms: since(fixed(310_000)) })
  assert.deepEqual([gone.sum.days, gone.sinceQty, gone.sinceCents], [0, line.qty, line.amountCents])
  assert.ok(gone.days.every(({ why }) => why === 'other'))
})
