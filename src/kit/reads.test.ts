import assert from 'node:assert/strict'
import { test } from 'node:test'
import { combineReads, type Read, readAt } from './reads.ts'

function read<T>(data: T | undefined, error: Error | null = null) {
  const refetches = { times: 0 }
  const one: Read<T> = { data, error, isFetching: false, refetch: () => (refetches.times += 1) }
  return { one, asked: refetches }
}

test('two combined reads have data only if both do, and one error', () => {
  assert.deepEqual(combineReads(read('a').one, read(2).one).data, ['a', 2])
  assert.equal(combineReads(read('a').one, read(undefined).one).data, undefined)
  assert.equal(combineReads(read(null).one, read(false).one).error, null)
  assert.deepEqual(combineReads(read(null).one, read(false).one).data, [null, false])
  const [first, second] = [new Error('first'), new Error('second')]
  assert.equal(combineReads(read('a', first).one, read('b', second).one).error, first)
  assert.equal(combineReads(read('a').one, read('b', second).one).error, second)
  assert.equal(combineReads({ ...read('a').one, isFetching: true }, read('b').one).isFetching, true)
})

test('重试 repeats only the reads that failed', () => {
  const [succeeded, failed] = [read('a'), read('b', new Error('failed'))]
  combineReads(succeeded.one, failed.one).refetch()
  assert.deepEqual([succeeded.asked.times, failed.asked.times], [0, 1])
})

test('kept rows have no read time', () => {
  assert.equal(readAt({ dataUpdatedAt: 0, isPlaceholderData: true }), undefined)
  const now = Date.UTC(2026, 4, 19, 4)
  assert.equal(readAt({ dataUpdatedAt: now, isPlaceholderData: false }), '2026-05-19T04:00:00.000Z')
})
