import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ties } from '#billing/receivables/ties/rules.ts'
import type { MonthPart } from './contract.ts'
import { compare, compareTies } from './differences.ts'
import type { LiveResult } from './liveResult.ts'

/** A result with one store and one agent that cost `salaryCents` each. */
function resultOf(salaryCents: number): LiveResult {
  const part: Partial<MonthPart> = { id: 1, name: '一', salaryCents }
  return { sums: {}, parts: { store: [part], customer: [], agent: [part] } } as unknown as LiveResult
}

test('the salary figure of a store is 店铺工资, that of an agent is 人工成本', () => {
  assert.deepEqual(
    compare(resultOf(100), resultOf(300)).map(({ part, figure, beforeCents, nowCents }) => [
      part,
      figure,
      beforeCents,
      nowCents,
    ]),
    [
      ['store', '店铺工资', 100, 300],
      ['agent', '人工成本', 100, 300],
    ],
  )
})

test('accounts whose closing balance differs from the snapshot are listed as totals', () => {
  const of = { customerId: 1, customerName: '晨曦' }
  const owed = (closingCents: number) => ({
    ...of,
    openingCents: 0,
    billedCents: closingCents,
    receivedCents: 0,
    byDepositCents: 0,
    reducedCents: 0,
    closingCents,
  })
  const ties = (closingCents: number): Ties => ({
    roll: [owed(closingCents), owed(5)],
    advances: [],
    bridge: [],
    deposits: [],
    money: [],
  })
  assert.deepEqual(compareTies(ties(100), ties(100)), [])
  assert.deepEqual(compareTies(ties(100), ties(70)), [
    { part: null, name: '', figure: '期末应收', beforeCents: 105, nowCents: 75 },
  ])
})
