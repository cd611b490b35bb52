import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesBetween, maskChanges } from './audit.ts'

test('only changed fields are kept, with their old and new values', () => {
  const before = { name: '甲', tags: ['a'], owner: 1 }
  const after = { name: '乙', tags: ['a'], owner: 1 }
  assert.deepEqual(changesBetween(before, after), { name: ['甲', '乙'] })
})

test('a new record has null before, a removed one null after', () => {
  assert.deepEqual(changesBetween({}, { name: '甲', remark: null }), { name: [null, '甲'] })
  assert.deepEqual(changesBetween({ name: '甲' }, {}), { name: ['甲', null] })
})

test('absent and null are equal, and lists are compared by content', () => {
  assert.deepEqual(changesBetween({ a: null, tags: ['x'] }, { tags: ['x', 'y'] }), {
    tags: [['x'], ['x', 'y']],
  })
})

test('secrets and fields that every write changes are not logged', () => {
  const before = { passwordHash: 'a', version: 1, updatedAt: 1, nameKey: 'a', namePinyin: 'a', updatedBy: 1 }
  const after = { passwordHash: 'b', version: 2, updatedAt: 2, nameKey: 'b', namePinyin: 'b', updatedBy: 2 }
  assert.deepEqual(changesBetween(before, after), {})
})

test('masked fields are logged as masks, and a change remains visible', () => {
  const changes = {
    mobile: ['13912345678', '13987655678'],
    wechat: [null, 'wx'],
    payeeCard: ['6222020200112233445', null],
    name: ['甲', '乙'],
  } satisfies Parameters<typeof maskChanges>[0]
  const maskedOnce = maskChanges(changes)
  assert.deepEqual(maskedOnce, {
    mobile: ['139****5678', '139****5678'],
    wechat: [null, '****'],
    payeeCard: ['**** 3445', null],
    name: ['甲', '乙'],
  })
  assert.deepEqual(maskChanges(maskedOnce), maskedOnce, 'nothing is masked twice')
})
