import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columnWidths, lineCount, textWidth } from './columnWidths.ts'

test('Chinese characters, full-width signs and emoji are two characters wide', () => {
  assert.equal(textWidth('KH2026-01'), 9)
  assert.equal(textWidth('晨曦家居'), 8)
  assert.equal(textWidth('晨曦 A（抖音）'), 14)
  assert.equal(textWidth('😀é'), 3)
  assert.equal(textWidth('长的一行\n短'), 8)
})

test('a column is as wide as its widest content, its title or its minimum', () => {
  const columns = [
    { title: '店铺', type: 'text' as const },
    { title: '金额', type: 'money' as const },
    { title: '已出账未到期期初', type: 'number' as const },
    { title: '序', type: 'number' as const },
    { title: '错误原因', type: 'text' as const, width: 56 },
  ]
  const rows = [
    ['泉州青瓷雅集有限公司', -123_456_789, 1, null, '短'],
    ['晨曦', 5, 2.5, 3, null],
  ]
  // Three more than the content: 20, 13 (-1,234,567.89), a title of 16 with its button, the minimum of 6.
  assert.deepEqual(
    columnWidths(columns, { rows }).map(({ width }) => width),
    [23, 16, 21, 9, 59],
  )
})

test('a long text is broken into lines at the maximum width, a number never', () => {
  const columns = [
    { title: '备注', type: 'text' as const },
    { title: '原因', type: 'text' as const, width: 60 },
    { title: '数', type: 'number' as const },
  ]
  const [note, reason, number] = columnWidths(columns, {
    rows: [['长'.repeat(30), '长'.repeat(30), '长'.repeat(30)]],
  })
  assert.deepEqual(note, { width: 47, wraps: true, hasDecimals: false })
  assert.deepEqual(reason, { width: 63, wraps: false, hasDecimals: false })
  assert.deepEqual(number, { width: 47, wraps: false, hasDecimals: false })
  assert.equal(lineCount('长'.repeat(30), { width: 47 }), 2)
  assert.equal(lineCount('早班 6\n晚班 3', { width: 47 }), 2)
})

test('totals are measured, except the text in the first column; a sample leaves space for longer numbers', () => {
  const columns = [
    { title: '店铺', type: 'text' as const },
    { title: '金额', type: 'money' as const },
  ]
  const rows = [['晨曦', 158_000]]
  const widthOf = (measured: Parameters<typeof columnWidths>[1]) =>
    columnWidths(columns, measured).map(({ width }) => width)
  assert.deepEqual(widthOf({ rows }), [9, 11])
  assert.deepEqual(widthOf({ rows, totals: ['合计（32/34 店日，其中日志 5）', 123_456_789_00] }), [9, 18])
  assert.deepEqual(widthOf({ rows, isSample: true }), [9, 15])
})
