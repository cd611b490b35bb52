import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Changes, changesBetween, isCut, LOG_LIMITS, limitChanges, maskChanges } from './audit.ts'

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

test('a long value is logged as its beginning and its length; usual ones stay', () => {
  const usual: Changes = { name: ['甲', '乙'.repeat(LOG_LIMITS.text)], ids: [[1, 2], [3]], on: [null, true] }
  assert.deepEqual(limitChanges(usual), usual)
  const text = '字'.repeat(LOG_LIMITS.text + 1)
  assert.deepEqual(limitChanges({ remark: ['短', text] }), {
    remark: ['短', { cut: '字'.repeat(LOG_LIMITS.text), length: LOG_LIMITS.text + 1 }],
  })
  const ids = Array.from({ length: 10_000 }, (_, n) => n)
  const [, cut] = limitChanges({ ids: [[], ids] }).ids ?? []
  assert.ok(isCut(cut) && cut.cut.startsWith('[0,1,2,') && cut.length > LOG_LIMITS.value)
})

test('a value is never cut within a character', () => {
  const text = `${'a'.repeat(LOG_LIMITS.text - 1)}😀`
  const [, value] = limitChanges({ remark: [null, text] }).remark ?? []
  assert.deepEqual(value, { cut: 'a'.repeat(LOG_LIMITS.text - 1), length: LOG_LIMITS.text + 1 })
})

test('of a line with many long values, each keeps a short beginning', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`field${n}`, ['旧'.repeat(3_000), '新'.repeat(900)]]),
  ) as Changes
  const limited = limitChanges(many)
  assert.ok(JSON.stringify(limited).length <= LOG_LIMITS.line)
  assert.deepEqual(limited.field7?.[0], { cut: '旧'.repeat(200), length: 3_000 })
  assert.deepEqual(limited.field7?.[1], { cut: '新'.repeat(200), length: 900 })
})
