import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sum } from '#kit/money.ts'
import { type MonthFacts, priceMonth } from './price.ts'
import { each, fixed, from, included, may, since, states } from './testPriceFacts.ts'

/** Price of a month, in 分. */
const priced = (facts: MonthFacts) => sum(priceMonth(facts).lines.map(({ amountCents }) => amountCents))

const shop = { ...may, terms: since(included(1_500_000, 500, 80)) }
/** 16,800 buyers over 28 days, and `late` buyers on the 29th. */
const buyers = (late: number | null) =>
  new Map([...each('2026-05-01', '2026-05-28', 600), ...each('2026-05-29', '2026-05-29', late)])
const twoTiers = since({
  model: 'tier',
  tiers: [
    { upTo: 500, monthlyCents: 800_000 },
    { upTo: null, monthlyCents: 1_000_000 },
  ],
})

/** Golden cases of domain-2, section 2, as price calculations: with the data at issue and with later data. */
const CASES: [name: string, issued: MonthFacts, now: MonthFacts, cents: [number, number]][] = [
  [
    'R1: three late days add 2,150 buyers',
    { ...shop, figures: buyers(null) },
    { ...shop, figures: buyers(2_150) },
    [1_604_000, 1_776_000],
  ],
  [
    'R2: a stop with the 20th as last day is entered late',
    { ...may, terms: since(fixed(930_000)) },
    {
      ...may,
      terms: since(fixed(930_000)),
      states: states(['2025-01-01', 'serving'], ['2026-05-21', 'stopped']),
    },
    [930_000, 600_000],
  ],
  [
    'R3: a price from the 16th is entered late',
    { ...may, terms: since(fixed(930_000)) },
    { ...may, terms: from(['2025-01-01', fixed(930_000)], ['2026-05-16', fixed(1_240_000)]) },
    [930_000, 1_090_000],
  ],
  [
    'R4: one more buyer',
    { ...shop, figures: buyers(2_150) },
    { ...shop, figures: buyers(2_151) },
    [1_776_000, 1_776_080],
  ],
  [
    'R5: 500 more buyers than in R1',
    { ...shop, figures: buyers(null) },
    { ...shop, figures: buyers(2_650) },
    [1_604_000, 1_816_000],
  ],
  [
    'R6: the late file is undone',
    { ...shop, figures: buyers(null) },
    { ...shop, figures: buyers(null) },
    [1_604_000, 1_604_000],
  ],
  [
    'R7: later data raises the price from 10,000 to 10,300',
    { ...may, terms: since(included(1_000_000, 10, 100)), figures: each('2026-05-01', '2026-05-31', 10) },
    {
      ...may,
      terms: since(included(1_000_000, 10, 100)),
      figures: new Map([...each('2026-05-01', '2026-05-31', 10), ...each('2026-05-31', '2026-05-31', 310)]),
    },
    [1_000_000, 1_030_000],
  ],
  [
    'R8: a late file raises the mean of April from 480 to 520',
    { ...may, terms: twoTiers, meanBefore: 480 },
    { ...may, terms: twoTiers, meanBefore: 520 },
    [800_000, 1_000_000],
  ],
]

for (const [name, issued, now, cents] of CASES) {
  test(name, () => {
    assert.deepEqual([priced(issued), priced(now)], cents)
  })
}

test('the mean is not rounded: 500.03 exceeds a tier up to 500', () => {
  const facts = { ...may, terms: twoTiers }
  assert.equal(priced({ ...facts, meanBefore: 500 }), 800_000)
  assert.equal(priced({ ...facts, meanBefore: 500 + 1 / 31 }), 1_000_000)
  assert.equal(priced({ ...facts, meanBefore: 499 + 30 / 31 }), 800_000)
})
