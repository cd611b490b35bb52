import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { test } from 'node:test'
import { failureOf, rowsOf, utf8 } from './testRows.ts'

const TABLE = { 1: ['旺旺昵称', '咨询人数'], 2: ['小雨', '1,367'] }
const CSV = '旺旺昵称,咨询人数\r\n小雨,"1,367"\r\n'

test('UTF-8（有无 BOM）、UTF-16、GBK 都读得出', async () => {
  const utf16be = Buffer.from(`\ufeff${CSV}`, 'utf16le').swap16()
  // 旺旺昵称,咨询人数 / 小雨,"1,367" in GBK: Node can only encode to Unicode.
  const gbk = Buffer.from('cdfacdfaeac7b3c62cd7c9d1afc8cbcafd0d0ad0a1d3ea2c22312c333637220d0a', 'hex')
  for (const bytes of [
    utf8(CSV),
    utf8(`\ufeff${CSV}`),
    Buffer.from(`\ufeff${CSV}`, 'utf16le'),
    utf16be,
    gbk,
  ]) {
    assert.deepEqual(await rowsOf(bytes), TABLE)
  }
})

test('逗号、制表符、分号都可以分列', async () => {
  for (const sign of [',', '\t', ';']) {
    assert.deepEqual(await rowsOf(utf8(`a${sign}b\n"x,;\t"${sign}2`)), { 1: ['a', 'b'], 2: ['x,;\t', '2'] })
  }
})

test('空行占行号但不交出；引号里可以换行；="0123" 是文字 0123；真公式只是文字', async () => {
  const rows = await rowsOf(utf8('a,b\n\n"x\ny",="0123"\n , \n=HYPERLINK("http://x"),=1+1'))
  assert.deepEqual(rows, { 1: ['a', 'b'], 3: ['x\ny', '0123'], 5: ['=HYPERLINK("http://x")', '=1+1'] })
})

test('引号不成对时，说出第几行', async () => {
  assert.match(await failureOf(utf8('a,b\nx,"y\nz,1')), /^unreadable: 读到第 2 行时出错/)
})

test('过长的单元格截短，控制字符和半个字去掉', async () => {
  const rows = await rowsOf(utf8(`${'x'.repeat(5_000)},${'x'.repeat(1_999)}😀`))
  assert.deepEqual(
    rows[1]?.map((cell) => cell.length),
    [2_000, 2_000],
  )
  assert.ok(rows[1]?.[1]?.isWellFormed())
})
