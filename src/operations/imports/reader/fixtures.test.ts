import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readRows } from '#kit/sheets/read.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import { inChinese } from '#kit/text.ts'
import { ImportParser } from './parse.ts'
import type { StoreRow } from './rows.ts'

interface Expected {
  file: string
  platform: string
  on: string
  onFrom?: string
  agents?: Record<string, unknown>[]
  store?: Record<string, unknown>
  pending?: string[]
  skippedRows?: number[]
  problemRows?: Record<string, string>
  refused?: string
  rows?: number[]
}

const folder = new URL('./fixtures/', import.meta.url)
const expected: Expected[] = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))

async function parse(file: string) {
  const parser = new ImportParser({ fileName: file })
  await readRows(readFileSync(new URL(encodeURIComponent(file), folder)), parser)
  const { rows, ...summary } = parser.end()
  const all = [...rows]
  return {
    ...summary,
    rows: all.filter(({ nick }) => nick !== undefined),
    storeRows: all.filter(({ nick }) => nick === undefined),
  }
}

/** Returns a row in the format of expected.json: its nick and measures, without its place. */
function measures({ row, on, pending, storeName, storeShopId, ...rest }: StoreRow) {
  return rest
}

for (const expectation of expected) {
  test(`${expectation.file} 读出来与 expected.json 一致`, async () => {
    if (expectation.refused) {
      const refused = (error: unknown) => error instanceof UnreadableFile && error.kind === 'refused'
      await assert.rejects(parse(expectation.file), (error: UnreadableFile) => {
        assert.deepEqual(error.rows, expectation.rows)
        return refused(error) && inChinese(error.sentence).includes('第 2 行和第 3 行')
      })
      return
    }
    const file = await parse(expectation.file)
    assert.equal(file.platform, expectation.platform)
    assert.deepEqual(file.days, [expectation.on])
    assert.equal(file.onFrom, expectation.onFrom)
    assert.deepEqual(file.rows.map(measures), expectation.agents)
    assert.deepEqual(file.storeRows.map(measures), expectation.store ? [expectation.store] : [])
    assert.deepEqual(file.skippedRows, expectation.skippedRows)
    assert.deepEqual(
      file.problems.map(({ row }) => String(row)),
      Object.keys(expectation.problemRows ?? {}),
    )
    assert.deepEqual(file.pending, expectation.pending ?? [])
    assert.ok([...file.rows, ...file.storeRows].every(({ on }) => on === expectation.on))
  })
}

test('问题行说清列名、原因，并带上原来的内容', async () => {
  const { problems, headers } = await parse('有问题的文件_2026-05-15.xlsx')
  assert.deepEqual(headers, ['旺旺昵称', '咨询人数', '接待人数', '未回复人数', '净销售额'])
  assert.deepEqual(problems[0], {
    row: 3,
    column: '咨询人数',
    message: { sentence: '{cell}小于 0，人次不能是负数。', values: { cell: '“-5”' } },
    cells: ['晨曦家居旗舰店:阿泽', '-5', '10', '0', '10.00'],
  })
})

test('店铺行带店铺名，表头在第 4 行的文件说得出第几行', async () => {
  const douyin = await parse('飞鸽客服数据.csv')
  assert.deepEqual([douyin.storeRows[0]?.row, douyin.storeRows[0]?.storeName], [4, '星澜美妆'])
  const jd = await parse('客服数据_20260515.xlsx')
  assert.deepEqual([jd.headerRow, jd.rows[0]?.row, jd.unknownHeaders], [4, 5, ['满意率', '登录时长']])
})
