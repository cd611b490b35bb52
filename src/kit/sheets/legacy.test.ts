import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as XLSX from '@e965/xlsx'
import { rowsOf, utf8 } from './testRows.ts'

function write(bookType: 'biff8' | 'biff5' | 'xlml' | 'xlsx', cells: unknown[][]): Uint8Array {
  const sheet = XLSX.utils.aoa_to_sheet(cells, { UTC: true, dateNF: 'yyyy-mm-dd' })
  return new Uint8Array(XLSX.write(XLSX.utils.book_new(sheet, '数据'), { type: 'buffer', bookType }))
}

const DAY = new Date(Date.UTC(2026, 4, 15))
const CELLS = [['客服', '日期', '人数', '首响'], [], ['小雨', DAY, 1367, 34.83], ['=1+1', DAY, -5, 0]]
const ROWS = {
  1: ['客服', '日期', '人数', '首响'],
  3: ['小雨', '2026-05-15', '1367', '34.83'],
  4: ['=1+1', '2026-05-15', '-5', '0'],
}

for (const type of ['biff8', 'xlsx'] as const) {
  test(`别的程序写的 ${type} 文件，行号、日期、数字都对`, async () => {
    assert.deepEqual(await rowsOf(write(type, CELLS)), ROWS)
  })
}

test('假装成 .xls 的网页表格和 XML 表格也读得出，数字原样', async () => {
  const html =
    '<html><table><tr><td>客服</td><td>人数</td></tr><tr><td>小雨</td><td>1,367</td></tr></table></html>'
  assert.deepEqual(await rowsOf(utf8(html)), { 1: ['客服', '人数'], 2: ['小雨', '1,367'] })
  const xml = await rowsOf(
    write('xlml', [
      ['客服', '人数'],
      ['小雨', 1367],
    ]),
  )
  assert.deepEqual(xml, { 1: ['客服', '人数'], 2: ['小雨', '1367'] })
})
