import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInWorker } from '#kit/sheets/inWorker.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import { inChinese } from '#kit/text.ts'
import { rowColumns } from '#operations/imports/rowColumns.ts'
import type { FileSummary, ImportOptions } from './parse.ts'
import { readImportFile } from './readImportFile.ts'
import type { ReaderPart } from './worker.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const HEADER = '旺旺昵称,咨询人数,接待人数,未回复人数,净销售额'
const fileOf = (rows: number) =>
  utf8([HEADER, ...Array.from({ length: rows }, (_, n) => `客服${n},${n},${n},0,"1,000.00"`)].join('\n'))

type Stored = Record<string, unknown> & { nick: string | null }

/** Parses the columns of a part into rows, like the database; no text in these files contains a comma. */
function rowsIn({ columns, count }: Extract<ReaderPart, { columns: unknown }>): Stored[] {
  const valuesOf = (text: string | null | undefined, type: string): unknown[] => {
    if (text == null) return []
    if (type === 'jsonb') return text.split('\n').map((line) => JSON.parse(line))
    const read = type.startsWith('text') ? JSON.parse : Number
    return text
      .slice(1, -1)
      .split(',')
      .map((value) => (value === 'NULL' ? null : read(value)))
  }
  const values = rowColumns.map(({ name, type }, at) => [name, valuesOf(columns[at], type)] as const)
  return Array.from({ length: count }, (_, row) =>
    Object.fromEntries(values.map(([name, column]) => [name, column[row] ?? null])),
  ) as Stored[]
}

/** Reads a file with all its rows in one group, and calls `onPart` for each part; returns the stored rows and the summary. */
async function read(bytes: Uint8Array, options: ImportOptions, onPart = () => {}) {
  let count = 0
  let summary: FileSummary | undefined
  const rows: Stored[] = []
  await readImportFile(bytes, options, (part) => {
    onPart()
    if ('places' in part) count += part.places.length
    else if ('summary' in part) {
      summary = part.summary
      return new Int32Array(count)
    } else if ('repeated' in part) return Int32Array.of(7)
    else rows.push(...rowsIn(part))
  })
  return { rows, summary }
}

test('读十万行时，别的事照常进行', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  const file = await read(fileOf(100_000), { fileName: '2026-05-15.csv' })
  clearInterval(timer)
  assert.equal(file.rows.length, 100_000)
  const { row_no, group_id, nick, as_read, consult_users, replied, pending } = (file.rows.at(-1) ??
    {}) as Stored
  assert.deepEqual(
    { row_no, group_id, nick, as_read, consult_users, replied, pending },
    {
      row_no: 100_001,
      group_id: 7,
      nick: '客服99999',
      pending: '{}',
      consult_users: 99_999,
      replied: 99_999,
      as_read: { consultUsers: 99_999, handledUsers: 99_999, unreplied: 0, salesCents: 100_000 },
    },
  )
  assert.deepEqual(file.summary?.days, ['2026-05-15'])
  assert.ok(ticks > 50, `只跳了 ${ticks} 次`)
})

test('读完以后，文件的内容还在调用者手里', async () => {
  const bytes = readFileSync(new URL(`./fixtures/${encodeURIComponent('飞鸽客服数据.csv')}`, import.meta.url))
  const { summary, rows } = await read(bytes, { fileName: '飞鸽客服数据.csv' })
  assert.deepEqual([summary?.platform, rows.filter(({ nick }) => nick).length, rows.length], ['douyin', 2, 3])
})

test('表头像两个平台：按所选店铺的平台读；没有选店铺时说分不清，文件的内容已移交给读取线程', async () => {
  const unclear = () => utf8('客服昵称,询单人数\n小雨,5')
  const { summary, rows } = await read(unclear(), { fileName: '2026-05-15.csv', otherwise: 'chitu' })
  assert.deepEqual([summary?.platform, rows.map(({ nick }) => nick)], ['chitu', ['小雨']])
  const bytes = unclear()
  await assert.rejects(read(bytes, { fileName: '2026-05-15.csv' }), (error) => {
    assert.ok(error instanceof UnreadableFile)
    assert.match(inChinese(error.sentence), /分不清这是抖音飞鸽还是赤兔的文件/)
    return true
  })
  assert.equal(bytes.byteLength, 0)
})

test('读不了的文件：说出原因、种类和行', async () => {
  const failure = (bytes: Uint8Array) =>
    read(bytes, { fileName: 'x' }).then(
      () => assert.fail('读出来了'),
      (error: unknown) => error,
    )
  const refused = await failure(utf8(`${HEADER}\n小雨,1,1,0,1\n小雨,2,2,0,1`))
  assert.ok(refused instanceof UnreadableFile)
  assert.deepEqual([refused.kind, refused.rows], ['refused', [2, 3]])
  const foreign = await failure(utf8('姓名,年龄\n小雨,5'))
  assert.ok(foreign instanceof UnreadableFile)
  assert.deepEqual(foreign.headers, ['姓名', '年龄'])
  const large = await failure(new Uint8Array(21 * 1024 * 1024))
  assert.ok(large instanceof UnreadableFile && large.kind === 'too-large')
})

test('同时来十个文件，个个读得出', async () => {
  const files = await Promise.all(Array.from({ length: 10 }, () => read(fileOf(10), { fileName: 'x' })))
  assert.ok(files.every(({ rows }) => rows.length === 10))
})

test('占用太多内存或时间的工作会被停下，服务不受影响', async () => {
  const entry = new URL('./worker.ts', import.meta.url)
  const run = (bounds: { memoryMb?: number; cpuMs?: number }) =>
    runInWorker(entry, {
      input: { bytes: fileOf(100_000), options: { fileName: 'x' } },
      onPart: () => {},
      ...bounds,
    })
  const tooLarge = (error: unknown) => error instanceof UnreadableFile && error.kind === 'too-large'
  await assert.rejects(run({ memoryMb: 8 }), tooLarge)
  await assert.rejects(run({ cpuMs: 100 }), tooLarge)
})

test('一个读取线程接着读下一个文件：各归各的请求，读不了的文件不影响后面的', async () => {
  const request = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const readAs = (who: string, bytes: Uint8Array) =>
    request.run(who, () => read(bytes, { fileName: 'x' }, () => void seen.push(request.getStore())))
  await readAs('甲', fileOf(3))
  const parts = seen.length
  await assert.rejects(readAs('乙', utf8('姓名,年龄\n小雨,5')), UnreadableFile)
  await readAs('丙', fileOf(3))
  assert.deepEqual([...new Set(seen)], ['甲', '丙'])
  assert.equal(seen.length, 2 * parts)
})
