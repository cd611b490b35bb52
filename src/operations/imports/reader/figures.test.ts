import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { figuresOf, sumFigures } from './figures.ts'

test('有未回复人数时，回复率由人数算出，不看比率', () => {
  const { replied, replyBase, derived } = figuresOf({
    consultUsers: 120,
    unreplied: 2,
    replyRateBp: 1,
    handledUsers: 118,
  })
  assert.deepEqual([replied, replyBase, derived], [118, 120, []])
  const sessions = figuresOf({ consultSessions: 50, unreplied: 5 })
  assert.deepEqual([sessions.replied, sessions.replyBase], [45, 50])
})

test('只有比率时，按接待人数折算并注明', () => {
  const figures = figuresOf({ replyRateBp: 9_971, rate30sBp: 8_254, rate3minBp: 9_430, handledUsers: 311 })
  assert.deepEqual([figures.replied, figures.replyBase], [310, 311])
  assert.deepEqual([figures.within30s, figures.within30sBase], [257, 311])
  assert.deepEqual([figures.within3min, figures.within3minBase], [293, 311])
  assert.deepEqual(figures.derived, ['replied', 'within3min', 'within30s'])
})

test('三分钟内回复：有人数用人数；表头写会话的用会话量', () => {
  const exact = figuresOf({
    needHumanUsers: 1_360,
    unreplied3min: 87,
    rate3minBp: 9_360,
    handledUsers: 1_325,
  })
  assert.deepEqual([exact.within3min, exact.within3minBase, exact.derived], [1_273, 1_360, []])
  const sessions = figuresOf({ rate3minBp: 5_000, handledUsers: 10, handledSessions: 21 }, ['rate3minBp'])
  assert.deepEqual([sessions.within3min, sessions.within3minBase], [11, 21])
})

test('平均时长存成总时长（百分之一秒）和权重', () => {
  const { frtTotalCs, frtWeight, artTotalCs, artWeight } = figuresOf({
    frtSec: 34.83,
    artSec: 0.005,
    handledUsers: 3,
  })
  assert.deepEqual([frtTotalCs, frtWeight, artTotalCs, artWeight], [10_449, 3, 2, 3])
  const none = figuresOf({ frtSec: 20, artSec: 30, handledUsers: 0, rate3minBp: 10_000 })
  assert.deepEqual([none.frtTotalCs, none.frtWeight, none.within3min, none.derived], [null, null, null, []])
  assert.equal(figuresOf({ frtSec: 20 }).frtTotalCs, null)
})

test('没有接待人数的文件（快手）按咨询人数折算', () => {
  const { within3min, within3minBase } = figuresOf({
    consultUsers: 200,
    rate3minBp: 9_000,
    handledSessions: 9,
  })
  assert.deepEqual([within3min, within3minBase], [180, 200])
})

test('合计：分子分母只加两个都有的行，缺的不当 0', () => {
  const sum = sumFigures([
    figuresOf({
      consultUsers: 10,
      unreplied: 1,
      satisfied: 3,
      evaluated: 4,
      inquiryUsers: 5,
      pending: ['orderUsers'],
    }),
    figuresOf({ consultUsers: 20, satisfied: null, evaluated: 9, inquiryUsers: 7 }),
    figuresOf({ handledUsers: 7, rate3minBp: 10_000 }),
  ])
  assert.deepEqual([sum.consultUsers, sum.replied, sum.replyBase, sum.unreplied], [30, 9, 10, 1])
  assert.deepEqual([sum.satisfied, sum.evaluated], [3, 4])
  assert.deepEqual([sum.orderUsers, sum.inquiryUsers], [null, 12])
  assert.deepEqual([sum.consultSessions, sum.salesCents], [null, null])
  assert.deepEqual([sum.derived, sum.pending], [['within3min'], ['orderUsers']])
  assert.equal(sumFigures([]).consultUsers, null)
})

const maybe = (max: number) => fc.option(fc.nat({ max }))
const row = fc.record({
  consultUsers: maybe(5_000),
  handledUsers: maybe(5_000),
  replyRateBp: maybe(10_000),
  rate30sBp: maybe(10_000),
  frtSec: maybe(1_000_000).map((n) => (n === null ? null : n / 100)),
  salesCents: maybe(100_000_000),
})

test('任何数：都是整数，分子不大于分母，怎么分组合计都一样', () => {
  fc.assert(
    fc.property(fc.array(row), fc.array(row), (some, others) => {
      const [a, b] = [some, others].map((rows) => rows.map((each) => figuresOf(each)))
      if (!a || !b) return
      const { derived, pending, ...combined } = sumFigures([...a, ...b])
      assert.ok(Object.values(combined).every((value) => value === null || Number.isSafeInteger(value)))
      assert.ok(
        (combined.replied ?? 0) <= (combined.replyBase ?? 0) &&
          (combined.within30s ?? 0) <= (combined.within30sBase ?? 0),
      )
      const { derived: marks, pending: waits, ...parts } = sumFigures([sumFigures(a), sumFigures(b)])
      assert.deepEqual(parts, combined)
    }),
  )
})
