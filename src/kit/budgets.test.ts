import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUDGETS, budgetError, durationText, maxOf, windowOf } from './budgets.ts'
import { inChinese } from './text.ts'

const at = (instant: string) => () => new Date(instant)

test('a day begins at midnight in Shanghai, an hour with the clock', () => {
  const day = windowOf('draft', at('2026-05-19T15:30:00Z'))
  assert.deepEqual([day.since.toISOString(), day.msLeft], ['2026-05-18T16:00:00.000Z', 30 * 60_000])
  assert.equal(day.weightBefore, 0)
  const hour = windowOf('write', at('2026-05-19T15:45:00Z'))
  assert.deepEqual([hour.since.toISOString(), hour.weightBefore], ['2026-05-19T15:00:00.000Z', 0.25])
})

test('a refusal states the limit and the time until there is room', () => {
  const day = windowOf('export', at('2026-05-19T04:00:00Z'))
  const error = budgetError('export', { max: 300, amount: 1, window: day })
  assert.equal(inChinese(error.sentence), '您今天已导出和下载 300 次，请在 12 小时 0 分后再导出。')
  assert.equal(error.data?.retryAfterSeconds, 12 * 3_600)
  const hour = windowOf('file', at('2026-05-19T04:59:00Z'))
  const ofFile = budgetError('file', { max: 20 * 1_024, amount: 10 * 1_024, window: hour })
  // A minute until the hour changes, and half an hour until half of its amount has aged.
  assert.equal(inChinese(ofFile.sentence), '您一小时内上传的文件已达上限（合计 20 MB），请在 31 分钟后再传。')
})

test('a time to wait is rounded up', () => {
  const texts = [1, 119, 120, 121, 7_199, 7_200, 86_399].map((seconds) => inChinese(durationText(seconds)))
  assert.deepEqual(texts, [
    '1 秒',
    '119 秒',
    '2 分钟',
    '3 分钟',
    '2 小时 0 分',
    '2 小时 0 分',
    '24 小时 0 分',
  ])
})

test('a member has smaller budgets of bytes and rows than a head; the factor multiplies all', () => {
  const person = { id: 1, role: 2, companyCode: '001' }
  const [member, head] = [
    { ...person, parentId: 9 },
    { ...person, parentId: null },
  ]
  assert.equal(maxOf('row', member, 1), BUDGETS.row.maxOfMembers)
  assert.equal(maxOf('row', head, 1), BUDGETS.row.max)
  assert.equal(maxOf('draft', member, 3), 3 * BUDGETS.draft.max)
})
