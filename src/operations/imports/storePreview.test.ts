import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { douyinFile, figures, fixture, importWorld, taobaoFile } from '#testing/testImports.ts'

const world = await importWorld()
const { as, db, upload, storeId, staffId } = world

interface Expected {
  file: string
  platform: string
  on: string
  onFrom: string
  agents: Record<string, unknown>[]
  store?: object
  pending?: string[]
  skippedRows: number[]
  problemRows?: Record<string, string>
  refused?: string
  rows?: number[]
}

const expectations: Expected[] = JSON.parse(
  readFileSync(new URL('./reader/fixtures/expected.json', import.meta.url), 'utf8'),
)

/** Who imports each fixture, and the store that is found automatically (京东 needs a choice). */
const importers: Record<string, [who: string, store: string]> = {
  taobao: ['agent', '晨曦家居旗舰店'],
  jd: ['agent2', '宏远数码京东自营店'],
  pdd: ['admin', '绿野鲜生专营店'],
  douyin: ['agent3', '星澜美妆'],
  chitu: ['admin2', '恒月母婴'],
}

/** Returns a row in the format of expected.json: the measures, without the fields that the server adds. */
function asRead({ row, pending, effect, before, staffId, staffName, ...measures }: Record<string, unknown>) {
  return measures
}

for (const expectation of expectations) {
  test(`POST /api/imports: the preview of ${expectation.file} matches expected.json`, async () => {
    const [who = '', store = ''] = importers[expectation.platform] ?? []
    const choice: Record<string, string> =
      expectation.platform === 'jd' ? { storeId: String(storeId(store)) } : {}
    const { status, data, body } = await upload(who, fixture(expectation.file), choice)
    if (expectation.refused) {
      assert.equal(status, 400)
      assert.deepEqual(data.rows, expectation.rows)
      assert.match(body.errorMessage ?? '', /第 2 行和第 3 行.*不一致/)
      return
    }
    assert.equal(status, 200, body.errorMessage)
    assert.deepEqual(
      [data.platform, data.on, data.onFrom, data.storeId, data.storeName],
      [expectation.platform, expectation.on, expectation.onFrom, storeId(store), store],
    )
    assert.deepEqual(data.agents.map(asRead), expectation.agents)
    assert.deepEqual(data.store && asRead(data.store), expectation.store)
    assert.deepEqual(data.skippedRows, expectation.skippedRows)
    assert.deepEqual(data.pending, expectation.pending ?? [])
    const problemRows = data.problems.map(({ row }: { row: number }) => String(row))
    assert.deepEqual(problemRows, Object.keys(expectation.problemRows ?? {}))
    assert.deepEqual([data.blocks, data.groups.length, data.status], [[], 1, 'preview'])
    assert.deepEqual(
      data.unmatchedNicks,
      expectation.agents.map(({ nick }) => nick),
    )
  })
}

test('POST /api/imports: writes no figures and no audit lines before the commit', async () => {
  assert.deepEqual(await figures(db), { stores: [], agents: [] })
  assert.deepEqual(await db.selectFrom('audit').selectAll().where('entity', '=', 'import').execute(), [])
})

test('POST /api/imports: only for users who report figures; finance and sales get 403', async () => {
  const file = taobaoFile({ '晨曦家居旗舰店:小雨': [10, 9, 1] })
  assert.equal((await upload(null, file)).status, 401)
  for (const who of ['finance', 'sales']) assert.equal((await upload(who, file)).status, 403)
})

test('POST /api/imports: an unreadable, truncated or too large file gets an error message', async () => {
  const png = { name: '图.xlsx', bytes: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }
  const completeFile = fixture('客服数据_20260515.xlsx')
  const cut = { ...completeFile, bytes: completeFile.bytes.subarray(0, 3_000) }
  for (const file of [png, cut, { name: '空.csv', bytes: Buffer.from('') }]) {
    const { status, body } = await upload('admin', file)
    assert.equal(status, 400)
    assert.equal(body.errorCode, 'INVALID')
    assert.match(body.errorMessage ?? '', /。$/)
  }
  const large = await upload('admin', { name: '大.csv', bytes: Buffer.alloc(20 * 1024 * 1024 + 1, 'a') })
  assert.deepEqual([large.status, large.body.errorCode], [413, 'TOO_LARGE'])
})

