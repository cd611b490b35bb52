import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sum } from '#kit/money.ts'
import { type OpenBill, suggestionsFor } from './match.ts'
import { numbersFor } from './rules.ts'

const bill = (id: number, owedCents: number, more: Partial<OpenBill> = {}): OpenBill => ({
  id,
  code: `ZD2026050000${id}`,
  customerId: 1,
  customerName: '杭州晨曦家居有限公司',
  name: '晨曦旗舰店',
  month: '2026-04',
  owedCents,
  paidBy: [],
  ...more,
})
const other = { customerId: 2, customerName: '宏远数码' }

/** Suggestions in short form: reasons, then `bill:amount` for each part. */
const suggestionTexts = (left: number, payer: string, memo: string, bills: OpenBill[]) =>
  suggestionsFor({ leftCents: left, payer, memo }, bills).map(({ reasons, parts }) => [
    reasons.join('+'),
    ...parts.map(({ billId, amountCents }) => `${billId}:${amountCents}`),
  ])

test('a bill number in the text ranks first, also in full-width characters and inside other text', () => {
  const bills = [bill(1, 500), bill(2, 700), bill(3, 700, other)]
  assert.deepEqual(suggestionTexts(700, '宏远数码', '付ｚｄ20260500002服务费', bills), [
    ['number+amount', '2:700'],
    ['name+amount', '3:700'],
  ])
  assert.deepEqual(suggestionTexts(1_200, '', 'ZD20260500001、ZD20260500002', bills), [
    ['number+sum', '1:500', '2:700'],
  ])
})

test('a payer who is the customer or paid before gets the bill with this amount, else bills with this sum, else the oldest bills', () => {
  const bills = [bill(1, 500), bill(2, 700)]
  assert.deepEqual(suggestionTexts(700, '杭州晨曦家居有限公司', '', bills), [['name+amount', '2:700']])
  assert.deepEqual(suggestionTexts(1_200, '杭州晨曦 家居有限公司', '', bills), [
    ['name+sum', '1:500', '2:700'],
  ])
  assert.deepEqual(suggestionTexts(600, '杭州晨曦家居有限公司', '', bills), [['name', '1:500', '2:100']])
  assert.deepEqual(suggestionTexts(1_000, '杭州晨曦家居有限公司', '', [...bills, bill(3, 300)]), [
    ['name+sum', '2:700', '3:300'],
  ])
  const billsWithPayer = bills.map((one) => ({ ...one, paidBy: ['王晨曦'] }))
  assert.deepEqual(suggestionTexts(500, '王晨曦', '', billsWithPayer), [['payer+amount', '1:500']])
})

test('an amount alone suggests a bill only if it is unique; a payment above the debt suggests all open bills', () => {
  assert.deepEqual(suggestionTexts(700, '王五', '', [bill(1, 500), bill(3, 700, other)]), [
    ['amount', '3:700'],
  ])
  assert.deepEqual(suggestionTexts(700, '王五', '', [bill(2, 700), bill(3, 700, other)]), [])
  const bills = [bill(1, 500), bill(2, 700)]
  assert.deepEqual(suggestionTexts(1_201, '杭州晨曦家居有限公司', '', bills), [
    ['name+over', '1:500', '2:700'],
  ])
  assert.deepEqual(suggestionTexts(1_201, '王五', '', bills), [])
  assert.deepEqual(suggestionTexts(1_201, '杭州晨曦家居有限公司', '', [...bills, bill(3, 1_201, other)]), [
    ['name+over', '1:500', '2:700'],
    ['amount', '3:1201'],
  ])
})

test('parts add up to the payment or to the whole debt, and no part exceeds its bill', () => {
  const bills = fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 50 }), customerId: fc.integer({ min: 1, max: 3 }) }),
  )
  fc.assert(
    fc.property(bills, fc.integer({ min: 1, max: 120 }), fc.boolean(), (made, left, named) => {
      const open = made.map(({ cents, customerId }, at) =>
        bill(at, cents, {
          customerId,
          customerName: `客户${customerId}`,
          code: `ZD202605${String(at).padStart(5, '0')}`,
        }),
      )
      const memo = named ? (open[0]?.code ?? '') : ''
      for (const { parts, reasons, customerId } of suggestionsFor(
        { leftCents: left, payer: '客户1', memo },
        open,
      )) {
        const owed = sum(open.filter((one) => one.customerId === customerId).map((one) => one.owedCents))
        assert.equal(sum(parts.map(({ amountCents }) => amountCents)), Math.min(left, owed))
        assert.equal(reasons.includes('over'), owed < left)
        assert.ok(parts.every(({ amountCents, owedCents }) => amountCents > 0 && amountCents <= owedCents))
        assert.equal(new Set(parts.map(({ billId }) => billId)).size, parts.length)
      }
    }),
    { numRuns: 200 },
  )
})

test('each part of a row gets its own transaction number, skipping numbers in use', () => {
  assert.deepEqual(numbersFor('T1', 1, new Set(), false), ['T1'])
  assert.deepEqual(numbersFor('T1', 3, new Set(['T1-2']), true), ['T1', 'T1-3', 'T1-4'])
  assert.deepEqual(numbersFor(null, 2, new Set(), true), [null, null])
})
