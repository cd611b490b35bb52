import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { axisTicks, dayTicks, gaps, linePath, spread, stretches, textWidth } from './geometry.ts'

test('an axis begins at 0 and ends at a round number not below the data', () => {
  assert.deepEqual(axisTicks(11_480), [0, 4000, 8000, 12_000])
  assert.deepEqual(axisTicks(602), [0, 250, 500, 750])
  assert.deepEqual(axisTicks(2), [0, 1, 2])
  assert.deepEqual(axisTicks(0), [0, 1])
})

test('an axis has 2 to 5 whole ticks that reach the data', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000_000 }), (max) => {
      const ticks = axisTicks(max)
      assert.ok(ticks.length >= 2 && ticks.length <= 5)
      assert.ok((ticks.at(-1) ?? 0) >= max)
      assert.ok(ticks.every(Number.isInteger))
    }),
  )
})

test('labelled days are counted back from the last one', () => {
  assert.deepEqual(dayTicks(14, 7), [1, 3, 5, 7, 9, 11, 13])
  assert.deepEqual(dayTicks(1, 7), [0])
  assert.deepEqual(dayTicks(3, 0), [2])
})

test('a missing day breaks the line; a day between two gaps is a point', () => {
  const values = [null, 5, 6, null, null, 7, null, 8, null]
  assert.deepEqual(stretches(values), [[1, 2], [5], [7]])
  assert.deepEqual(gaps(values), [
    { from: 3, to: 4 },
    { from: 6, to: 6 },
  ])
  assert.equal(
    linePath(
      [1, 2, null, 3],
      (at) => at * 10,
      (value) => value,
    ),
    'M0 1L10 2M30 3h0',
  )
})

test('labels move apart, keep their order and stay in the frame', () => {
  assert.deepEqual(spread([100, 20, 22], 16, 0, 120), [100, 20, 36])
  assert.deepEqual(spread([118, 119], 16, 0, 120), [104, 120])
})

test('Chinese characters are wider than digits', () => {
  assert.equal(textWidth('天猫 9'), 38)
})
