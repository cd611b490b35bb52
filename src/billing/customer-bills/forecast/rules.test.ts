import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DayFigures, MonthFacts } from '#billing/customer-bills/price.ts'
import { addDays, daysFrom } from '#kit/calendar.ts'
import { sum } from '#kit/money.ts'
import { projectMonth, type Recent } from './rules.ts'

// Golden cases F1–F3 of domain-2, section 3; today is 23 November.

const NONE: Recent = { volume: { sum: 0, days: 0 }, sales: { sum: 0, days: 0 } }

const facts = (more: Partial<MonthFacts> = {}): MonthFacts => ({
  month: '2026-11',
  terms: [
    {
      id: 1,
      fromOn: '2026-01-01',
      pricing: { model: 'included', monthlyCents: 900_000, includedDaily: 300, overageCents: 50 },
    },
  ],
  states: [{ fromOn: '2026-01-01', status: 'serving' }],
  figures: new Map(),
  meanBefore: null,
  ...more,
})

const figuresOfFirstDays = (count: number, each: number): Map<string, DayFigures> =>
  new Map(
    daysFrom('2026-11-01', addDays('2026-11-01', count - 1)).map((day) => [
      day,
      { volume: each, salesCents: null },
    ]),
  )

const totalOf = (of: MonthFacts, recent: Recent = NONE) =>
  sum(projectMonth(of, recent).priced.lines.map(({ amountCents }) => amountCents))

test('F1: with 20 of 22 days known, the other days get the mean of the month', () => {
  assert.equal(totalOf(facts({ figures: figuresOfFirstDays(20, 370) })), 1_005_000)
})

test('F2: a known stop ends the forecast', () => {
  const states = [
    { fromOn: '2026-01-01', status: 'serving' },
    { fromOn: '2026-11-26', status: 'stopped' },
  ]
  assert.equal(totalOf(facts({ figures: figuresOfFirstDays(20, 370), states })), 837_500)
})

test('F3: with fewer than seven days known, the other days get the mean of the last 28 days', () => {
  const recent = { ...NONE, volume: { sum: 290 * 28, days: 28 } }
  assert.equal(totalOf(facts({ figures: figuresOfFirstDays(3, 290) }), recent), 900_000)
  const figures = new Map([
    ...figuresOfFirstDays(2, 300),
    ['2026-11-03', { volume: 270, salesCents: null }] as const,
  ])
  assert.equal(totalOf(facts({ figures }), recent), 900_000)
  assert.equal(totalOf(facts({ figures: figuresOfFirstDays(7, 400) }), recent), 900_000 + 50 * 3_000)
})

test('without figures there is no overage, and the figure is reported as missing', () => {
  const { priced, lacking } = projectMonth(facts(), NONE)
  assert.deepEqual([sum(priced.lines.map(({ amountCents }) => amountCents)), lacking], [900_000, ['volume']])
})

test('known new terms count from their first day, and the volume is rounded once', () => {
  const terms = [
    ...facts().terms,
    {
      id: 2,
      fromOn: '2026-11-26',
      pricing: { model: 'included', monthlyCents: 1_200_000, includedDaily: 300, overageCents: 100 } as const,
    },
  ]
  const figures = figuresOfFirstDays(7, 301)
  figures.set('2026-11-07', { volume: 303, salesCents: null })
  // Σ 2,109 over 7 days: 301.28… a day; 25 days have 7,532 (32 over), 5 days 1,507 (7 over) of 9,039 in all.
  assert.equal(totalOf(facts({ terms, figures })), 750_000 + 200_000 + 32 * 50 + 7 * 100)
})

test('sales continue at the same rate in whole 分', () => {
  const terms = [
    {
      id: 1,
      fromOn: '2026-01-01',
      pricing: { model: 'commission', baseCents: 100_000, rateBp: 500 } as const,
    },
  ]
  const figures = new Map(
    daysFrom('2026-11-01', '2026-11-20').map((day): [string, DayFigures] => [
      day,
      { volume: null, salesCents: 10_001 },
    ]),
  )
  assert.equal(totalOf(facts({ terms, figures })), 100_000 + Math.round((10_001 * 30 * 500) / 10_000))
})

test('past served days without a figure are estimated too; days out of service count nothing', () => {
  const figures = figuresOfFirstDays(20, 370)
  figures.set('2026-11-21', { volume: null, salesCents: null })
  assert.equal(totalOf(facts({ figures })), 1_005_000)
  const states = [
    { fromOn: '2026-01-01', status: 'serving' },
    { fromOn: '2026-11-11', status: 'paused' },
    { fromOn: '2026-11-21', status: 'serving' },
  ]
  // Served on 20 days, ten of them known: 370 × 20 − 300 × 20.
  assert.equal(totalOf(facts({ figures, states })), 600_000 + 1_400 * 50)
})

test('campaign days and ordinary days have separate means', () => {
  const isSale = (day: string) => day <= '2026-11-11'
  const figures = new Map([...figuresOfFirstDays(11, 900), ...[...figuresOfFirstDays(20, 370)].slice(11)])
  const total = (recent = NONE, more: Partial<MonthFacts> = {}) =>
    sum(
      projectMonth(facts({ figures, ...more }), recent, isSale).priced.lines.map(
        ({ amountCents }) => amountCents,
      ),
    )
  // 900 × 11 + 370 × 9 are known; ten days of 370 remain.
  assert.equal(total(), 900_000 + 50 * (9_900 + 370 * 19 - 9_000))
  const early = new Map([...figuresOfFirstDays(5, 900)])
  const recent = { ...NONE, volume: { sum: 350 * 28, days: 28 } }
  assert.equal(total(recent, { figures: early }), 900_000 + 50 * (900 * 11 + 350 * 19 - 9_000))
  assert.equal(total(NONE, { figures: early }), 900_000 + 50 * (900 * 30 - 9_000), 'nothing else is known')
})
