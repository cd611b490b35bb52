import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from './formatBytes.ts'

test('the size of a file is told in KB, and in MB from the first on', () => {
  assert.deepEqual([0, 1_500, 1_048_575].map(formatBytes), ['1 KB', '1 KB', '1024 KB'])
  assert.equal(formatBytes(1_468_006), '1.4 MB')
})
