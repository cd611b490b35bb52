import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCount, formatRate } from '#kit/format.ts'
import { describeSeries } from './describeSeries.ts'

test('a line is described by its lowest, highest and last value', () => {
  assert.equal(describeSeries([1200, 900, 1500, 1108], formatCount), '最低 900，最高 1,500，最近 1,108')
  assert.equal(describeSeries([9784], formatRate), '最低 97.84%，最高 97.84%，最近 97.84%')
})

test('a day without a value is missing, never 0, and the last value is the last known one', () => {
  assert.equal(
    describeSeries([300, null, null, 200, null], formatCount),
    '最低 200，最高 300，最近 200，缺 3 天',
  )
})

test('a line without values is described as having no data', () => {
  assert.equal(describeSeries([], formatCount), '没有数据')
  assert.equal(describeSeries([null, null], formatCount), '没有数据')
})
