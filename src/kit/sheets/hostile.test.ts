import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { limits } from './limits.ts'
import { failureOf, rowsOf, utf8 } from './testRows.ts'
import { UnreadableFile } from './unreadable.ts'
import { toXlsx } from './write.ts'

const book = toXlsx([
  {
    name: '数据',
    columns: [
      { title: '客服', type: 'text' },
      { title: '人数', type: 'number' },
    ],
    rows: Array.from({ length: 300 }, (_, n) => [`小雨${n}`, n]),
  },
])
const CONTAINER = 'd0cf11e0a1b11ae1'

test('不是表格的文件，说出是什么、该怎么办', async () => {
  const cases: [RegExp, Uint8Array][] = [
    [/^unreadable: .*图片/, Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    [/^unreadable: .*PDF/, utf8('%PDF-1.7\n1 0 obj')],
    [/^unreadable: .*压缩包/, Buffer.from('526172211a0700', 'hex')],
    [/^unreadable: .*压缩包/, zipSync({ 'a.csv': strToU8('a,b') })],
    [/^unreadable: 文件是空的/, new Uint8Array()],
    [/^unreadable: .*没有数据/, utf8(' \n\n , ,\n')],
    [/^unreadable: .*没有数据/, toXlsx([{ name: '空', columns: [], rows: [] }])],
    [
      /^unreadable: 文件有密码/,
      Buffer.from(CONTAINER + Buffer.from('EncryptedPackage', 'utf16le').toString('hex'), 'hex'),
    ],
    [/^unreadable: .*其他 Office 文件/, Buffer.from(CONTAINER + '00'.repeat(600), 'hex')],
    [
      /^unreadable: .*损坏/,
      Buffer.from(CONTAINER + Buffer.from('Workbook', 'utf16le').toString('hex'), 'hex'),
    ],
    [/^unreadable: 这是网页/, utf8('<!DOCTYPE html><html><body>请登录</body></html>')],
    [/^unreadable: 看不出/, utf8('a,b\u0000,c')],
  ]
  for (const [reason, bytes] of cases) assert.match(await failureOf(bytes), reason)
})

test('截断的、改坏的工作簿不会出别的错', async () => {
  assert.match(await failureOf(book.subarray(0, book.length / 2)), /^unreadable: .*损坏/)
  await fc.assert(
    fc.asyncProperty(fc.nat(book.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const broken = book.slice()
      broken[at] = (broken[at] ?? 0) ^ change
      await rowsOf(broken).catch((error: unknown) =>
        assert.ok(error instanceof UnreadableFile, String(error)),
      )
    }),
  )
})

test('随机的字节读不出来，也不会出别的错', async () => {
  for (let n = 0; n < 50; n += 1) assert.match(await failureOf(randomBytes(2_000)), /^unreadable/)
})

test('解压炸弹：按实际解压的字节停下，不信文件自己写的大小', async () => {
  const blank = new Uint8Array(10 * 1024 * 1024).fill(32)
  const sheet = Buffer.concat([strToU8('<worksheet><sheetData>'), blank, strToU8('</sheetData></worksheet>')])
  // Every sheet refers to the same part of the archive, which alone is no bomb.
  const ids = Array.from({ length: limits.inflatedBytes / blank.length + 1 }, (_, n) => n)
  const bomb = zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns:r="r"><sheets>${ids.map((n) => `<sheet name="s${n}" r:id="a"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
    ),
    'xl/s.xml': sheet,
  })
  assert.ok(bomb.length < 100_000)
  assert.match(await failureOf(bomb), /^too-large: 文件解压后过大/)
})

test('条目太多的压缩包不打开', async () => {
  const parts = Array.from({ length: limits.zipEntries + 1 }, (_, n) => [`${n}.xml`, strToU8('x')])
  assert.match(await failureOf(zipSync(Object.fromEntries(parts))), /^too-large/)
})

test('21 MB、200,001 行、201 列都太大；200,000 行、200 列正好', async () => {
  assert.match(await failureOf(new Uint8Array(21 * 1024 * 1024)), /^too-large: 文件超过 20 MB/)
  assert.match(await failureOf(utf8('a,b\n'.repeat(200_001))), /^too-large: 文件超过 20 万行/)
  assert.equal(Object.keys(await rowsOf(utf8('a,b\n'.repeat(200_000)))).length, 200_000)
  const columns = (n: number) => Array.from({ length: n }, () => ({ title: 'x', type: 'text' as const }))
  assert.match(await failureOf(utf8(`${'x,'.repeat(200)}x`)), /^too-large: 文件超过 200 列/)
  assert.match(
    await failureOf(toXlsx([{ name: 's', columns: columns(201), rows: [] }])),
    /^too-large: 文件超过 200 列/,
  )
  assert.equal((await rowsOf(toXlsx([{ name: 's', columns: columns(200), rows: [] }])))[1]?.length, 200)
})
