import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from '#kit/sheets/read.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import { toXlsx } from '#kit/sheets/write.ts'
import { inChinese } from '#kit/text.ts'
import { type ImportOptions, ImportParser } from './parse.ts'

const HEADER = '旺旺昵称,咨询人数,接待人数,未回复人数'

async function parse(csv: string, options: Partial<ImportOptions> = {}) {
  const parser = new ImportParser({ fileName: '2026-05-15.csv', ...options })
  await readRows(new TextEncoder().encode(csv), parser)
  const file = parser.end()
  return { ...file, rows: [...file.rows] }
}

async function refusal(csv: string, options: Partial<ImportOptions> = {}) {
  const error = await parse(csv, options).catch((caught: unknown) => caught)
  assert.ok(error instanceof UnreadableFile && error.kind === 'refused')
  return error
}

test('列的顺序、空格、换行、括号、大小写都不要紧，多出来的列报出来', async () => {
  const file = await parse(
    '首次平均响应(S), 促成 下单_人数 ,客 服,备注,"咨询\n人数",30S应答率\n8.5,3,小雨,x,10,0.5',
  )
  assert.equal(file.platform, 'jd')
  assert.deepEqual(file.unknownHeaders, ['备注'])
  const [row] = file.rows
  assert.deepEqual(
    [row?.nick, row?.frtSec, row?.orderUsers, row?.consultUsers, row?.rate30sBp],
    ['小雨', 8.5, 3, 10, 5000],
  )
})

test('表头可在第 1 到第 5 行；空行也占行号', async () => {
  const file = await parse(`标题\n\n说明,x\n${HEADER}\n\n小雨,5,5,0\n`)
  assert.deepEqual([file.headerRow, file.rows[0]?.row], [4, 6])
  const late = await refusal(`a\nb\nc\nd\ne\n${HEADER}\n小雨,5,5,0`)
  assert.match(late.message, /认不出/)
})

test('认不出平台时，说出看到的表头', async () => {
  const error = await refusal('姓名,年龄\n小雨,5')
  assert.match(inChinese(error.sentence), /姓名、年龄/)
  assert.deepEqual(error.headers, ['姓名', '年龄'])
})

test('公司的别名和本次的对应都算数，本次的优先', async () => {
  const csv = '旺旺ID,咨询人数,未回复人数,旺旺回复率,新接待\n小雨,5,0,1,4'
  assert.match((await refusal(csv)).message, /没有客服账号一列/)
  const aliases = [{ header: '旺旺id', platform: 'taobao', field: 'nick' } as const]
  const file = await parse(csv, { aliases, mapping: { 新接待: 'handledUsers' } })
  assert.deepEqual([file.rows[0]?.nick, file.rows[0]?.handledUsers, file.unknownHeaders], ['小雨', 4, []])
  const mapped = await parse(`${HEADER},实际咨询\n小雨,5,5,0,9`, { mapping: { 实际咨询: 'consultUsers' } })
  assert.equal(mapped.rows[0]?.consultUsers, 9)
})

test('一个文件里的多店、多天分开认；同店同天同一客服重复的跳过，不一致的拒收', async () => {
  const head = '日期,店铺名,客服账号,咨询人数,人工接待人数\n'
  const rows = '2026/5/1,甲店,a,1,1\n2026/5/2,甲店,a,2,2\n2026/5/1,乙店,a,3,3\n'
  const file = await parse(`${head}${rows}2026-05-01,甲店,a,1,1`)
  assert.deepEqual([file.rows.length, file.days, file.skippedRows], [3, ['2026-05-01', '2026-05-02'], [5]])
  assert.deepEqual((await refusal(`${head}${rows}2026-05-01,甲店,a,9,9`)).rows, [2, 5])
})

test('日期列胜过文件名；没有日期的行、只说得出一段时间的行是问题行', async () => {
  const file = await parse(
    '日期,店铺名,客服账号,咨询人数\n2026-05-01~2026-05-07,甲,a,1\n,甲,b,1\n2026-05-03,甲,c,1',
  )
  assert.deepEqual(
    [file.onFrom, file.days, file.problems.map(({ row }) => row)],
    ['column', ['2026-05-03'], [2, 3]],
  )
  const none = await parse(`${HEADER}\n小雨,5,5,0`, { fileName: '数据.csv' })
  assert.deepEqual([none.onFrom, none.rows[0]?.on], [null, null])
})

test('有准确人数的行不再留回复率；人数缺一样就留着', async () => {
  const { rows } = await parse(`${HEADER},旺旺回复率\na,5,5,1,80%\nb,-,5,1,80%\nc,5,5,-,80%`)
  assert.deepEqual(
    rows.map(({ replyRateBp }) => replyRateBp),
    [undefined, 8_000, 8_000],
  )
})

test('快手的行是店铺的行', async () => {
  const file = await parse(
    '日期,咨询人数,咨询人次,人工会话量,三分钟回复率（人维度）,人工平均回复时长\n20260515,100,120,90,98.5%,22秒\n汇总值,,,,,',
  )
  assert.deepEqual(
    [file.platform, file.rows.map(({ nick }) => nick), file.skippedRows],
    ['kuaishou', [undefined], [3]],
  )
  assert.equal(file.rows[0]?.rate3minBp, 9850)
})

test('飞鸽的新表：账号名称是账号，会话回复率按会话', async () => {
  const file = await parse(
    '店铺id,客服昵称,账号名称,人工已接待人数,人工已接待会话量,3分钟人工回复率 (会话),客服销售额（元）\n123,小雨,fg01,10,20,90%,5',
  )
  const [row] = file.rows
  assert.deepEqual(
    [file.platform, row?.nick, row?.storeShopId, file.sessionFields],
    ['douyin', 'fg01', '123', ['rate3minBp']],
  )
})

test('一行多处有误，各说各的；其他行照收', async () => {
  const file = await parse(`${HEADER}\n,5,x,9\n小雨,5,5,0\n${'长'.repeat(101)},1,1,0`)
  assert.deepEqual(
    file.problems.map(({ row, column }) => [row, column]),
    [
      [2, '旺旺昵称'],
      [2, '接待人数'],
      [2, '未回复人数'],
      [4, '旺旺昵称'],
    ],
  )
  assert.deepEqual(
    file.rows.map(({ nick }) => nick),
    ['小雨'],
  )
})

test('说明页后面的数据页也找得到，没读的页报出来', async () => {
  const text = (title: string) => ({ title, type: 'text' as const })
  const data = { columns: HEADER.split(',').map(text), rows: [['小雨', '5', '5', '0']] }
  const parser = new ImportParser({ fileName: 'x' })
  const notes = { name: '说明', columns: [text('本表按天统计')], rows: [] }
  await readRows(toXlsx([notes, { name: '数据', ...data }, { name: '上月', ...data }]), parser)
  const file = parser.end()
  assert.deepEqual([file.rows.length, file.otherSheets], [1, ['上月']])
})

test('整个文件都是问题行时，带回的内容有限', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `a${n},x,${'y'.repeat(900)},z`)
  const file = await parse([HEADER, ...rows].join('\n'))
  assert.equal(new Set(file.problems.map(({ row }) => row)).size, 5_000)
  assert.ok(JSON.stringify(file.problems).length < 5_000_000)
})
