import assert from 'node:assert/strict'
import { test } from 'node:test'
import { strFromU8, unzipSync } from 'fflate'
import { inChinese } from '#kit/text.ts'
import { assertWorkbook } from '#testing/testWorkbook.ts'
import { type SheetColumn, toXlsx } from './write.ts'
import { streamXlsx } from './writeStream.ts'

const columns: SheetColumn[] = [
  { title: '店铺', type: 'text' },
  { title: '月费', type: 'money' },
]
const rows = Array.from({ length: 2_500 }, (_, n) => [n % 7 === 0 ? '=1+1' : `店铺 ${n}`, n * 100 - 500])
const notes = { columns: [{ title: '项目', type: 'text' as const }], rows: [['行数']] }
const about = { company: '启明客服', person: '林知远', at: new Date('2026-05-19T00:42:16Z'), say: inChinese }

/** Writes the rows in parts; returns the chunks of the file. */
function streamed(all: typeof rows, totals?: (string | number)[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  const stream = streamXlsx(['店铺', '导出说明'], columns, (bytes) => chunks.push(bytes))
  for (let from = 0; from < all.length; from += 700) stream.add(all.slice(from, from + 700))
  stream.end({ totals, notes, about })
  return chunks
}

test('a file written row by row equals one written in one call, except for the width of columns', () => {
  const totals = ['合计', rows.reduce((sum, [, cents]) => sum + Number(cents), 0)]
  const chunks = streamed(rows, totals)
  assert.ok(chunks.length > 5)
  const single = toXlsx(
    [
      { name: '店铺', columns, rows, totals },
      { name: '导出说明', layout: 'notes', ...notes },
    ],
    about,
  )
  const bytes = Buffer.concat(chunks)
  assertWorkbook(bytes)
  assertWorkbook(single)
  const [one, other] = [unzipSync(bytes), unzipSync(single)]
  assert.deepEqual(Object.keys(one).sort(), Object.keys(other).sort())
  const withoutWidths = (content: Uint8Array | undefined) =>
    Buffer.from(content ?? [])
      .toString()
      .replace(/<cols>.*?<\/cols>/, '')
  for (const [path, content] of Object.entries(other)) {
    assert.equal(withoutWidths(one[path]), withoutWidths(content), path)
  }
})

test('a small streamed file is measured as a whole, an empty one has no filter', () => {
  for (const all of [rows.slice(0, 10), []]) {
    const bytes = Buffer.concat(streamed(all))
    assertWorkbook(bytes)
    const single = toXlsx(
      [
        { name: '店铺', columns, rows: all },
        { name: '导出说明', layout: 'notes', ...notes },
      ],
      about,
    )
    assert.deepEqual(unzipSync(bytes), unzipSync(single))
  }
})

test('a streamed file of 100,000 rows meets the requirements of Excel', () => {
  const many = Array.from({ length: 100_000 }, (_, n) => [`店铺 ${n}`, n * 100 - 500])
  const sum = many.reduce((total, [, cents]) => total + Number(cents), 0)
  const bytes = Buffer.concat(streamed(many, ['合计', sum]))
  assertWorkbook(bytes)
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  assert.match(sheet, /<f>SUBTOTAL\(109,B2:B100001\)<\/f>/)
  assert.match(sheet, /<autoFilter ref="A1:B100001"\/>/)
})
