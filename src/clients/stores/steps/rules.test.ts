import assert from 'node:assert/strict'
import { test } from 'node:test'
import { StoreStatus } from '#clients/stores/contract.ts'
import { assertStep, canStep, stepNames } from './rules.ts'

/** The statuses in which each step is possible (domain.md, store). */
const ALLOWED: Record<string, string[]> = {
  trial: ['pending'],
  'go-live': ['pending', 'trial'],
  pause: ['serving'],
  resume: ['paused'],
  stop: ['pending', 'trial', 'serving', 'paused'],
  restore: ['stopped'],
}

test('each step is possible exactly in its statuses', () => {
  for (const step of Object.keys(stepNames) as (keyof typeof stepNames)[]) {
    const from = StoreStatus.options.filter((status) => canStep(step, status))
    assert.deepEqual(from.toSorted(), ALLOWED[step]?.toSorted(), step)
  }
  assert.throws(() => assertStep('resume', 'stopped'), { code: 'WRONG_STATE' })
  assertStep('resume', 'paused')
})
