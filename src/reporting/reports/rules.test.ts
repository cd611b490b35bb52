import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '#kit/errors.ts'
import { changeBp, compare, difference, rateBp, ratio, secondsOf, sumOf, sumRate } from '#kit/rates.ts'
import { inChinese } from '#kit/text.ts'
import { monthBefore, periodOf } from './rules.ts'

const TODAY = '2026-05-19'

test('the default period is the seven days up to yesterday', () => {
  assert.deepEqual(periodOf({}, TODAY), {
    from: '2026-05-12',
    to: '2026-05-18',
    days: 7,
    compare: 'previous',
    previousFrom: '2026-05-05',
    previousTo: '2026-05-11',
  })
})

const periods = [
  ['the month before has fewer days', { to: '2026-03-02' }, '2026-02-24', '2026-02-17', '2026-02-23'],
  ['over a leap day', { to: '2024-03-02' }, '2024-02-25', '2024-02-18', '2024-02-24'],
  ['one day', { from: '2026-01-01', to: '2026-01-01' }, '2026-01-01', '2025-12-31', '2025-12-31'],
  ['only the first day: up to yesterday', { from: '2026-05-10' }, '2026-05-10', '2026-05-01', '2026-05-09'],
  ['today alone', { from: TODAY }, TODAY, '2026-05-18', '2026-05-18'],
] as const

for (const [name, query, from, previousFrom, previousTo] of periods) {
  test(`the previous period has the same length: ${name}`, () => {
    const period = periodOf(query, TODAY)
    assert.deepEqual([period.from, period.previousFrom, period.previousTo], [from, previousFrom, previousTo])
  })
}

const comparisons = [
  ['week', '2026-05-12', '2026-05-18', '2026-05-05', '2026-05-11'],
  ['week', '2026-03-01', '2026-03-31', '2026-02-22', '2026-03-24'],
  ['month', '2026-05-12', '2026-05-18', '2026-04-12', '2026-04-18'],
  ['month', '2026-03-29', '2026-03-31', '2026-02-28', '2026-02-28'],
  ['month', '2024-03-29', '2024-03-31', '2024-02-29', '2024-02-29'],
  ['month', '2026-01-31', '2026-01-31', '2025-12-31', '2025-12-31'],
] as const

for (const [compare, from, to, previousFrom, previousTo] of comparisons) {
  test(`the same days a ${compare} before ${from} to ${to} are ${previousFrom} to ${previousTo}`, () => {
    const period = periodOf({ from, to, compare }, TODAY)
    assert.deepEqual([period.previousFrom, period.previousTo], [previousFrom, previousTo])
  })
}

const monthsBefore = [
  ['2026-05-18', '2026-04-18'],
  ['2026-03-31', '2026-02-28'],
  ['2026-03-28', '2026-02-28'],
  ['2024-03-31', '2024-02-29'],
  ['2024-02-29', '2024-01-29'],
  ['2026-01-01', '2025-12-01'],
  ['2026-05-31', '2026-04-30'],
] as const

for (const [day, expected] of monthsBefore) {
  test(`a month before ${day} is ${expected}`, () => assert.equal(monthBefore(day), expected))
}

const refused = [
  [{ from: '2026-05-18', to: '2026-05-17' }, 'from', /开始日期不能晚于结束日期/],
  [{ to: '2026-05-20' }, 'to', /还没有 2026-05-20 的数据/],
  [{ from: '2025-05-18', to: '2026-05-19' }, 'to', /最多查看 366 天，所选为 367 天/],
] as const

for (const [query, field, sentence] of refused) {
  test(`an invalid period is refused: ${JSON.stringify(query)}`, () => {
    assert.throws(
      () => periodOf(query, TODAY),
      (error) => error instanceof AppError && sentence.test(inChinese(error.data?.fields?.[field] ?? '')),
    )
  })
}

test('a whole leap year is a valid period', () => {
  assert.equal(periodOf({ from: '2024-01-01', to: '2024-12-31' }, TODAY).days, 366)
})

