import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aboutSheet, dataSheet, fileName } from './workbook.ts'

const now = new Date('2026-05-19T00:42:16Z')

test('the file is named after the module and the minute, without characters that file names must not contain', () => {
  assert.equal(fileName('店铺', now), '店铺_20260519_0842.xlsx')
  assert.equal(fileName('店铺/日 咨询量', now), '店铺日咨询量_20260519_0842.xlsx')
  const of = { period: '2026-04', company: '启明 客服' }
  assert.equal(fileName('店铺工资', now, of), '店铺工资_2026-04_启明客服_20260519_0842.xlsx')
})

test('cells keep their type; unknown values stay empty, never 0', () => {
  const sheet = dataSheet('店铺', {
    columns: [
      { title: '店铺', type: 'text' },
      { title: '月费', type: 'money' },
      { title: '首响', type: 'seconds' },
      { title: '昨日咨询', type: 'count' },
      { title: '创建时间', type: 'instant' },
      { title: '服务', type: 'text' },
    ],
    rows: [['晨曦', 1580000, 18, null, '2026-05-18T17:00:05.000Z', ['售前', '夜班']]],
    totals: ['合计（1 店）', 1580000, null, null, null, null],
  })
  assert.deepEqual(
    sheet.columns.map(({ title, type }) => `${title} ${type}`),
    ['店铺 text', '月费 money', '首响（秒） seconds', '昨日咨询 number', '创建时间 instant', '服务 text'],
  )
  assert.deepEqual(sheet.rows, [['晨曦', 1580000, 18, null, '2026-05-19 01:00:05', '售前、夜班']])
  assert.deepEqual(sheet.totals, ['合计（1 店）', 1580000, null, null, null, null])
})

test('the second sheet lists company, filters, time, user and number of rows', () => {
  const { rows } = aboutSheet({ module: '店铺', filters: [], person: '林知远', now, rows: 54 })
  assert.deepEqual(rows, [
    ['模块', '店铺'],
    ['筛选条件', '无（全部数据）'],
    ['导出时间', '2026-05-19 08:42:16'],
    ['导出人', '林知远'],
    ['数据行数', '54'],
  ])
  const named = { module: '店铺', company: '启明客服', filters: [], person: '林知远', now, rows: 54 }
  assert.deepEqual(aboutSheet(named).rows[2], ['公司', '启明客服'])
})
