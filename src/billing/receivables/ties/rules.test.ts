import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTieGaps, type TieFacts, type Ties } from './rules.ts'

const chenxi = { customerId: 1, customerName: '晨曦' }

/** Golden case A of domain-2, section 3: May and June of one customer, in 分. */
const may: Ties = {
  roll: [
    {
      ...chenxi,
      openingCents: 500_000,
      billedCents: 420_000,
      receivedCents: 800_000,
      byDepositCents: 0,
      reducedCents: 0,
      closingCents: 120_000,
    },
  ],
  advances: [],
  bridge: [
    {
      ...chenxi,
      billedCents: 120_000,
      voidedCents: 0,
      revenueCents: 1_670_000,
      unbilledBeforeCents: 0,
      unbilledAfterCents: 1_550_000,
      aheadBeforeCents: 0,
      aheadAfterCents: 0,
    },
  ],
  deposits: [
    {
      ...chenxi,
      openingCents: 0,
      receivedCents: 300_000,
      refundedCents: 0,
      usedCents: 0,
      closingCents: 300_000,
    },
  ],
  money: [{ method: 'bank', cents: 800_000 }],
}

const june: Ties = {
  roll: [
    {
      ...chenxi,
      openingCents: 120_000,
      billedCents: 2_450_000,
      receivedCents: 1_250_000,
      byDepositCents: 300_000,
      reducedCents: 120_000,
      closingCents: 900_000,
    },
  ],
  advances: [],
  bridge: [
    {
      ...chenxi,
      billedCents: 2_450_000,
      voidedCents: 0,
      revenueCents: 1_400_000,
      unbilledBeforeCents: 1_550_000,
      unbilledAfterCents: 1_400_000,
      aheadBeforeCents: 0,
      aheadAfterCents: 900_000,
    },
  ],
  deposits: [
    {
      ...chenxi,
      openingCents: 300_000,
      receivedCents: 0,
      refundedCents: 0,
      usedCents: 300_000,
      closingCents: 0,
    },
  ],
  money: [{ method: 'bank', cents: 1_250_000 }],
}

const facts = (ties: Ties, more: Partial<TieFacts> = {}): TieFacts => ({
  ties,
  inconsistent: [],
  before: null,
  merges: [],
  ...more,
})

const gapTexts = (tieFacts: TieFacts) =>
  findTieGaps(tieFacts).map(({ tie, customerName, cents, bills }) => [tie, customerName, cents, ...bills])

/** Returns the accounts with some figures changed in each row of one account. */
function changed<K extends 'roll' | 'advances' | 'bridge' | 'deposits'>(
  ties: Ties,
  account: K,
  figures: Partial<Ties[K][number]>,
): Ties {
  return { ...ties, [account]: ties[account].map((row) => ({ ...row, ...figures })) }
}

test('golden case A: May and June reconcile, and June opens with the closing balances of May', () => {
  assert.deepEqual(gapTexts(facts(may)), [])
  assert.deepEqual(gapTexts(facts(june, { before: may })), [])
})

test('each account that does not reconcile is reported with customer and difference', () => {
  assert.deepEqual(gapTexts(facts(changed(may, 'roll', { closingCents: 120_001 }))), [
    ['receivable', '晨曦', -1],
  ])
  assert.deepEqual(gapTexts(facts(changed(may, 'bridge', { unbilledAfterCents: 0 }))), [
    ['revenue', '晨曦', 1_550_000],
  ])
  assert.deepEqual(gapTexts(facts(changed(may, 'deposits', { usedCents: 100 }))), [['deposit', '晨曦', -100]])
  const advance = { ...chenxi, openingCents: 5, inCents: 7, usedCents: 5, closingCents: 6 }
  const money = [{ method: 'bank', cents: 800_002 }]
  assert.deepEqual(gapTexts(facts({ ...may, money, advances: [advance] })), [['advance', '晨曦', 1]])
  assert.deepEqual(gapTexts(facts({ ...may, money })), [['money', '', 2]], 'money belongs to no one customer')
})

test('bills whose totals differ from their rows are reported, also in the gaps that they cause', () => {
  const odd = [{ ...chenxi, code: 'ZD20260500001', cents: 100 }]
  assert.deepEqual(gapTexts(facts(changed(may, 'roll', { closingCents: 119_900 }), { inconsistent: odd })), [
    ['bill', '晨曦', 100, 'ZD20260500001'],
    ['receivable', '晨曦', 100, 'ZD20260500001'],
  ])
})

test('a customer whose opening balance differs from the last snapshot is reported', () => {
  const moved = changed(changed(june, 'roll', { openingCents: 119_900 }), 'roll', { closingCents: 899_900 })
  assert.deepEqual(gapTexts(facts(moved, { before: may })), [['opening', '晨曦', -100]])
  const gone: Ties = { roll: [], advances: [], bridge: [], deposits: [], money: [] }
  assert.deepEqual(gapTexts(facts(gone, { before: may })), [['opening', '晨曦', -120_000]])
})

test('balances may move between merged customers, in either direction', () => {
  const other = { customerId: 2, customerName: '宏远' }
  const afterMerge = {
    ...june,
    roll: june.roll.map((row) => ({ ...row, ...other })),
    bridge: june.bridge.map((row) => ({ ...row, ...other })),
    deposits: june.deposits.map((row) => ({ ...row, ...other })),
  }
  assert.equal(gapTexts(facts(afterMerge, { before: may })).length, 2)
  assert.deepEqual(gapTexts(facts(afterMerge, { before: may, merges: [[2, 1]] })), [])
  assert.deepEqual(
    gapTexts(
      facts(afterMerge, {
        before: may,
        merges: [
          [1, 2],
          [2, 3],
          [3, 1],
        ],
      }),
    ),
    [],
  )
})
