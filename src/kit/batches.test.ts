import assert from 'node:assert/strict'
import { test } from 'node:test'
import { batchesOf } from './batches.ts'

test('a list is split in order, the rest in the last part', () => {
  assert.deepEqual(batchesOf([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
  assert.deepEqual(batchesOf([1, 2], 2), [[1, 2]])
  assert.deepEqual(batchesOf([], 2), [])
})
