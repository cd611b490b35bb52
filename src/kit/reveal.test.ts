import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertRevealsLeft, REVEALS_AN_HOUR, revealResult } from './reveal.ts'

const now = new Date('2026-05-19T04:00:00Z')
const first = new Date('2026-05-19T03:10:30Z')

test('assertRevealsLeft: the thirtieth is the last of an hour, and the error states the wait in minutes', () => {
  assert.doesNotThrow(() => assertRevealsLeft({ count: 0, first: null }, now))
  assert.doesNotThrow(() => assertRevealsLeft({ count: REVEALS_AN_HOUR - 1, first }, now))
  assert.throws(() => assertRevealsLeft({ count: REVEALS_AN_HOUR, first }, now), {
    code: 'TOO_MANY',
    values: { max: 30, n: 11 },
    data: { retryAfterSeconds: 630 },
  })
})

const of = { entity: 'customer' as const, recordId: 7, companyCode: '001', field: 'mobile', reason: '回访' }

test('revealed: the response has the value, the audit line only the field and the reason', () => {
  const { answer, line } = revealResult({ ...of, value: '13912345678' })
  assert.deepEqual(answer, { value: '13912345678' })
  assert.deepEqual(line, {
    entity: 'customer' as const,
    recordId: 7,
    companyCode: '001',
    action: 'reveal',
    changes: { revealed: [null, 'mobile'], reason: [null, '回访'] },
  })
})

test('revealed: an empty field throws WRONG_STATE', () => {
  assert.throws(() => revealResult({ ...of, value: null }), { code: 'WRONG_STATE' })
})
