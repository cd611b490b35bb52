import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeText } from './amountText.ts'

test('timeText formats a stored month as the month and an instant as a minute in Shanghai, and no other text', () => {
  assert.equal(timeText('monthOn', '2026-10-01'), '2026-10')
  assert.equal(timeText('serviceMonthOn', '2026-10-01'), '2026-10')
  assert.equal(timeText('expiresAt', '2026-12-23T07:38:00.000Z'), '2026-12-23 15:38')
  assert.equal(timeText('settledAt', '2026-12-31T16:00:00Z'), '2027-01-01 00:00')
  for (const text of ['2026-10-01', '杭州', '', '2026-10-01T', '看 2026-12-23T07:38:00Z 的记录']) {
    assert.equal(timeText('note', text), undefined)
  }
})
