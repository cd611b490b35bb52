import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesBetween } from './audit.ts'

test('only the fields that differ are kept, old and new', () => {
  const before = { name: '甲', tags: ['a'], owner: 1 }
  const after = { name: '乙', tags: ['a'], owner: 1 }
  assert.deepEqual(changesBetween(before, after), { name: ['甲', '乙'] })
})

test('a new record has null before, a removed one null after', () => {
  assert.deepEqual(changesBetween({}, { name: '甲', remark: null }), { name: [null, '甲'] })
  assert.deepEqual(changesBetween({ name: '甲' }, {}), { name: ['甲', null] })
})

test('absent and null are the same, and lists are compared by what they hold', () => {
  assert.deepEqual(changesBetween({ a: null, tags: ['x'] }, { tags: ['x', 'y'] }), {
    tags: [['x'], ['x', 'y']],
  })
})

test('secrets and what every write changes leave no trace', () => {
  const before = { passwordHash: 'a', version: 1, updatedAt: 1, nameKey: 'a', namePinyin: 'a', updatedBy: 1 }
  const after = { passwordHash: 'b', version: 2, updatedAt: 2, nameKey: 'b', namePinyin: 'b', updatedBy: 2 }
  assert.deepEqual(changesBetween(before, after), {})
})
