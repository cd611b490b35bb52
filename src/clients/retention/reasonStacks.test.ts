import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsBetween, reasonStacks } from './reasonStacks.ts'

const row = (month: string, reason: Parameters<typeof reasonStacks>[0][number]['reason'], count: number) => ({
  month,
  reason,
  count,
})

test('every month of the period has a column, even without records', () => {
  assert.deepEqual(monthsBetween('2025-11', '2026-02'), ['2025-11', '2025-12', '2026-01', '2026-02'])
  const { columns, stacks } = reasonStacks([row('2026-02', 'price', 3)], '2026-01-05', '2026-03-31')
  assert.deepEqual(columns, ['2026-01', '2026-02', '2026-03'])
  assert.deepEqual(stacks, [{ name: '价格', values: [0, 3, 0] }])
})

test('the most frequent reason comes first; the sixth and later ones are merged with records without a reason', () => {
  const reasons = ['price', 'season', 'in_house', 'arrears', 'banned', 'other', 'communication'] as const
  const rows = [...reasons.map((reason, at) => row('2026-01', reason, 10 - at)), row('2026-01', null, 50)]
  const { stacks } = reasonStacks(rows)
  assert.deepEqual(
    stacks.map(({ name }) => name),
    ['价格', '季节性停止', '转为自营客服', '欠费', '店铺被平台处罚', '其余原因'],
  )
  assert.deepEqual(stacks.at(-1), { name: '其余原因', values: [5 + 4 + 50], rest: true })
})

test('if only records without a reason remain, they get a name of their own', () => {
  const { stacks } = reasonStacks([row('2026-01', null, 2), row('2026-01', 'price', 1)])
  assert.deepEqual(stacks, [
    { name: '价格', values: [1] },
    { name: '原因未定', values: [2], rest: true },
  ])
  assert.deepEqual(reasonStacks([]), { columns: [], stacks: [] })
})