test('POST /api/imports: a store of another team or company, or an unknown one, is not found', async () => {
  const file = taobaoFile({ 小雨: [10, 9, 1] })
  const pick = async (who: string, id: number) => (await upload(who, file, { storeId: String(id) })).status
  assert.equal(await pick('agent', storeId('宏远数码京东自营店')), 404)
  assert.equal(await pick('head', storeId('宏远数码京东自营店')), 404)
  assert.equal(await pick('admin2', storeId('晨曦家居旗舰店')), 404)
  assert.equal(await pick('head', storeId('晨曦旧店')), 404)
  assert.equal(await pick('admin', 999_999), 404)
  assert.equal(await pick('head', storeId('晨曦家居旗舰店')), 200)
})

test('POST /api/imports: a missing store or day is reported, and can be chosen', async () => {
  const file = taobaoFile({ 无名: [10, 9, 1] }, '数据.csv')
  const { data } = await upload('agent', file)
  assert.deepEqual(
    data.blocks.map(({ code }: { code: string }) => code),
    ['NO_STORE', 'NO_DAY'],
  )
  assert.deepEqual([data.on, data.onFrom, data.storeId], [null, null, null])
  const chosen = { storeId: String(storeId('晨曦家居旗舰店')), on: '2026-05-18' }
  const completed = await upload('agent', file, chosen)
  assert.deepEqual(completed.data.blocks, [])
  assert.deepEqual([completed.data.on, completed.data.onFrom], ['2026-05-18', 'chosen'])
})

test('POST /api/imports: a chosen day overrides the file name, and a day column overrides both', async () => {
  const named = await upload('agent', taobaoFile({ '晨曦家居旗舰店:小雨': [1, 1, 0] }), { on: '2026-05-10' })
  assert.deepEqual([named.data.on, named.data.onFrom], ['2026-05-10', 'chosen'])
  const column = await upload('agent3', douyinFile({ a: 1 }), { on: '2026-05-10' })
  assert.deepEqual([column.data.on, column.data.onFrom], ['2026-05-15', 'column'])
})

test('POST /api/imports: a future or very old day is refused if chosen, and a problem in a column', async () => {
  const file = taobaoFile({ '晨曦家居旗舰店:小雨': [1, 1, 0] }, '数据_2026-05-20.csv')
  const tomorrow = await upload('agent', file, { on: '2026-05-20' })
  assert.deepEqual(Object.keys(tomorrow.data.fields), ['on'])
  assert.equal((await upload('agent', file, { on: '2025-04-01' })).status, 400)
  assert.deepEqual(
    (await upload('agent', file)).data.blocks.map(({ code }: { code: string }) => code),
    ['NO_DAY'],
  )
  const head = '日期,旺旺昵称,咨询人数,接待人数,未回复人数'
  const rows = ['2026-05-19,晨曦家居旗舰店:小雨,5,5,0', '2026-05-20,晨曦家居旗舰店:小雨,6,6,0']
  const dated = await upload('agent', { name: '多天.csv', bytes: Buffer.from([head, ...rows].join('\n')) })
  assert.deepEqual([dated.data.on, dated.data.agentTotal, dated.data.problemTotal], ['2026-05-19', 1, 1])
  assert.match(dated.data.problems[0].message, /还没有到/)
})

test('POST /api/imports: a store of another platform gets PLATFORM_MISMATCH', async () => {
  const file = taobaoFile({ 小雨: [1, 1, 0] })
  const { data } = await upload('agent3', file, { storeId: String(storeId('星澜美妆')) })
  assert.deepEqual(
    data.blocks.map(({ code }: { code: string }) => code),
    ['PLATFORM_MISMATCH'],
  )
})

test('POST /api/imports: each store and day of a file is a separate group', async () => {
  const head = '日期,店铺名称,旺旺昵称,咨询人数,接待人数,未回复人数'
  const rows = [
    '2026-05-15,晨曦家居旗舰店,甲,5,5,0',
    '2026-05-16,晨曦家居旗舰店,甲,6,6,0',
    '2026-05-16,别家店,乙,7,7,0',
  ]
  const { data } = await upload('agent', { name: '汇总.csv', bytes: Buffer.from([head, ...rows].join('\n')) })
  const shown = data.groups.map(({ storeName, on, agents, blocks }: Record<string, unknown[]>) => [
    storeName,
    on,
    agents?.length,
    blocks?.length,
  ])
  assert.deepEqual(shown, [
    ['晨曦家居旗舰店', '2026-05-15', 1, 0],
    ['晨曦家居旗舰店', '2026-05-16', 1, 0],
    ['别家店', '2026-05-16', 1, 1],
  ])
  assert.deepEqual([data.on, data.storeId, data.replaces, data.agents.length], [null, null, null, 3])
})

