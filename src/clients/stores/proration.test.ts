import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pricing } from '#clients/pricing/contract.ts'
import { monthlyFeeCents } from '#clients/pricing/rules.ts'
import { proposeProratedBill } from './proration.ts'

const fixed = (monthlyCents: number): Pricing => ({ model: 'fixed', monthlyCents })
const since = (fromOn: string, pricing: Pricing) => ({ fromOn, pricing })
const state = (fromOn: string, status: string) => ({ fromOn, status })

/** A store that is served since March for ¥3,100 a month stops on 10 May. */
const stop = {
  stoppedOn: '2026-05-10',
  monthPaid: false,
  terms: [since('2026-03-01', fixed(310_000))],
  states: [state('2026-03-01', 'serving')],
  meanVolume: null,
}

test('an unpaid month is billed for the served days', () => {
  assert.deepEqual(proposeProratedBill(stop), {
    kind: 'bill',
    fromOn: '2026-05-01',
    toOn: '2026-05-10',
    amountCents: 100_000,
    formula: '¥3,100.00 × 10 / 31',
  })
})

test('a paid month is refunded for the days after the stop; nothing if it stops on the last day', () => {
  assert.deepEqual(proposeProratedBill({ ...stop, monthPaid: true }), {
    kind: 'refund',
    fromOn: '2026-05-11',
    toOn: '2026-05-31',
    amountCents: 210_000,
    formula: '¥3,100.00 × 21 / 31',
  })
  assert.equal(proposeProratedBill({ ...stop, stoppedOn: '2026-05-31', monthPaid: true }), null)
})

test('days of a pause or a trial are not billed', () => {
  const states = [
    state('2026-04-28', 'trial'),
    state('2026-05-03', 'serving'),
    state('2026-05-06', 'paused'),
    state('2026-05-09', 'serving'),
  ]
  // 3, 4, 5 and 9, 10 May.
  assert.equal(proposeProratedBill({ ...stop, states })?.amountCents, 50_000)
  assert.equal(proposeProratedBill({ ...stop, states: [state('2026-05-01', 'trial')] }), null)
})

test('if two states start on the same day, the later one counts', () => {
  const states = [state('2026-05-01', 'paused'), state('2026-05-01', 'serving')]
  assert.equal(proposeProratedBill({ ...stop, states })?.amountCents, 100_000)
})

test('a new price within the month counts from its first day, and each period is rounded half up', () => {
  const terms = [since('2026-03-01', fixed(310_000)), since('2026-05-06', fixed(100_001))]
  const found = proposeProratedBill({ ...stop, terms })
  // 310000 × 5 / 31 = 50000; 100001 × 5 / 31 = 16129.19…
  assert.equal(found?.amountCents, 66_129)
  assert.equal(found?.formula, '¥3,100.00 × 5 / 31 + ¥1,000.01 × 5 / 31')
})

test('prices by day and by hour are billed per served day and never refunded', () => {
  const daily = [since('2026-03-01', { model: 'daily', dayCents: 20_000 } as const)]
  assert.equal(proposeProratedBill({ ...stop, terms: daily })?.amountCents, 200_000)
  assert.equal(proposeProratedBill({ ...stop, terms: daily, monthPaid: true }), null)
  const hourly = [since('2026-03-01', { model: 'hourly', hourCents: 3_000, hoursPerDay: 16 } as const)]
  assert.deepEqual(proposeProratedBill({ ...stop, terms: hourly })?.formula, '¥30.00 × 16 × 10')
  assert.equal(proposeProratedBill({ ...stop, terms: hourly })?.amountCents, 480_000)
})

test('without terms there is no proposal', () => {
  assert.equal(proposeProratedBill({ ...stop, terms: [] }), null)
  assert.equal(proposeProratedBill({ ...stop, terms: [since('2026-05-11', fixed(1))] }), null)
})

test('monthlyFeeCents returns the monthly fee of each pricing model', () => {
  const tiers = [
    { upTo: 100, monthlyCents: 200_000 },
    { upTo: 300, monthlyCents: 400_000 },
    { upTo: null, monthlyCents: 700_000 },
  ]
  assert.equal(monthlyFeeCents({ model: 'tier', tiers }, null), 200_000)
  assert.equal(monthlyFeeCents({ model: 'tier', tiers }, 100), 200_000)
  assert.equal(monthlyFeeCents({ model: 'tier', tiers }, 101), 400_000)
  assert.equal(monthlyFeeCents({ model: 'tier', tiers }, 5_000), 700_000)
  const included = { model: 'included', monthlyCents: 500_000, includedDaily: 200, overageCents: 60 } as const
  assert.equal(monthlyFeeCents(included, 900), 500_000)
  assert.equal(monthlyFeeCents({ model: 'commission', baseCents: 150_000, rateBp: 300 }, 9), 150_000)
  assert.equal(monthlyFeeCents({ model: 'daily', dayCents: 10_000 }, null), 300_000)
  assert.equal(monthlyFeeCents({ model: 'hourly', hourCents: 2_000, hoursPerDay: 10 }, null), 600_000)
})
