import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatBytes } from './formatBytes.ts'

test('a file size is shown in KB, and in MB from 1 MB on', () => {
  assert.deepEqual([0, 1_500, 1_048_575].map(formatBytes), ['1 KB', '1 KB', '1024 KB'])
  assert.equal(formatBytes(1_468_006), '1.4 MB')
})
