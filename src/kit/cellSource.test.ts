import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellValue, translateSource } from './cellSource.ts'

const row = { status: 'serving', types: ['pre', 'x'], volume: 12, missing: false, none: null }
const names = { serving: '服务中', pre: '售前' }

test('a cell has the value of its field, or the name of that value', () => {
  assert.equal(cellValue({ field: 'volume' }, row), 12)
  assert.equal(cellValue({ field: 'status', names }, row), '服务中')
  assert.deepEqual(cellValue({ field: 'types', names }, row), ['售前', 'x'])
  assert.equal(cellValue({ field: 'none', names }, row), null)
  assert.equal(cellValue({ field: 'none', names, empty: '自动' }, row), '自动')
  assert.equal(cellValue({ field: 'volume', empty: '自动' }, row), 12)
  assert.equal(cellValue({ field: 'volume', outOf: 'all' }, { ...row, all: 34 }), '12/34')
})

test('another field may replace the value by a text; a missing field gives null', () => {
  const source = { field: 'volume', instead: { when: 'missing', text: '缺数据' } }
  assert.equal(cellValue(source, row), 12)
  assert.equal(cellValue(source, { ...row, missing: true }), '缺数据')
  for (const field of ['constructor', '__proto__', 'toString']) assert.equal(cellValue({ field }, row), null)
  assert.equal(cellValue({ field: 'status', names: {} }, { status: 'constructor' }), 'constructor')
})

test('only texts are translated', () => {
  const source = { field: 'status', names, empty: '无', instead: { when: 'missing', text: '缺数据' } }
  assert.deepEqual(
    translateSource(source, (text) => `${text.toUpperCase()}!`),
    {
      field: 'status',
      names: { serving: '服务中!', pre: '售前!' },
      empty: '无!',
      instead: { when: 'missing', text: '缺数据!' },
    },
  )
})
