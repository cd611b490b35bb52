import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MonthPart } from './contract.ts'
import { compare } from './differences.ts'
import type { LiveResult } from './liveResult.ts'

/** A result in which one store and one agent cost so much. */
function resultOf(salaryCents: number): LiveResult {
  const part: Partial<MonthPart> = { id: 1, name: '一', salaryCents }
  return { sums: {}, parts: { store: [part], customer: [], agent: [part] } } as unknown as LiveResult
}

test('the pay of an agent is 人工成本: it is more than store salaries', () => {
  assert.deepEqual(
    compare(resultOf(100), resultOf(300)).map(({ part, figure, beforeCents, nowCents }) => [
      ...[part, figure, beforeCents, nowCents],
    ]),
    [
      ['store', '店铺工资', 100, 300],
      ['agent', '人工成本', 100, 300],
    ],
  )
})
