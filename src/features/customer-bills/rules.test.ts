import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overdueDays } from './rules.ts'

test('a bill is overdue from the day after the day on which it is due, while something is owed', () => {
  const bill = { status: 'open', dueOn: '2026-05-15', totalCents: 100 }
  assert.equal(overdueDays(bill, '2026-05-15'), null)
  assert.equal(overdueDays(bill, '2026-05-16'), 1)
  assert.equal(overdueDays({ ...bill, status: 'partial' }, '2026-06-15'), 31)
  for (const quiet of [{ status: 'paid' }, { status: 'draft' }, { dueOn: null }, { totalCents: -100 }])
    assert.equal(overdueDays({ ...bill, ...quiet }, '2026-06-15'), null, JSON.stringify(quiet))
})
