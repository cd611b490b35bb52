import assert from 'node:assert/strict'
import { test } from 'node:test'
import { periodProblem } from './rules.ts'

test('a period must not end before it begins or after today', () => {
  assert.equal(periodProblem({ from: '2026-05-19', to: '2026-05-19' }, '2026-05-19'), null)
  assert.match(periodProblem({ from: '2026-05-19', to: '2026-05-18' }, '2026-05-19') ?? '', /不能晚于/)
  assert.match(periodProblem({ from: '2026-05-19', to: '2026-05-20' }, '2026-05-19') ?? '', /2026-05-20/)
})
