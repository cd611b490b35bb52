import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellIn, cellText } from './explainAddress.ts'

test('a cell survives the round trip through its address', () => {
  const days = { from: '2026-11-20', to: '2026-11-22' }
  for (const cell of [
    { storeId: 12, ...days, metric: 'reply' as const },
    { customerId: 3, storeId: 12, ...days },
    { staffId: 7, ...days, metric: 'handled' as const },
  ]) {
    assert.deepEqual(cellIn(cellText(cell)), cell)
  }
})

test('an address without a valid cell returns undefined', () => {
  const broken = [
    undefined,
    '',
    'x',
    '...2026-11-20.2026-11-22.',
    '12...2026-11-20.2026-13-01.',
    '0...2026-11-20.2026-11-22.',
  ]
  for (const text of broken) assert.equal(cellIn(text), undefined, text)
  const { metric, ...cell } = cellIn('12...2026-11-20.2026-11-22.unknown') ?? {}
  assert.deepEqual([cell, metric], [{ storeId: 12, from: '2026-11-20', to: '2026-11-22' }, undefined])
})
