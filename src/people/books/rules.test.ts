import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Sentence } from '#kit/text.ts'
import {
  billProblem,
  claimPayoutProblem,
  claimProblem,
  dueProblem,
  expenseProblem,
  figuresProblem,
  lateExpenseDays,
  manualLineProblem,
  openingProblem,
  payoutProblem,
  receiptProblem,
  reversalProblem,
  type StartedBooks,
  termsProblem,
} from './rules.ts'

/** The golden case of domain-2, section 1: no month is closed. */
const books: StartedBooks = { from: '2026-06', openFrom: '2026-06-01', today: '2026-11-23' }
/** The same books with June to August closed. */
const later: StartedBooks = { ...books, openFrom: '2026-09-01' }

const problemText = (problem: Sentence | null) => problem?.sentence

test('an opening balance is dated before the first month, by at most five years', () => {
  assert.equal(openingProblem(books, '2026-05-31'), null)
  assert.equal(openingProblem(books, '2021-06-01'), null)
  for (const day of ['2026-06-01', '2021-05-31', '2099-12-31']) {
    assert.deepEqual(
      openingProblem(books, day),
      { sentence: '期初的日期应早于启用月份 {month}。', values: { month: '2026-06' } },
      day,
    )
  }
})

test('a bill is for the first month or later, at most twelve months ahead', () => {
  assert.equal(billProblem(books, '2026-06'), null)
  assert.equal(billProblem(books, '2027-11'), null)
  assert.equal(problemText(billProblem(books, '2027-12')), '服务月份最晚到 {month}。')
  assert.equal(problemText(billProblem(books, '2099-12')), '服务月份最晚到 {month}。')
  assert.equal(
    problemText(billProblem(books, '2026-05')),
    '服务月份 {m} 在启用月份 {month} 之前；之前的欠款请录入期初。',
  )
})

test('a bill is due on its issue date or within a year', () => {
  assert.equal(dueProblem('2026-11-23', '2026-11-23'), null)
  assert.equal(dueProblem('2026-11-23', '2027-11-23'), null)
  assert.equal(problemText(dueProblem('2026-11-23', '2027-11-24')), '到期日最晚为出账后一年。')
  assert.equal(problemText(dueProblem('2026-11-23', '2026-11-22')), '到期日不能早于出账日。')
})

test('a receipt is dated from the first day of the books to today', () => {
  assert.equal(receiptProblem(books, '2026-06-01'), null)
  assert.equal(receiptProblem(books, '2026-11-23'), null)
  const before = '收款日期不能早于启用月份 {month}；那时收的款已在期初里，请改期初金额。'
  assert.equal(problemText(receiptProblem(books, '2016-11-03')), before)
  assert.equal(problemText(receiptProblem(books, '2026-05-31')), before)
  assert.equal(problemText(receiptProblem(books, '2026-11-24')), '日期不能晚于今天。')
})

test('a reversal or refund is not dated before its receipt', () => {
  assert.equal(reversalProblem(books, '2026-11-03', '2026-11-03'), null)
  assert.equal(
    problemText(reversalProblem(books, '2026-11-02', '2026-11-03')),
    '冲销日期不能早于收款日期 {day}。',
  )
  assert.equal(payoutProblem(books, '2026-11-03', null), null)
  assert.equal(
    problemText(payoutProblem(books, '2026-11-02', '2026-11-03')),
    '退款日期不能早于收款日期 {day}。',
  )
})

test('a claim and a manual line belong to an open month that has begun', () => {
  for (const month of ['2026-09', '2026-11']) {
    assert.equal(claimProblem(later, month), null)
    assert.equal(manualLineProblem(later, month), null)
  }
  for (const month of ['1999-02', '2026-08', '2026-12', '2099-12']) {
    assert.deepEqual(
      claimProblem(later, month),
      { sentence: '归属月份应在 {from} 至 {to} 之间。', values: { from: '2026-09', to: '2026-11' } },
      month,
    )
    assert.equal(problemText(manualLineProblem(later, month)), '手工项只能记在 {from} 至 {to}。', month)
  }
})

test('an expense is dated today or earlier, at most 366 days before the month of its claim', () => {
  assert.equal(expenseProblem(books, '2026-11-23', '2026-11'), null)
  assert.equal(expenseProblem(books, '2025-10-31', '2026-11'), null)
  assert.equal(
    problemText(expenseProblem(books, '2025-10-30', '2026-11')),
    '费用日期超过一年，请拆到另一张并请财务核对。',
  )
  assert.equal(problemText(expenseProblem(books, '2026-11-24', '2026-11')), '发生日期不能晚于今天。')
})

test('an expense is flagged if it is at least 90 days older than the month of its claim', () => {
  assert.equal(lateExpenseDays('2026-08-04', '2026-11'), 0)
  assert.equal(lateExpenseDays('2026-08-03', '2026-11'), 90)
  assert.equal(lateExpenseDays('2026-11-20', '2026-11'), 0)
})

test('a claim is paid on or after its submission date', () => {
  assert.equal(claimPayoutProblem(books, '2026-11-20', '2026-11-20'), null)
  assert.equal(
    problemText(claimPayoutProblem(books, '2026-11-19', '2026-11-20')),
    '打款日期不能早于提交日期 {day}。',
  )
  assert.equal(problemText(claimPayoutProblem(books, '2026-11-24', '2026-11-20')), '打款日期不能晚于今天。')
})

test('later terms start on the first open day or later, at most a year ahead', () => {
  assert.equal(termsProblem(later, '2026-09-01'), null)
  assert.equal(termsProblem(later, '2027-11-24'), null)
  assert.equal(
    problemText(termsProblem(later, '2026-08-31')),
    '生效日期不能早于未结账的第一天 {day}；已结账的部分请用“补差”。',
  )
  assert.equal(problemText(termsProblem(later, '2027-11-25')), '生效日期最晚到 {day}。')
})

test('figures are accepted from 400 days before the first month, or from any day if none is set', () => {
  assert.equal(figuresProblem(books, '2025-04-27'), null)
  assert.deepEqual(figuresProblem(books, '2025-04-26'), {
    sentence: '数据最早到启用月份前 {n} 天，即 {day}。',
    values: { n: '400', day: '2025-04-27' },
  })
  assert.equal(figuresProblem({ ...books, from: null }, '1999-02-01'), null)
})
