import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  blockOf,
  firstOpen,
  nextOpen,
  nextOpenInColumn,
  type Place,
  placesIn,
  type Shape,
  stepFrom,
} from './sheet.ts'

/** Three rows of four columns; the first column is a name, and the middle row is locked. */
const shape: Shape = { rows: 3, columns: 4, isOpen: ({ row, column }) => row !== 1 && column > 0 }

const at = (row: number, column: number): Place => ({ row, column })

test('blockOf: returns the same block for any pair of opposite corners', () => {
  const block = { top: 0, bottom: 2, first: 1, last: 3 }
  assert.deepEqual(blockOf(at(0, 1), at(2, 3)), block)
  assert.deepEqual(blockOf(at(2, 1), at(0, 3)), block)
  assert.equal(placesIn(block).length, 9)
  assert.deepEqual(placesIn(blockOf(at(1, 2), at(0, 1))), [at(0, 1), at(0, 2), at(1, 1), at(1, 2)])
})

test('stepFrom: stops at the edges; an infinite step goes to the edge', () => {
  assert.deepEqual(stepFrom(at(0, 0), -1, 1, shape), at(0, 1))
  assert.deepEqual(stepFrom(at(1, 1), Infinity, 0, shape), at(2, 1))
  assert.deepEqual(stepFrom(at(2, 3), -Infinity, -Infinity, shape), at(0, 0))
})

test('nextOpen: skips locked cells, continues in the next row, and returns null after the last', () => {
  assert.deepEqual(nextOpen(at(0, 3), 1, shape), at(2, 1))
  assert.deepEqual(nextOpen(at(2, 1), -1, shape), at(0, 3))
  assert.equal(nextOpen(at(2, 3), 1, shape), null)
  assert.equal(nextOpen(at(0, 1), -1, shape), null)
})

test('nextOpenInColumn: skips locked cells, and returns null at the edge', () => {
  assert.deepEqual(nextOpenInColumn(at(0, 2), 1, shape), at(2, 2))
  assert.equal(nextOpenInColumn(at(2, 2), 1, shape), null)
  assert.equal(nextOpenInColumn(at(2, 0), -1, shape), null)
})

test('firstOpen: returns the first editable cell, or the first cell if there is none', () => {
  assert.deepEqual(firstOpen(shape), at(0, 1))
  assert.deepEqual(firstOpen({ ...shape, isOpen: () => false }), at(0, 0))
  assert.deepEqual(firstOpen({ rows: 0, columns: 0, isOpen: () => true }), at(0, 0))
})
