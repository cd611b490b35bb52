import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRefundable, assertReversible, refundableCents, refundedBySettlements } from './refundRules.ts'
import { overdueDays, taxRateOf, voidDay } from './rules.ts'

test('a bill is overdue from the day after its due day while an amount is open', () => {
  const bill = { status: 'open', dueOn: '2026-05-15', totalCents: 100 }
  assert.equal(overdueDays(bill, '2026-05-15'), null)
  assert.equal(overdueDays(bill, '2026-05-16'), 1)
  assert.equal(overdueDays({ ...bill, status: 'partial' }, '2026-06-15'), 31)
  for (const quiet of [{ status: 'paid' }, { status: 'draft' }, { dueOn: null }, { totalCents: -100 }])
    assert.equal(overdueDays({ ...bill, ...quiet }, '2026-06-15'), null, JSON.stringify(quiet))
})

test('services have 6 % tax, deposits and opening balances none', () => {
  assert.deepEqual(['service', 'deposit', 'opening'].map(taxRateOf), [600, 0, 0])
})

const paid = {
  status: 'paid',
  totalCents: 1_000,
  receivedCents: 1_000,
  writtenOffCents: 0,
  refundedCents: 300,
}

test('the refundable amount is the received amount minus refunds and issued settlements', () => {
  const settlement = { kind: 'adjustment', status: 'open', totalCents: -200 }
  assert.equal(refundedBySettlements([settlement, { ...settlement, status: 'draft' }]), 200)
  assert.equal(refundedBySettlements([{ ...settlement, totalCents: 200 }]), 0)
  assert.equal(refundableCents(paid, [settlement]), 500)
  assert.equal(refundableCents({ ...paid, status: 'open' }, []), 0)
  assert.equal(refundableCents({ ...paid, totalCents: -1_000 }, []), 0)
  assertRefundable(paid, [settlement], 500)
  assert.throws(() => assertRefundable(paid, [settlement], 501), { code: 'INVALID' })
})

test('a receipt is reversible while the other receipts cover the refunds', () => {
  const receipt = { amountCents: 700, method: 'bank', reversesId: null, reversedAt: null }
  assertReversible(paid, receipt)
  assertReversible({ ...paid, refundedCents: 0 }, { ...receipt, amountCents: 1_000 })
  assert.throws(() => assertReversible(paid, { ...receipt, amountCents: 701 }), { code: 'WRONG_STATE' })
})

test('a write-off is no payment: it is not refundable, and its reversal does not affect refunds', () => {
  const lost = { ...paid, writtenOffCents: 400 }
  assert.equal(refundableCents(lost, []), 300)
  assert.throws(() => assertRefundable(lost, [], 301), { code: 'INVALID' })
  const receipt = { amountCents: 400, method: 'writeoff', reversesId: null, reversedAt: null }
  assertReversible({ ...lost, refundedCents: 600 }, receipt)
  assert.throws(() => assertReversible(lost, { ...receipt, method: 'bank' }), { code: 'WRONG_STATE' })
})

test('a void counts today, but not after the service month', () => {
  assert.equal(voidDay('2026-07-15', '2026-07-31'), '2026-07-15')
  assert.equal(voidDay('2026-08-15', '2026-07-31'), '2026-07-31')
})
