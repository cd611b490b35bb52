import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ago, DRAFT_LIFE_MS, formName, isExpired } from './draft.ts'

const now = Date.parse('2026-05-19T04:00:00Z')
const MINUTE = 60_000

test('isExpired: a draft is no longer offered after fourteen days', () => {
  assert.equal(isExpired({ savedAt: now - DRAFT_LIFE_MS }, now), false)
  assert.equal(isExpired({ savedAt: now - DRAFT_LIFE_MS - 1 }, now), true)
})

test('ago: uses the largest unit that fits', () => {
  assert.deepEqual(ago(now - 59_000, now), ['刚才', 0])
  assert.deepEqual(ago(now - 3 * MINUTE, now), ['{n} 分钟前', 3])
  assert.deepEqual(ago(now - 60 * MINUTE, now), ['{n} 小时前', 1])
  assert.deepEqual(ago(now - 47 * 60 * MINUTE, now), ['{n} 天前', 1])
})

test('ago: returns 刚才 if the clock was set back', () => {
  assert.deepEqual(ago(now + MINUTE, now), ['刚才', 0])
})

test('formName: depends on the fixed values, except on the version', () => {
  assert.equal(formName('POST /api/customers', undefined), 'POST /api/customers')
  const route = 'POST /api/store-assignments/:id/end'
  assert.equal(formName(route, { id: 3, version: 1 }), formName(route, { id: 3, version: 2 }))
  assert.notEqual(formName(route, { id: 3 }), formName(route, { id: 4 }))
})
