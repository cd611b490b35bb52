import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Arrangement } from './arrange.ts'
import { arranged, isShown, moved } from './arrange.ts'

const columns = [
  { key: 'name', pinned: true },
  { key: 'code', hidden: true },
  { key: 'a' },
  { key: 'b' },
  { key: 'c' },
]
const usual: Arrangement = { shown: {}, order: [], pins: {} }
const keys = (liking: Arrangement, of = columns) => arranged(of, liking).map(({ key }) => key)

test('isShown: as declared until the user changes it; the key column is always shown', () => {
  const shown = (liking: Arrangement) => columns.filter((column) => isShown(column, liking)).map((c) => c.key)
  assert.deepEqual(shown(usual), ['name', 'a', 'b', 'c'])
  assert.deepEqual(shown({ ...usual, shown: { code: true, b: false, name: false } }), [
    'name',
    'code',
    'a',
    'c',
  ])
})

test('arranged: pinned columns are at their side, the key column is first', () => {
  assert.deepEqual(keys(usual), ['name', 'code', 'a', 'b', 'c'])
  assert.deepEqual(keys({ ...usual, pins: { c: 'start', a: 'end' } }), ['name', 'c', 'code', 'b', 'a'])
})

test('arranged: a column newer than the saved order follows its neighbour; a removed one is ignored', () => {
  const kept = { ...usual, order: ['name', 'c', 'gone', 'a', 'code'] }
  assert.deepEqual(keys(kept), ['name', 'c', 'a', 'b', 'code'])
  assert.deepEqual(keys({ ...kept, order: ['c'] }, [{ key: 'new' }, { key: 'c' }]), ['new', 'c'])
})

test('moved: takes the place of the other column, forwards and backwards', () => {
  assert.deepEqual(keys(moved(columns, usual, 'a', 'c')), ['name', 'code', 'b', 'c', 'a'])
  assert.deepEqual(keys(moved(columns, usual, 'c', 'code')), ['name', 'c', 'code', 'a', 'b'])
})

test('moved: the key column keeps its place and cannot be moved', () => {
  assert.equal(moved(columns, usual, 'c', 'name'), usual)
  assert.equal(moved(columns, usual, 'name', 'c'), usual)
  assert.equal(moved(columns, usual, 'c', 'unknown'), usual)
})

test('moved: a column is pinned among pinned ones, and unpinned away from them', () => {
  const pinned: Arrangement = { ...usual, pins: { code: 'start', a: 'start', c: 'end' } }
  assert.deepEqual(keys(pinned), ['name', 'code', 'a', 'b', 'c'])
  const among = moved(columns, pinned, 'b', 'a')
  assert.deepEqual([keys(among), among.pins.b], [['name', 'code', 'b', 'a', 'c'], 'start'])
  const right = moved(columns, pinned, 'b', 'c')
  assert.deepEqual([keys(right), right.pins.b], [['name', 'code', 'a', 'c', 'b'], 'end'])
  const away = moved(columns, pinned, 'code', 'b')
  assert.deepEqual([keys(away), away.pins.code], [['name', 'a', 'b', 'code', 'c'], 'none'])
  const within = moved(columns, pinned, 'code', 'a')
  assert.deepEqual([keys(within), within.pins.code], [['name', 'a', 'code', 'b', 'c'], 'start'])
})
