import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MonthResult } from './contract.ts'
import { defaultMonth, isEmpty, sectionsOf } from './monthLines.ts'

const keysOf = (basis: Parameters<typeof sectionsOf>[0]) =>
  sectionsOf(basis).flatMap(({ lines }) => lines.map(({ key }) => key))

test('并列 has every line, and each of the other two bases omits the lines of the other one', () => {
  const [both, accrual, cash] = [keysOf('both'), keysOf('accrual'), keysOf('cash')]
  assert.deepEqual(both.filter((key) => !accrual.includes(key)).sort(), [
    'cashCents',
    'cashGap',
    'collectionBp',
  ])
  assert.ok(both.every((key) => accrual.includes(key) || cash.includes(key)))
  assert.ok(!cash.includes('netCents') && cash.includes('netRetentionBp'))
})

const month = (name: string, status: MonthResult['status'], cents = 0) =>
  ({ month: name, status, sums: { revenueCents: cents, cashCents: 0 } }) as MonthResult

test('the default month is the next one to be closed', () => {
  const [a, b, c] = [month('2026-03', 'closed'), month('2026-04', 'open'), month('2026-05', 'open')]
  assert.equal(defaultMonth([a, b, c], '2026-05'), b)
  assert.equal(defaultMonth([a], '2026-05'), a)
  assert.equal(defaultMonth([b, c], '2026-05'), b, 'none was ever closed: the last one that is over')
  assert.equal(defaultMonth([c], '2026-05'), c)
  assert.equal(defaultMonth([], '2026-05'), undefined)
})

test('a reopened month is the default month before later ones', () => {
  const months = [month('2026-03', 'closed'), month('2026-04', 'reopened'), month('2026-05', 'open')]
  assert.equal(defaultMonth(months, '2026-06'), months[1])
})

test('months without any amount are empty', () => {
  assert.ok(isEmpty([month('2026-03', 'open')]))
  assert.ok(!isEmpty([month('2026-03', 'open'), month('2026-04', 'open', 1)]))
})
