import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import { consolidate } from './consolidate.ts'
import { composeResult } from './result.ts'
import { type ResultFacts, type Revenue, revenueOf } from './resultFacts.ts'

const NO_MOVEMENT = {
  recurring: {
    startCents: 0,
    newCents: 0,
    expansionCents: 0,
    contractionCents: 0,
    churnCents: 0,
    reactivationCents: 0,
    endCents: 0,
  },
  customersAtStart: 0,
  customersLost: 0,
  storesAtStart: 0,
  storesLost: 0,
}

const cents = fc.integer({ min: -5_000_000, max: 50_000_000 })
const cost = fc.integer({ min: 0, max: 2_000_000 })
/** Stores 1 to 9 belong to customers 1 to 3; customers 4 and 5 have no store. */
const storeId = fc.integer({ min: 1, max: 9 })
const customerOf = (id: number) => 1 + (id % 3)
const customerId = fc.integer({ min: 1, max: 5 })
const staffId = fc.integer({ min: 1, max: 4 })
const target = fc.oneof(
  storeId.map((id) => ({ storeId: id as number | null, customerId: customerOf(id) })),
  customerId.map((id) => ({ storeId: null, customerId: id })),
)

const revenue: fc.Arbitrary<Revenue> = fc
  .tuple(target, fc.array(cents, { minLength: 6, maxLength: 6 }))
  .map(([of, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]]) => ({
    ...of,
    serviceCents: a,
    commissionCents: b,
    overageCents: c,
    otherIncomeCents: d,
    adjustmentCents: e,
    netOfTaxCents: f,
  }))
const claim = fc.oneof(
  fc.record({ storeId, customerId: fc.constant(null), cents: cost }),
  fc.record({ storeId: fc.constant(null), customerId, cents: cost }),
  fc.record({ storeId: fc.constant(null), customerId: fc.constant(null), cents: cost }),
)

const badDebt = fc
  .tuple(target, fc.integer({ min: -200_000, max: 900_000 }))
  .map(([of, lost]) => ({ ...of, cents: lost }))

const facts: fc.Arbitrary<ResultFacts> = fc
  .record({
    revenue: fc.array(revenue, { maxLength: 20 }),
    claims: fc.array(claim, { maxLength: 10 }),
    badDebts: fc.array(badDebt, { maxLength: 5 }),
    shares: fc.array(fc.record({ storeId, staffId, salaryCents: cost, commissionCents: cost }), {
      maxLength: 12,
    }),
    others: fc.array(fc.record({ staffId, cents: cost }), { maxLength: 4 }),
    served: fc.array(fc.record({ storeId, staffId, weight: fc.integer({ min: 1, max: 3_100 }) })),
    manualCents: cost,
  })
  .map(({ shares, others, ...rest }) => ({
    ...rest,
    pay: { shares, others },
    customerNames: new Map(),
    people: new Map(),
    stores: Array.from({ length: 9 }, (_, at) => at + 1).map((id) => ({
      id,
      name: `店 ${id}`,
      customerId: customerOf(id),
    })),
    documents: {
      billedCents: sum(rest.revenue.map(revenueOf)),
      claimedCents: sum(rest.claims.map((one) => one.cents)),
      badDebtCents: sum(rest.badDebts.map((one) => one.cents)),
      cashCents: 0,
      askedCents: 0,
      receivedCents: 0,
      billedCustomers: 0,
    },
  }))

test('gross of all parts − common costs = net, and the parts by customer add up to the same gross', () => {
  fc.assert(
    fc.property(facts, (month) => {
      const { sums, parts, identityCents } = composeResult(month, NO_MOVEMENT)
      assert.equal(identityCents, 0)
      const gross = sum(parts.customer.map(({ grossCents }) => grossCents))
      assert.equal(gross, sums.grossCents)
      assert.equal(sums.netCents, gross - sums.commonClaimCents - sums.otherSalaryCents - sums.manualCents)
      const { serviceCents, commissionCents, overageCents, otherIncomeCents, adjustmentCents } = sums
      assert.equal(
        serviceCents + commissionCents + overageCents + otherIncomeCents + adjustmentCents,
        sums.revenueCents,
      )
    }),
  )
})

test('a mismatch between documents and lines is the difference of the identity', () => {
  const lost = (more: Partial<ResultFacts['documents']>) => {
    const [month] = fc.sample(facts, { numRuns: 1, seed: 7 })
    assert.ok(month)
    const documents = { ...month.documents, ...more }
    return composeResult({ ...month, documents }, NO_MOVEMENT).identityCents
  }
  const [{ documents } = { documents: undefined }] = fc.sample(facts, { numRuns: 1, seed: 7 })
  assert.ok(documents)
  assert.equal(lost({}), 0)
  assert.equal(lost({ billedCents: documents.billedCents + 1 }), -1)
  assert.equal(lost({ claimedCents: documents.claimedCents + 1 }), 1)
  assert.equal(lost({ badDebtCents: documents.badDebtCents + 1 }), 1)
})

test('the revenue of all agents equals that of the stores that were served', () => {
  fc.assert(
    fc.property(facts, (month) => {
      const { parts } = composeResult(month, NO_MOVEMENT)
      const served = new Set(month.served.map((one) => one.storeId))
      const theirs = parts.store.filter(({ id }) => served.has(id)).map((one) => one.revenueCents)
      assert.equal(sum(parts.agent.map((one) => one.revenueCents)), sum(theirs))
    }),
  )
})

test('companies together have the totals of their sums, and ratios calculated from the totals', () => {
  fc.assert(
    fc.property(facts, facts, (one, other) => {
      const results = [composeResult(one, NO_MOVEMENT), composeResult(other, NO_MOVEMENT)]
      const { sums, ratios } = consolidate(results)
      assert.equal(sums.netCents, sum(results.map((result) => result.sums.netCents)))
      if (sums.revenueCents <= 0) assert.equal(ratios.marginBp, null)
    }),
  )
})
