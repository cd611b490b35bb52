import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSearchText } from './rules.ts'

test('wantedOf splits a text into Latin trigrams and pairs with a Chinese character', () => {
  assert.deepEqual(toSearchText('晨曦').grams, ['晨曦'])
  assert.deepEqual(toSearchText('晨曦家').grams, ['晨曦', '曦家'])
  assert.deepEqual(toSearchText('chenx').grams, ['che', 'hen', 'enx'])
  assert.deepEqual(toSearchText('A晨12').grams, ['a晨', '晨1'])
  assert.deepEqual(toSearchText('aaaa').grams, ['aaa'])
})

test('wantedOf treats one or two letters as initials or a prefix', () => {
  assert.deepEqual([toSearchText('晨').grams, toSearchText('晨').any], [['^晨'], true])
  assert.deepEqual([toSearchText('CX').grams, toSearchText('CX').any], [['cx', '^cx'], true])
})

test('wantedOf ignores width, case and spaces', () => {
  assert.equal(toSearchText(' ＤＰ 0001 ').text, 'dp0001')
  assert.equal(toSearchText('晨 曦').exact, '=晨曦')
})

test('wantedOf recognizes only a complete mobile number', () => {
  assert.equal(toSearchText('+86 139-1234-5678').mobile, '13912345678')
  for (const text of ['1391234567', '139123456789', '23912345678', 'KH13912345678']) {
    assert.equal(toSearchText(text).mobile, null, text)
  }
})
