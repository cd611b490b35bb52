import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LineFigures, WorklogLine } from './contract.ts'
import { hoursOdd, isFar, isLargeDifference, reviewedStores } from './odds.ts'
import { returnReasons } from './oddTexts.ts'

const NO_FIGURES: LineFigures = {
  consultUsers: null,
  handledUsers: null,
  unreplied: null,
  rate3minBp: null,
  frtSec: null,
  artSec: null,
  satisfied: null,
  evaluated: null,
}

const line = (storeId: number, rest: Partial<WorklogLine> = {}): WorklogLine => ({
  storeId,
  storeName: `店 ${storeId}`,
  storeReadable: true,
  platform: 'taobao',
  nick: '小雨',
  source: 'imported',
  figureSource: 'file',
  mean7: null,
  measure: 'unreplied',
  replyRateBp: null,
  targetReplyRateBp: null,
  pending: [],
  other: null,
  ...NO_FIGURES,
  ...rest,
})

const oddsOf = (...lines: WorklogLine[]) => reviewedStores(lines).flatMap(({ odds }) => odds)

test('golden: keyed and file differ by more than 10 people or more than 10 %', () => {
  assert.equal(isLargeDifference(110, 100), false)
  assert.equal(isLargeDifference(111, 100), true)
  assert.equal(isLargeDifference(211, 200), true)
  assert.equal(isLargeDifference(19, 20), false)
  assert.equal(isLargeDifference(17, 20), true)
  assert.equal(isLargeDifference(0, 0), false)
  assert.equal(isLargeDifference(1, 0), true)
})

test('golden: twice the mean or half of it is far; small stores may vary by 10', () => {
  assert.deepEqual([isFar(96, 41), isFar(81, 41), isFar(82, 41), isFar(20, 41)], [true, false, true, true])
  assert.deepEqual([isFar(3, 12), isFar(1, 12)], [false, true])
})

test('each reason is named: below the target, keyed and file differ, far from the mean, missing', () => {
  assert.deepEqual(oddsOf(line(1, { replyRateBp: 9565, targetReplyRateBp: 9700 })), [
    { kind: 'low', targetBp: 9700 },
  ])
  assert.deepEqual(oddsOf(line(1, { replyRateBp: 9700, targetReplyRateBp: 9700 })), [])
  const keyed = { source: 'keyed' as const, ...NO_FIGURES, handledUsers: 30 }
  assert.deepEqual(oddsOf(line(1, { handledUsers: 42, other: keyed })), [
    { kind: 'differs', keyed: 30, file: 42 },
  ])
  assert.deepEqual(oddsOf(line(1, { handledUsers: 31, other: keyed })), [])
  assert.deepEqual(oddsOf(line(1, { source: 'keyed', handledUsers: 96, mean7: 41 })), [
    { kind: 'far', mean: 41, isKeyed: true },
  ])
  assert.deepEqual(oddsOf(line(1, { source: 'empty' })), [{ kind: 'missing', isAwaited: true }])
  assert.deepEqual(oddsOf(line(1, { source: 'empty', figureSource: 'keyed' })), [
    { kind: 'missing', isAwaited: false },
  ])
})

test('nicks of a store are judged together, and unusual stores come first', () => {
  const stores = reviewedStores([
    line(1, { handledUsers: 20, mean7: 40 }),
    line(1, { nick: '小雨2', handledUsers: 20, mean7: 40 }),
    line(2, { source: 'empty' }),
    line(3, { source: 'empty', nick: '甲' }),
    line(3, { handledUsers: 5 }),
    line(4, { replyRateBp: 9000, targetReplyRateBp: 9700 }),
  ])
  assert.deepEqual(
    stores.map(({ lines, odds }) => [lines[0].storeId, odds.length]),
    [
      [4, 1],
      [2, 1],
      [1, 0],
      [3, 0],
    ],
  )
})

test('hours unlike the shift are unusual; the reasons to return a log follow from what is unusual', () => {
  assert.equal(hoursOdd({ hours: 8, shiftHours: 8 }), null)
  assert.deepEqual(hoursOdd({ hours: 12, shiftHours: 8 }), { kind: 'hours', hours: 12, shiftHours: 8 })
  const page = {
    lines: [line(1, { source: 'keyed', handledUsers: 96, mean7: 41 })],
    hours: 12,
    shiftHours: 8,
  }
  const labels = (handover: string | null) =>
    returnReasons({ ...page, handover } as Parameters<typeof returnReasons>[0]).map(({ label }) => label)
  assert.deepEqual(labels(null), ['店 1的数不对', '少写交接', '小结太短', '工时不对'])
  assert.deepEqual(labels('两单'), ['店 1的数不对', '小结太短', '工时不对'])
})
