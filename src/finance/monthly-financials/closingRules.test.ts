import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReopenable } from './rules.ts'

test('only the latest closed month can be reopened', () => {
  assertReopenable('closed', '2026-04', '2026-04')
  assert.throws(() => assertReopenable('closed', '2026-03', '2026-04'), { code: 'WRONG_STATE' })
  for (const status of ['open', 'reopened'] as const)
    assert.throws(() => assertReopenable(status, '2026-04', '2026-03'), { code: 'WRONG_STATE' })
})
