import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Pricing } from '#clients/pricing/contract.ts'
import { recurringCents, recurringOf, type StoreAtMonthEnd } from './recurring.ts'

const fixed = (monthlyCents: number): Pricing => ({ model: 'fixed', monthlyCents })
const store = (storeId: number, customerId: number, cents: number, status = 'serving'): StoreAtMonthEnd => ({
  storeId,
  customerId,
  status,
  pricing: fixed(cents),
  meanBefore: null,
})

/** Movements between two ends that are not 0; customers 90 and 91 were served before. */
function moved(start: StoreAtMonthEnd[], end: StoreAtMonthEnd[]) {
  const served = [90, 91, ...start.map(({ customerId }) => customerId)]
  const { recurring } = recurringOf({ start, end, servedBefore: new Set(served) })
  return Object.fromEntries(Object.entries(recurring).filter(([, cents]) => cents !== 0))
}

const tiers: Pricing = {
  model: 'tier',
  tiers: [
    { upTo: 100, monthlyCents: 1_000 },
    { upTo: null, monthlyCents: 3_000 },
  ],
}

test('a store’s recurring revenue is its monthly fee, without variable charges', () => {
  const of = (pricing: Pricing | null, meanBefore: number | null = null, status = 'serving') =>
    recurringCents({ storeId: 1, customerId: 1, status, pricing, meanBefore })
  assert.equal(of(fixed(5_000)), 5_000)
  assert.equal(
    of({ model: 'included', monthlyCents: 5_000, includedDaily: 100, overageCents: 50 }, 900),
    5_000,
  )
  assert.equal(of({ model: 'commission', baseCents: 2_000, rateBp: 100 }), 2_000)
  assert.equal(of({ model: 'daily', dayCents: 100 }), 3_000)
  assert.equal(of({ model: 'hourly', hourCents: 10, hoursPerDay: 8 }), 2_400)
  assert.deepEqual([of(tiers), of(tiers, 100), of(tiers, 101)], [1_000, 1_000, 3_000])
  assert.deepEqual([of(null), of(fixed(5_000), null, 'trial'), of(fixed(5_000), null, 'paused')], [0, 0, 0])
})

test('movements are classified by customer', () => {
  assert.deepEqual(moved([], [store(1, 1, 500)]), { newCents: 500, endCents: 500 })
  assert.deepEqual(moved([], [store(1, 90, 500)]), { reactivationCents: 500, endCents: 500 })
  assert.deepEqual(moved([store(1, 1, 500)], []), { startCents: 500, churnCents: 500 })
  assert.deepEqual(moved([store(1, 1, 500)], [store(1, 1, 800)]), {
    startCents: 500,
    expansionCents: 300,
    endCents: 800,
  })
  assert.deepEqual(moved([store(1, 1, 500), store(2, 1, 100)], [store(1, 1, 500)]), {
    startCents: 600,
    contractionCents: 100,
    endCents: 500,
  })
})

test('moving a fee between stores of a customer is not a movement', () => {
  assert.deepEqual(moved([store(1, 1, 500)], [store(2, 1, 500)]), { startCents: 500, endCents: 500 })
})

test('a pause is a contraction and its end a reactivation; a customer churns only if no store is left', () => {
  const paused = store(1, 1, 500, 'paused')
  assert.deepEqual(moved([store(1, 1, 500)], [paused]), { startCents: 500, contractionCents: 500 })
  assert.deepEqual(moved([paused], [store(1, 1, 500)]), { reactivationCents: 500, endCents: 500 })
  const ends = { start: [store(1, 1, 500), store(2, 2, 500)], end: [paused], servedBefore: new Set<number>() }
  const { customersAtStart, customersLost, storesAtStart, storesLost } = recurringOf(ends)
  assert.deepEqual([customersAtStart, customersLost, storesAtStart, storesLost], [2, 1, 2, 1])
})

test('a customer in service without a fee who begins to pay is an expansion', () => {
  assert.deepEqual(moved([store(1, 1, 0)], [store(1, 1, 500)]), { expansionCents: 500, endCents: 500 })
})

test('start plus movements equals the end for random stores, and losses never exceed the start', () => {
  const anyStore = fc.record({
    storeId: fc.integer({ min: 1, max: 12 }),
    customerId: fc.integer({ min: 1, max: 5 }),
    status: fc.constantFrom('serving', 'paused', 'trial', 'pending'),
    pricing: fc.option(
      fc.integer({ min: 0, max: 1_000_000 }).map((cents) => fixed(cents)),
      { nil: null },
    ),
    meanBefore: fc.constant(null),
  })
  const storeLists = fc.uniqueArray(anyStore, { selector: ({ storeId }) => storeId, maxLength: 12 })
  const before = fc.uniqueArray(fc.integer({ min: 1, max: 5 })).map((ids) => new Set(ids))
  fc.assert(
    fc.property(storeLists, storeLists, before, (start, end, servedBefore) => {
      const month = recurringOf({ start, end, servedBefore })
      const { recurring: r } = month
      assert.equal(
        r.startCents +
          r.newCents +
          r.expansionCents -
          r.contractionCents -
          r.churnCents +
          r.reactivationCents,
        r.endCents,
      )
      assert.ok(Object.values(r).every((cents) => cents >= 0))
      assert.ok(r.contractionCents + r.churnCents <= r.startCents)
      assert.ok(month.customersLost <= month.customersAtStart && month.storesLost <= month.storesAtStart)
    }),
  )
})