const changes = [
  [60, 100, -4000],
  [100, 60, 6667],
  [100, 100, 0],
  [0, 100, -10_000],
  // Rounds half up: 0.5 of a basis point above, and 0.5 below.
  [20_001, 20_000, 1],
  [19_999, 20_000, 0],
  [502, 1025, -5102],
  // A loss is compared by its size.
  [-50, -100, 5000],
  [-150, -100, -5000],
  [50, -100, 15_000],
  [-20_001, -20_000, 0],
  [-50, 100, -15_000],
  [5, 0, null],
  [0, 0, null],
  [null, 100, null],
  [100, null, null],
] as const

for (const [now, before, bp] of changes) {
  test(`the change from ${before} to ${now} is ${bp} basis points`, () => {
    assert.equal(changeBp(now, before), bp)
  })
}

const rates = [
  [997, 1000, 9970],
  [1, 3, 3333],
  [2, 3, 6667],
  [1, 20_000, 1],
  [0, 5, 0],
  [0, 0, null],
  [null, 5, null],
  [5, null, null],
] as const

for (const [numerator, denominator, bp] of rates) {
  test(`${numerator} of ${denominator} is ${bp} basis points`, () => {
    assert.equal(rateBp(numerator, denominator), bp)
  })
}

test('a mean is rounded half up, and null over 0 days', () => {
  assert.equal(ratio(7, 2), 4)
  assert.equal(ratio(100, 3), 33)
  assert.equal(ratio(0, 0), null)
})

test('seconds have one decimal, rounded half up; without a weight they are null', () => {
  assert.equal(secondsOf(60_000, 55), 10.9)
  assert.equal(secondsOf(1805, 1), 18.1)
  assert.equal(secondsOf(0, 3), 0)
  assert.equal(secondsOf(100, 0), null)
  assert.equal(secondsOf(null, 3), null)
})

test('unknown values are never treated as 0', () => {
  assert.equal(sumOf([null, null]), null)
  assert.equal(sumOf([]), null)
  assert.equal(sumOf([null, 0]), 0)
  assert.equal(difference(9500, null), null)
})

test('a comparison excludes values that are known on one side only', () => {
  const pairs = [
    { now: 10, before: 20 },
    { now: 30, before: null },
    { now: null, before: 500 },
  ]
  assert.deepEqual(compare(pairs), { now: 10, before: 20, changeBp: -5000, pairs: 1 })
  assert.deepEqual(compare([]), { now: null, before: null, changeBp: null, pairs: 0 })
})

const count = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null })
const rateRow = fc.record({ numerator: count, denominator: count })

test("the sums of a list's parts add up to the sum of the list, wherever it is cut", () => {
  fc.assert(
    fc.property(fc.array(rateRow), fc.nat(), (rows, at) => {
      const cut = rows.length === 0 ? 0 : at % rows.length
      const parts = [rows.slice(0, cut), rows.slice(cut)].map(sumRate)
      const total = sumRate(rows)
      assert.equal(sumOf(parts.map((part) => part.numerator)), total.numerator)
      assert.equal(sumOf(parts.map((part) => part.denominator)), total.denominator)
      assert.deepEqual(sumRate(parts), total)
    }),
  )
})

test('a rate over several rows is between their lowest and highest rate', () => {
  const row = fc
    .record({ numerator: fc.nat(1000), more: fc.nat(1000) })
    .map(({ numerator, more }) => ({ numerator, denominator: numerator + more + 1 }))
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const each = rows.map(({ numerator, denominator }) => rateBp(numerator, denominator) ?? Number.NaN)
      const total = sumRate(rows).rateBp ?? Number.NaN
      assert.ok(total >= Math.min(...each) && total <= Math.max(...each))
    }),
  )
})

test('an unchanged value is a change of 0, a doubled one of 100 %', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000_000 }), (value) => {
      assert.equal(changeBp(value, value), 0)
      assert.equal(changeBp(2 * value, value), 10_000)
    }),
  )
})
