import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Arrangement, arrangeColumns, isShown, moveColumn } from './arrange.ts'

const columns = [
  { key: 'name', pinned: true },
  { key: 'code', hidden: true },
  { key: 'a' },
  { key: 'b' },
  { key: 'c' },
]
const unchanged: Arrangement = { shown: {}, order: [], pins: {} }
const keys = (arrangement: Arrangement, of = columns) => arrangeColumns(of, arrangement).map(({ key }) => key)

test('isShown: as declared until the user changes it; the key column is always shown', () => {
  const shown = (arrangement: Arrangement) =>
    columns.filter((column) => isShown(column, arrangement)).map((c) => c.key)
  assert.deepEqual(shown(unchanged), ['name', 'a', 'b', 'c'])
  assert.deepEqual(shown({ ...unchanged, shown: { code: true, b: false, name: false } }), [
    'name',
    'code',
    'a',
    'c',
  ])
})

test('arranged: pinned columns are at their side, the key column is first', () => {
  assert.deepEqual(keys(unchanged), ['name', 'code', 'a', 'b', 'c'])
  assert.deepEqual(keys({ ...unchanged, pins: { c: 'start', a: 'end' } }), ['name', 'c', 'code', 'b', 'a'])
})

test('arranged: a column newer than the saved order follows its neighbour; a removed one is ignored', () => {
  const reordered = { ...unchanged, order: ['name', 'c', 'gone', 'a', 'code'] }
  assert.deepEqual(keys(reordered), ['name', 'c', 'a', 'b', 'code'])
  assert.deepEqual(keys({ ...reordered, order: ['c'] }, [{ key: 'new' }, { key: 'c' }]), ['new', 'c'])
})

test('moved: takes the place of the other column, forwards and backwards', () => {
  assert.deepEqual(keys(moveColumn(columns, unchanged, 'a', 'c')), ['name', 'code', 'b', 'c', 'a'])
  assert.deepEqual(keys(moveColumn(columns, unchanged, 'c', 'code')), ['name', 'c', 'code', 'a', 'b'])
})

test('moved: the key column keeps its place and cannot be moved', () => {
  assert.equal(moveColumn(columns, unchanged, 'c', 'name'), unchanged)
  assert.equal(moveColumn(columns, unchanged, 'name', 'c'), unchanged)
  assert.equal(moveColumn(columns, unchanged, 'c', 'unknown'), unchanged)
})

test('moved: a column is pinned among pinned ones, and unpinned away from them', () => {
  const pinned: Arrangement = { ...unchanged, pins: { code: 'start', a: 'start', c: 'end' } }
  assert.deepEqual(keys(pinned), ['name', 'code', 'a', 'b', 'c'])
  const among = moveColumn(columns, pinned, 'b', 'a')
  assert.deepEqual([keys(among), among.pins.b], [['name', 'code', 'b', 'a', 'c'], 'start'])
  const right = moveColumn(columns, pinned, 'b', 'c')
  assert.deepEqual([keys(right), right.pins.b], [['name', 'code', 'a', 'c', 'b'], 'end'])
  const unpinned = moveColumn(columns, pinned, 'code', 'b')
  assert.deepEqual([keys(unpinned), unpinned.pins.code], [['name', 'a', 'b', 'code', 'c'], 'none'])
  const within = moveColumn(columns, pinned, 'code', 'a')
  assert.deepEqual([keys(within), within.pins.code], [['name', 'a', 'code', 'b', 'c'], 'start'])
})
