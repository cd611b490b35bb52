import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highest, partsOf, stackColour } from './stack.ts'

const stacks = [
  { name: 'a', values: [2, 0] },
  { name: 'b', values: [1, 5], rest: true },
]

test('parts are stacked, and the highest column sets the height', () => {
  assert.deepEqual(partsOf(stacks, 0), [
    { from: 0, to: 2 },
    { from: 2, to: 3 },
  ])
  assert.deepEqual(partsOf(stacks, 1), [
    { from: 0, to: 0 },
    { from: 0, to: 5 },
  ])
  assert.equal(highest(stacks, 2), 5)
  assert.equal(highest([], 2), 0)
})

test('the rest is grey; every other part has the colour of its place', () => {
  assert.deepEqual(stacks.map(stackColour), ['var(--c1)', 'var(--c-mute)'])
})
