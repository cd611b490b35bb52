import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { addTexts, inChinese } from '#kit/text.ts'
import { assertWorkbook } from '#testing/testWorkbook.ts'
import { rowsOf } from './testRows.ts'
import { sumsOf, totalLabel, withoutTotals } from './totalRow.ts'
import { type Sheet, toXlsx } from './write.ts'

addTexts('en-US', { 合计: 'Total', '合计（{note}）': 'Total ({note})' })

const sheetRow = (row: number, ...cells: string[]) => ({ row, cells })

test('a total that is the sum of its column is a formula that follows the filter, with the sum as its value', async () => {
  const sheet: Sheet = {
    name: '店铺',
    columns: [
      { title: '店铺', type: 'text' },
      { title: '月费', type: 'money' },
      { title: '均值', type: 'number' },
      { title: '回复率', type: 'percent' },
      { title: '首响', type: 'seconds' },
    ],
    rows: [['晨曦', 158_000, 7, 9_971, 18]],
    totals: ['合计（1 店）', 158_000, 8, 9_971, 18],
  }
  const bytes = toXlsx([sheet])
  assertWorkbook(bytes)
  assert.deepEqual(await rowsOf(bytes), {
    1: ['店铺', '月费', '均值', '回复率', '首响'],
    2: ['晨曦', '1580', '7', '0.9971', '18'],
    4: ['合计（1 店）', '1580', '8', '0.9971', '18'],
  })
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  assert.deepEqual(
    [...xml.matchAll(/<f>(.*?)<\/f><v>(.*?)<\/v>/g)].map(([, ...found]) => found),
    [['SUBTOTAL(109,B2:B2)', '1580.00']],
  )
})

test('the row of totals of an own file is recognised in every language, and nothing else', () => {
  const rows = [sheetRow(1, '店铺'), sheetRow(2, '合计'), sheetRow(3, '晨曦')]
  for (const label of [
    totalLabel(undefined, inChinese),
    totalLabel('32/34 店', inChinese),
    'Total',
    'Total (5 stores)',
  ]) {
    assert.deepEqual(withoutTotals([...rows, sheetRow(5, label, '1580')]), rows)
    // Without an empty row in front of it, it may be a record.
    const all = [...rows, sheetRow(4, label, '1580')]
    assert.deepEqual(withoutTotals(all), all)
  }
  const named = [...rows, sheetRow(5, '合计家居'), sheetRow(7, 'Totally')]
  assert.deepEqual(withoutTotals(named), named)
  assert.deepEqual(withoutTotals([]), [])
})

test('whatever a table contains, it meets the requirements of Excel, and its data is read as it was written', async () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 30 })
    .filter((value) => value.trim() === value && !/\r/.test(value))
  const row = fc.tuple(
    text,
    fc.integer(),
    fc.option(fc.integer({ min: -1e9, max: 1e9 })),
    fc.integer({ min: -1e6, max: 1e6 }),
  )
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 40 }), fc.array(row, { maxLength: 20 }), async (name, rows) => {
      const columns: Sheet['columns'] = [
        { title: '名称', type: 'text' },
        { title: '数', type: 'number' },
        { title: '金额', type: 'money' },
        { title: '率', type: 'percent' },
      ]
      const sums = sumsOf(columns, rows)
      const bytes = toXlsx([{ name, columns, rows, totals: ['合计', sums[1], sums[2], null] }])
      assertWorkbook(bytes)
      const read = Object.entries(await rowsOf(bytes)).map(([at, cells]) => ({ row: Number(at), cells }))
      const data = withoutTotals(read).slice(1)
      assert.equal(data.length, rows.length)
      data.forEach(({ cells }, at) => {
        assert.equal(Number(cells[1]), rows[at]?.[1])
        assert.equal(Math.round(Number(cells[2] || 0) * 100), rows[at]?.[2] ?? 0)
      })
    }),
    { numRuns: 60 },
  )
})
