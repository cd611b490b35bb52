import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratiosOf } from './resultSums.ts'

const counts = {
  billedCustomers: 0,
  askedCents: 0,
  receivedCents: 0,
  customersAtStart: 0,
  customersLost: 0,
  storesAtStart: 0,
  storesLost: 0,
}

test('expansion counts in net retention, not in gross retention', () => {
  const moved = { startCents: 1_000, expansionCents: 300, contractionCents: 100, churnCents: 50 }
  const ratios = ratiosOf({ grossCents: 0, revenueCents: 0 }, moved, counts)
  assert.deepEqual([ratios.netRetentionBp, ratios.grossRetentionBp], [11_500, 8_500])
})
