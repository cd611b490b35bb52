import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import {
  adjustmentLines,
  assertWaivable,
  type Compared,
  differenceOf,
  differingDays,
  type Priced,
  stateOf,
} from './rules.ts'

const compared = (
  pricedAtIssueCents: number,
  pricedNowCents: number,
  settledCents = 0,
  waivedCents = 0,
): Compared => ({
  pricedAtIssueCents,
  pricedNowCents,
  settledCents,
  waivedCents,
})

/** Amounts of the golden cases of domain-2, section 2; customer-bills/priceRerated.test.ts covers their calculation. */
const CASES: [name: string, Compared, differenceCents: number, state: ReturnType<typeof stateOf>][] = [
  ['R1: three late days add 2,150 buyers', compared(1_604_000, 1_776_000), 172_000, 'pending'],
  ['R2: a stop is entered late', compared(930_000, 600_000), -330_000, 'pending'],
  ['R3: a price from the 16th is entered late', compared(930_000, 1_090_000), 160_000, 'pending'],
  ['R4: one more buyer', compared(1_604_000, 1_604_080), 80, 'tolerated'],
  ['R5: waived, then 500 more buyers', compared(1_604_000, 1_816_000, 0, 172_000), 40_000, 'pending'],
  ['R6: adjusted, then the file is undone', compared(1_604_000, 1_604_000, 172_000), -172_000, 'pending'],
  ['R7: manual changes of the draft are in neither price', compared(1_000_000, 1_030_000), 30_000, 'pending'],
  ['R8: the mean of April raises the tier of May', compared(800_000, 1_000_000), 200_000, 'pending'],
]

for (const [name, amounts, differenceCents, state] of CASES) {
  test(name, () => {
    assert.equal(differenceOf(amounts), differenceCents)
    const adjustments = amounts.settledCents === 0 ? 0 : 1
    assert.equal(stateOf({ ...amounts, adjustments, toleranceCents: 100, before: null }), state)
  })
}

test('a month without a difference has no row; a settled one is adjusted, waived or matched', () => {
  const of = (amounts: Compared, adjustments: number, before: Parameters<typeof stateOf>[0]['before']) =>
    stateOf({ ...amounts, adjustments, toleranceCents: 100, before })
  assert.equal(of(compared(1_000, 1_000), 0, null), null)
  assert.equal(of(compared(1_000, 1_101), 0, null), 'pending')
  assert.equal(of(compared(1_000, 1_100), 0, null), 'tolerated')
  assert.equal(of(compared(1_000, 1_100), 0, 'tolerated'), 'tolerated')
  assert.equal(of(compared(1_000, 1_100), 0, 'pending'), 'matched')
  assert.equal(of(compared(1_000, 1_000), 0, 'tolerated'), 'matched')
  assert.equal(of(compared(1_000, 2_000, 1_000), 1, 'pending'), 'adjusted')
  // An adjustment and its reversal: both count.
  assert.equal(of(compared(1_000, 1_000, 0), 2, 'adjusted'), 'adjusted')
  assert.equal(of(compared(1_000, 2_000, 0, 1_000), 0, 'pending'), 'waived')
  assert.equal(of(compared(1_000, 2_101, 0, 1_000), 0, 'waived'), 'pending')
})

test('finance waives up to the limit, an admin above it', () => {
  assertWaivable(50_000, 50_000, false)
  assertWaivable(-50_000, 50_000, false)
  assertWaivable(-900_000, 50_000, true)
  for (const cents of [50_001, -50_001]) {
    assert.throws(() => assertWaivable(cents, 50_000, false), {
      code: 'FORBIDDEN',
      message: '超过 {money} 的差额由管理员豁免。',
      values: { money: '¥500.00' },
    })
  }
})

const line = (
  item: Priced['item'],
  price: number,
  qty: number,
  per: number,
  amountCents: number,
): Priced => ({
  item,
  price,
  qty,
  per,
  amountCents,
})
const fee = line('monthly', 1_500_000, 31, 31, 1_500_000)
const adjustmentTexts = (amounts: Compared, before: Priced[], now: Priced[]) =>
  adjustmentLines({ ...amounts, before, now, month: '2026-05', taxOf: () => 600 }).map(
    ({ label, qty, per, price, amountCents }) => [label, qty, per, price, amountCents],
  )

