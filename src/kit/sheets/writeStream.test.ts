import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unzipSync } from 'fflate'
import { type SheetColumn, toXlsx } from './write.ts'
import { streamXlsx } from './writeStream.ts'

const columns: SheetColumn[] = [
  { title: '店铺', type: 'text' },
  { title: '月费', type: 'money' },
]
const rows = Array.from({ length: 2_500 }, (_, n) => [n % 7 === 0 ? '=1+1' : `店铺 ${n}`, n * 100 - 500])
const about = { columns: [{ title: '项目', type: 'text' as const }], rows: [['行数']] }

test('a file written row by row equals one written in one call', () => {
  const chunks: Uint8Array[] = []
  const stream = streamXlsx(['店铺', '导出说明'], columns, (bytes) => chunks.push(bytes))
  for (let from = 0; from < rows.length; from += 700) stream.add(rows.slice(from, from + 700))
  assert.ok(chunks.length > 5)
  stream.end(about)
  const single = toXlsx([
    { name: '店铺', columns, rows },
    { name: '导出说明', ...about },
  ])
  const [one, other] = [unzipSync(Buffer.concat(chunks)), unzipSync(single)]
  assert.deepEqual(Object.keys(one).sort(), Object.keys(other).sort())
  for (const [path, bytes] of Object.entries(other)) assert.deepEqual(one[path], bytes, path)
})