test('POST /api/imports: unknown headers are listed, and can be mapped for this file', async () => {
  const bytes = Buffer.from('接待账号,咨询人数,接待人数,未回复人数,净销售额\n晨曦家居旗舰店:小雨,5,5,0,1.00')
  const file = { name: '数据_2026-05-15.csv', bytes }
  const unread = await upload('agent', file)
  assert.equal(unread.status, 400)
  assert.ok(unread.data.headers.includes('接待账号'))
  const mapped = await upload('agent', file, { mapping: JSON.stringify({ 接待账号: 'nick' }) })
  assert.equal(mapped.data.agents[0].nick, '晨曦家居旗舰店:小雨')
  const wrong = await upload('agent', file, { mapping: '{"接待账号":"password"}' })
  assert.deepEqual([wrong.status, (await upload('agent', file, { mapping: '{' })).status], [400, 400])
})

test('POST /api/imports: known nicks determine the store and their owners', async () => {
  const shop = storeId('宏远数码京东自营店')
  const binding = { companyCode: '001', storeId: shop, staffId: staffId('agent2'), nick: 'jd_宏远01' }
  await db
    .insertInto('agentAccount')
    .values({ ...binding, fromOn: '2026-05-18' })
    .execute()
  const { data } = await upload('agent2', fixture('客服数据_20260515.xlsx'))
  assert.deepEqual([data.storeId, data.blocks], [shop, []])
  assert.deepEqual([data.agents[0].staffName, data.agents[1].staffName], ['赵晓冬', undefined])
  assert.deepEqual(data.unmatchedNicks, ['jd_宏远02', 'jd_宏远03'])
})

test('POST /api/imports: figures that are too large are reported as a problem', async () => {
  const bytes = Buffer.from(
    '旺旺昵称,咨询人数,接待人数,未回复人数,平均响应时长（秒)\n晨曦家居旗舰店:小雨,2147483647,2147483647,0,9999999',
  )
  const { data } = await upload('agent', { name: '大数_2026-05-15.csv', bytes })
  assert.deepEqual([data.agentTotal, data.problemTotal], [0, 1])
})

test('GET /api/imports/:id/problems: returns each invalid row with its cells and the reason', async () => {
  const preview = await upload('agent', fixture('有问题的文件_2026-05-15.xlsx'))
  const { data } = await as('agent').get(`/api/imports/${preview.data.id}/problems`)
  assert.equal(data.total, 4)
  assert.deepEqual(data.headers, ['旺旺昵称', '咨询人数', '接待人数', '未回复人数', '净销售额'])
  assert.deepEqual(data.items[0].cells, ['晨曦家居旗舰店:阿泽', '-5', '10', '0', '10.00'])
  assert.match(data.items[0].message, /小于 0/)
})

test('GET /api/imports/:id: importer, head and admin get the same preview; others get 404', async () => {
  const preview = await upload('agent', fixture('有问题的文件_2026-05-15.xlsx'))
  const path = `/api/imports/${preview.data.id}`
  for (const who of ['agent', 'head', 'admin']) {
    assert.deepEqual((await as(who).get(path)).data, preview.data)
  }
  for (const who of ['agent2', 'agent3', 'head2', 'admin2']) {
    assert.equal((await as(who).get(path)).status, 404)
    assert.equal((await as(who).get(`${path}/problems`)).status, 404)
  }
})

test('GET /api/imports: applies the filters and the reach', async () => {
  const all = await as('admin').get('/api/imports?pageSize=100')
  assert.equal(all.data.total, all.data.items.length)
  const ownImports = await as('agent3').get('/api/imports')
  assert.ok(
    ownImports.data.items.every(({ createdBy }: { createdBy: number }) => createdBy === staffId('agent3')),
  )
  const jd = await as('head2').get(
    `/api/imports?platform=jd&status=preview&storeId=${storeId('宏远数码京东自营店')}`,
  )
  assert.ok(jd.data.total > 0)
  assert.ok(jd.data.items.every(({ platform }: { platform: string }) => platform === 'jd'))
  assert.equal((await as('admin').get('/api/imports?from=2026-05-20')).data.total, 0)
  assert.equal((await as('admin').get('/api/imports?to=2026-05-19&status=committed')).data.total, 0)
  assert.equal((await as('admin').get('/api/imports?status=lost')).status, 400)
  assert.equal((await as('finance').get('/api/imports')).status, 403)
})