test('R1 is adjusted by one line with the old and the new quantity', () => {
  assert.deepEqual(
    adjustmentTexts(
      compared(1_604_000, 1_776_000),
      [fee, line('overage', 80, 1_300, 1, 104_000)],
      [fee, line('overage', 80, 3_450, 1, 276_000)],
    ),
    [['5 月超量补差 3,450 − 1,300', 2_150, 1, 80, 172_000]],
  )
})

test('R2 refunds the days after the stop, R3 charges the days with the new price', () => {
  const old = line('monthly', 930_000, 31, 31, 930_000)
  assert.deepEqual(
    adjustmentTexts(compared(930_000, 600_000), [old], [line('monthly', 930_000, 20, 31, 600_000)]),
    [['5 月月费补差 20 − 31', 11, 31, -930_000, -330_000]],
  )
  const now = [line('monthly', 930_000, 15, 31, 450_000), line('monthly', 1_240_000, 16, 31, 640_000)]
  assert.deepEqual(adjustmentTexts(compared(930_000, 1_090_000), [old], now), [
    ['5 月月费补差 15 − 31', 16, 31, -930_000, -480_000],
    ['5 月月费补差 16 − 0', 16, 31, 1_240_000, 640_000],
  ])
})

test('R5 and R6: earlier waivers and adjustments are separate lines, so that only the rest is charged or refunded', () => {
  const [before, now] = [
    [fee, line('overage', 80, 1_300, 1, 104_000)],
    [fee, line('overage', 80, 3_950, 1, 316_000)],
  ]
  assert.deepEqual(adjustmentTexts(compared(1_604_000, 1_816_000, 0, 172_000), before, now), [
    ['5 月超量补差 3,950 − 1,300', 2_650, 1, 80, 212_000],
    ['5 月已豁免', 1, 1, -172_000, -172_000],
  ])
  assert.deepEqual(adjustmentTexts(compared(1_604_000, 1_604_000, 172_000), before, before), [
    ['5 月已出调整', 1, 1, -172_000, -172_000],
  ])
})

test('a commission line states sales; an amount that rounding breaks is stated as a sum', () => {
  const [before, now] = [
    line('commission', 300, 3_100_000, 10_000, 93_000),
    line('commission', 300, 3_200_000, 10_000, 96_000),
  ]
  assert.deepEqual(adjustmentTexts(compared(93_000, 96_000), [before], [now]), [
    ['5 月提成补差 ¥32,000.00 − ¥31,000.00', 1, 1, 3_000, 3_000],
  ])
  // 101 × 1 ÷ 31 is 3 分, but the months differ by 4, because each was rounded separately.
  const [old, later] = [line('monthly', 101, 15, 31, 49), line('monthly', 101, 16, 31, 53)]
  assert.deepEqual(adjustmentTexts(compared(49, 53), [old], [later]), [['5 月月费补差 16 − 15', 1, 1, 4, 4]])
})

test('the lines add up to the difference, even if the lines at issue are unknown', () => {
  const cents = fc.integer({ min: -9_999_999, max: 9_999_999 })
  const lines = fc.array(
    fc.record({
      item: fc.constantFrom('monthly', 'overage', 'commission', 'daily'),
      qty: fc.integer({ min: 0, max: 9_999 }),
      per: fc.constantFrom(1, 30, 31),
      price: cents,
      amountCents: cents,
    }),
    { maxLength: 4 },
  )
  fc.assert(
    fc.property(cents, cents, cents, cents, lines, lines, (issue, now, settled, waived, before, after) => {
      const amounts = compared(issue, now, settled, waived)
      const made = adjustmentLines({ ...amounts, before, now: after, month: '2026-05', taxOf: () => 600 })
      assert.equal(sum(made.map(({ amountCents }) => amountCents)), differenceOf(amounts))
    }),
  )
})

test('a day differs by service, price, volume or sales; other terms with the same price are no difference', () => {
  const day = { on: '2026-05-01', served: true, termsId: 1, volume: 500, salesCents: null }
  const prices = new Map([
    [1, 'a'],
    [2, 'a'],
    [3, 'b'],
  ])
  const differ = (now: Partial<typeof day>) =>
    differingDays([day], [{ ...day, ...now }], (id) => prices.get(id) ?? '').length
  assert.equal(differ({}), 0)
  assert.equal(differ({ termsId: 2 }), 0)
  assert.equal(differ({ termsId: 3 }), 1)
  assert.equal(differ({ served: false }), 1)
  assert.equal(differ({ volume: 501 }), 1)
  assert.deepEqual(
    differingDays([], [day], () => ''),
    [{ on: '2026-05-01', before: null, now: day }],
  )
})
