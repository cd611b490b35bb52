import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { runInWorker } from '#kit/sheets/inWorker.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import { readImportFile } from './readImportFile.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const HEADER = '旺旺昵称,咨询人数,接待人数,未回复人数,净销售额'
const many = (rows: number) =>
  utf8([HEADER, ...Array.from({ length: rows }, (_, n) => `客服${n},${n},${n},0,"1,000.00"`)].join('\n'))

test('读十万行时，别的事照常进行', async () => {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, 1)
  const file = await readImportFile(many(100_000), { fileName: '2026-05-15.csv' })
  clearInterval(timer)
  assert.equal(file.rows.length, 100_000)
  assert.deepEqual(file.rows.at(-1), {
    row: 100_001,
    nick: '客服99999',
    on: '2026-05-15',
    pending: [],
    consultUsers: 99_999,
    handledUsers: 99_999,
    unreplied: 0,
    salesCents: 100_000,
  })
  assert.ok(ticks > 50, `只跳了 ${ticks} 次`)
})

test('读完以后，文件的内容还在调用者手里', async () => {
  const bytes = readFileSync(new URL(`./fixtures/${encodeURIComponent('飞鸽客服数据.csv')}`, import.meta.url))
  const file = await readImportFile(bytes, { fileName: '飞鸽客服数据.csv' })
  assert.deepEqual([file.platform, file.rows.length, file.storeRows.length], ['douyin', 2, 1])
  assert.ok(bytes.byteLength > 0)
})

test('读不了的文件：说出原因、种类和行', async () => {
  const failure = (bytes: Uint8Array) =>
    readImportFile(bytes, { fileName: 'x' }).then(
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
  const files = await Promise.all(
    Array.from({ length: 10 }, () => readImportFile(many(10), { fileName: 'x' })),
  )
  assert.ok(files.every(({ rows }) => rows.length === 10))
})

test('占用太多内存或时间的工作会被停下，服务不受影响', async () => {
  const entry = new URL('./worker.ts', import.meta.url)
  const run = (bounds: { memoryMb?: number; timeoutMs?: number }) =>
    runInWorker(entry, {
      input: { bytes: many(100_000), options: { fileName: 'x' } },
      onPart: () => {},
      ...bounds,
    })
  const tooLarge = (error: unknown) => error instanceof UnreadableFile && error.kind === 'too-large'
  await assert.rejects(run({ memoryMb: 32 }), tooLarge)
  await assert.rejects(run({ timeoutMs: 1 }), tooLarge)
})
