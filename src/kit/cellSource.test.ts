import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cellFrom, translated } from './cellSource.ts'

const row = { status: 'serving', types: ['pre', 'x'], volume: 12, missing: false, none: null }
const names = { serving: '服务中', pre: '售前' }

test('a cell has the value of its field, or the name of that value', () => {
  assert.equal(cellFrom({ field: 'volume' }, row), 12)
  assert.equal(cellFrom({ field: 'status', names }, row), '服务中')
  assert.deepEqual(cellFrom({ field: 'types', names }, row), ['售前', 'x'])
  assert.equal(cellFrom({ field: 'none', names }, row), null)
  assert.equal(cellFrom({ field: 'none', names, empty: '自动' }, row), '自动')
  assert.equal(cellFrom({ field: 'volume', empty: '自动' }, row), 12)
  assert.equal(cellFrom({ field: 'volume', outOf: 'all' }, { ...row, all: 34 }), '12/34')
})

test('another field may replace the value by a text; a missing field gives null', () => {
  const source = { field: 'volume', instead: { when: 'missing', text: '缺数据' } }
  assert.equal(cellFrom(source, row), 12)
  assert.equal(cellFrom(source, { ...row, missing: true }), '缺数据')
  for (const field of ['constructor', '__proto__', 'toString']) assert.equal(cellFrom({ field }, row), null)
  assert.equal(cellFrom({ field: 'status', names: {} }, { status: 'constructor' }), 'constructor')
})

test('only texts are translated', () => {
  const source = { field: 'status', names, empty: '无', instead: { when: 'missing', text: '缺数据' } }
  assert.deepEqual(
    translated(source, (text) => `${text.toUpperCase()}!`),
    {
      field: 'status',
      names: { serving: '服务中!', pre: '售前!' },
      empty: '无!',
      instead: { when: 'missing', text: '缺数据!' },
    },
  )
})
