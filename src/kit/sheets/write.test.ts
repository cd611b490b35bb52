import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '@e965/xlsx'
import fc from 'fast-check'
import { strFromU8, unzipSync } from 'fflate'
import { rowsOf } from './testRows.ts'
import { toXlsx } from './write.ts'
import { inertText, originalText } from './writeCells.ts'

const columns = [
  { title: '店铺', type: 'text' },
  { title: '人次', type: 'number' },
  { title: '金额', type: 'money' },
  { title: '回复率', type: 'percent' },
  { title: '日期', type: 'day' },
] as const

test('数字仍是数字，负数也是；没有的是空格', async () => {
  const bytes = toXlsx([
    {
      name: '日报',
      columns: [...columns],
      rows: [
        ['晨曦', 1_367, -1_250, 9_971, '2026-05-15'],
        ['', null, 5, 10_000, null],
      ],
    },
  ])
  assert.deepEqual(await rowsOf(bytes), {
    1: ['店铺', '人次', '金额', '回复率', '日期'],
    2: ['晨曦', '1367', '-12.5', '0.9971', '2026-05-15'],
    3: ['', '', '0.05', '1'],
  })
  const cell = (at: string) => read(bytes, { cellNF: true }).Sheets.日报?.[at]
  assert.deepEqual([cell('C2').t, cell('C2').v, cell('C2').w], ['n', -12.5, '-12.50'])
  assert.deepEqual([cell('D2').w, cell('E2').w, cell('B2').w], ['99.71%', '2026-05-15', '1,367'])
})

test('会被当成公式的文字前加单引号，表头和数字列里的文字也一样', async () => {
  const starts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    '\0=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '\u0001=1',
  ]
  const one = [
    { title: '=t', type: 'text' as const },
    { title: 'n', type: 'money' as const },
  ]
  const bytes = toXlsx([{ name: 's', columns: one, rows: starts.map((text) => [text, text]) }])
  const rows = Object.values(await rowsOf(bytes))
  assert.equal(rows.length, starts.length + 1)
  assert.equal(rows[0]?.[0], "'=t")
  assert.ok(
    rows
      .slice(1)
      .flat()
      .every((cell) => cell.startsWith("'")),
  )
  assert.ok(!strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array()).includes('<f>'))
  assert.equal(inertText('a=1'), 'a=1')
})

test('任何文字写出来再读回去，除加上的单引号外不变', async () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => /\S/.test(text))
  const odd = fc.constantFrom('<a>&"\'', '_x003D_cmd', ']]>', '多\n行', 'a\r\nb')
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(words, odd), { minLength: 1 }), async (texts) => {
      const bytes = toXlsx([
        { name: 's', columns: [{ title: 't', type: 'text' }], rows: texts.map((text) => [text]) },
      ])
      const { 1: _, ...rows } = await rowsOf(bytes)
      assert.deepEqual(
        Object.values(rows).map(([cell]) => cell),
        texts.map(inertText),
      )
    }),
    { numRuns: 50 },
  )
})

test('写进表里的文字都能还原，连本来就带单引号的也能', () => {
  const starts = fc.constantFrom('=', '+', '-', '@', '＝', "'", "''", 'a')
  const text = fc.tuple(fc.array(starts, { maxLength: 4 }), fc.string({ unit: 'grapheme', maxLength: 8 }))
  fc.assert(
    fc.property(text, ([signs, rest]) => {
      const written = signs.join('') + rest.replace(/\p{Cc}/gu, '')
      assert.equal(originalText(inertText(written)), written)
    }),
  )
  assert.deepEqual(["'abc", "'=1+1", "''=1+1", '=1+1'].map(originalText), ["'abc", '=1+1', "'=1+1", '=1+1'])
})

test('页名合 Excel 的规矩，不重名', () => {
  const names = ['a/b:c', 'A b c', "'", '很'.repeat(40)]
  const book = read(toXlsx(names.map((name) => ({ name, columns: [], rows: [] }))))
  assert.equal(new Set(book.SheetNames.map((name) => name.toLowerCase())).size, 4)
  assert.ok(book.SheetNames.every((name) => name.length <= 31 && !/[[\]:*?/\\]/.test(name)))
})

test('一列可以从名单里选：名单在藏起来的页里，长短不限，读的人看不到', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `店铺 ${index} & <共享>`)
  const bytes = toXlsx([
    {
      name: '数据',
      columns: [
        { title: '平台', type: 'text', choices: { values: ['天猫', '京东'] } },
        { title: '备注', type: 'text' },
        { title: '店铺', type: 'text', choices: { values: names, othersToo: true } },
      ],
      rows: [['天猫', null, '自己写的']],
    },
    { name: '说明', columns: [{ title: '列', type: 'text' }], rows: [] },
  ])
  assert.deepEqual(await rowsOf(bytes), { 1: ['平台', '备注', '店铺'], 2: ['天猫', '', '自己写的'] })
  const book = read(bytes)
  assert.deepEqual(book.SheetNames, ['数据', '说明', '可选值'])
  assert.deepEqual(
    book.Workbook?.Sheets?.map(({ Hidden }) => Hidden),
    [0, 0, 1],
  )
  const at = (cell: string) => book.Sheets.可选值?.[cell]?.v
  assert.deepEqual([at('A1'), at('A2'), at('A3'), at('B300')], ['天猫', '京东', undefined, names[299]])
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  assert.match(xml, /showErrorMessage="1" sqref="A2:A5001"><formula1>'可选值'!\$A\$1:\$A\$2<\/formula1>/)
  assert.match(xml, /showErrorMessage="0" sqref="C2:C5001"><formula1>'可选值'!\$B\$1:\$B\$300<\/formula1>/)
  assert.doesNotMatch(strFromU8(unzipSync(bytes)['xl/worksheets/sheet2.xml'] ?? new Uint8Array()), /dataVal/)
})
