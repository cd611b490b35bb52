import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inChinese } from '#kit/text.ts'
import { periodProblem } from './rules.ts'

const problemText = (period: { from: string; to: string }) => {
  const problem = periodProblem(period, '2026-05-19')
  return problem ? inChinese(problem) : ''
}

test('a period must not end before it begins or after today', () => {
  assert.equal(periodProblem({ from: '2026-05-19', to: '2026-05-19' }, '2026-05-19'), null)
  assert.match(problemText({ from: '2026-05-19', to: '2026-05-18' }), /不能晚于/)
  assert.match(problemText({ from: '2026-05-19', to: '2026-05-20' }), /2026-05-20/)
})
