import assert from 'node:assert/strict'
import { test } from 'node:test'
import { figures } from '#testing/testImports.ts'
import { day, nonzeroCounts, pastFile, pastWorld, STORE } from '#testing/testPast.ts'

const world = await pastWorld()
const { as, db, storeId, send, step, importRows, faults, figuresOn } = world

test('the preview shows the effect of each row, or the reason why the row is rejected', async () => {
  const preview = await send('agent', [
    day('2025-01-02', 10, { 未回复人数: 1, '首次响应时长（秒）': '2分30秒' }),
    day('2025-01-02', 11),
    day('2025-01-03', 5, { 未回复人数: 9 }),
    day('2025-02-30', 5),
    day('2030-01-01', 5),
    day('2020-01-01', 5),
    { 店铺名称: '没有的店', 日期: '2025-01-04', 咨询人数: 5 },
    { 店铺名称: '宏远数码京东自营店', 日期: '2025-01-04', 咨询人数: 5 },
    { 店铺编号: 'DP0001', 店铺名称: '星澜美妆', 日期: '2025-01-04', 咨询人数: 5 },
    { 店铺编号: 'DP0001', 日期: '2025-01-05', 咨询人数: '' },
    { 店铺编号: 'DP0001', 日期: '2026-01-05', 回复率: '99%' },
    { 店铺名称: STORE, 日期: '2026-01-06', 咨询人数: 'abc' },
  ])
  assert.equal(preview.status, 200, preview.body.errorMessage)
  // A member reaches a store from the start of their assignment: 2026-01-01.
  assert.deepEqual(nonzeroCounts(preview), { error: 11 })
  assert.equal(preview.data.rowsEmpty, 1)
  const byHead = await send('head', [
    day('2025-01-02', 10, { 未回复人数: 1, '首次响应时长（秒）': '2分30秒' }),
    day('2025-01-02', 11),
    day('2025-01-03', 5, { 未回复人数: 9 }),
    day('2025-02-30', 5),
    day('2030-01-01', 5),
    day('2020-01-01', 5),
    { 店铺名称: '没有的店', 日期: '2025-01-04', 咨询人数: 5 },
    { 店铺名称: '宏远数码京东自营店', 日期: '2025-01-04', 咨询人数: 5 },
    { 店铺编号: 'DP0001', 店铺名称: '星澜美妆', 日期: '2025-01-04', 咨询人数: 5 },
    { 店铺编号: 'DP0001', 日期: '2026-01-05', 回复率: '99%' },
    { 店铺名称: STORE, 平台: '虾皮', 日期: '2026-01-06', 咨询人数: 'abc' },
  ])
  assert.deepEqual(nonzeroCounts(byHead), { create: 1, error: 10 })
  const { items, total } = await faults('head', byHead)
  assert.equal(total, 10)
  assert.deepEqual(
    items.map(({ row, faults: why }: { row: number; faults: { column: string; message: string }[] }) => [
      row,
      why.map(({ column, message }) => `${column}：${message}`).join('；'),
    ]),
    [
      [3, '：与第 2 行是同一家店铺的同一天，请合并成一行。'],
      [4, '未回复人数：未回复人数 9 大于咨询人数 5，请核对。'],
      [5, '日期：“2025-02-30”这一天不存在，请核对日期。'],
      [6, '日期：2030-01-01 还没有到，请核对日期。'],
      [7, '日期：2020-01-01 距今超过 1100 天，请核对日期。'],
      [8, '：“没有的店”这一天不在您负责的店铺里，或系统里没有这家店铺、已停止。请核对编号、名称和平台。'],
      [
        9,
        '：“宏远数码京东自营店”这一天不在您负责的店铺里，或系统里没有这家店铺、已停止。请核对编号、名称和平台。',
      ],
      [10, '：店铺编号和店铺名称“星澜美妆”不是同一家店铺，请核对。'],
      [11, '咨询人数：咨询人数、咨询会话量、接待人数至少填一项。'],
      [
        12,
        '平台：平台没有“虾皮”这一项，可填：1688、淘宝、天猫、京东、拼多多、抖音、快手、小红书、唯品会、其他。；咨询人数：“abc”不是数字，这里应是整数，如 1,367。',
      ],
    ],
  )
  assert.deepEqual(await figuresOn('2025-01-02'), undefined)
})

test('valid rows are written once, a repeat changes nothing, and corrected rows can be imported', async () => {
  const rows = [
    day('2025-02-01', 10, { 未回复人数: 1 }),
    day('2025-02-02', 20),
    day('2025-02-03', 30, { 未回复人数: 99 }),
  ]
  // The same bytes: a workbook created a second later differs.
  const file = pastFile(rows)
  const send = () => as('head').upload('/api/figure-files', file)
  const done = await step('head', 'commit', await send())
  assert.deepEqual(
    [nonzeroCounts(done), done.data.status, done.data.undoable],
    [{ create: 2, error: 1 }, 'committed', true],
  )
  assert.deepEqual(await figuresOn('2025-02-01'), [10, 9, 'keyed'])
  const before = await figures(db)
  const again = await send()
  assert.deepEqual(nonzeroCounts(again), { same: 2, error: 1 })
  assert.equal(again.data.duplicateOf.createdByName, '陈思雨')
  await step('head', 'commit', again)
  assert.deepEqual(await figures(db), before)
  const { headers, items } = await faults('head', again)
  const correctedCells = Object.fromEntries(
    headers.map((header: string, at: number) => [header, items[0].cells[at]]),
  )
  assert.equal(correctedCells.未回复人数, '99')
  const second = await importRows('head', [
    { ...correctedCells, 未回复人数: '9', 错误原因: '旧的原因', 行号: 4 },
  ])
  assert.deepEqual([nonzeroCounts(second), second.data.unknownHeaders], [{ create: 1 }, []])
  assert.deepEqual(await figuresOn('2025-02-03'), [30, 21, 'keyed'])
})

test('the explanation of a figure names workbook and row; the commit writes one audit line', async () => {
  const on = '2026-04-25'
  const done = await importRows('head', [day('2026-04-24', 1), day(on, 33)])
  const { data } = await as('head').get(`/api/figures/explain?storeId=${storeId(STORE)}&from=${on}&to=${on}`)
  const [row] = data.rows
  assert.deepEqual(
    [data.value, row.kind, row.file.fileName, row.file.row, row.file.byName],
    [33, 'template', '历史.xlsx', 3, '陈思雨'],
  )
  const lines = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'figure-file')
    .where('recordId', '=', String(done.data.id))
    .execute()
  const changes = lines[0]?.changes as Record<string, unknown[]>
  assert.deepEqual(
    [lines.length, lines[0]?.action, changes.days],
    [1, 'commit', [null, '2026-04-24 – 2026-04-25']],
  )
})

test('reach covers own files, the team’s and the company’s; stale and repeated steps are refused', async () => {
  const preview = await send('agent', [day('2026-04-28', 9)])
  assert.deepEqual(nonzeroCounts(preview), { create: 1 })
  for (const who of ['agent2', 'head2', 'agent3', 'admin2']) {
    assert.equal((await as(who).get(`/api/figure-files/${preview.data.id}`)).status, 404, who)
    assert.equal((await step(who, 'commit', preview)).status, 404, who)
  }
  assert.equal((await send('sales', [day('2026-04-28', 9)])).status, 403)
  const visible = (await as('head').get('/api/figure-files?pageSize=100')).data.items
  assert.ok(visible.some(({ id }: { id: number }) => id === preview.data.id))
  const stale = { ...preview, data: { ...preview.data, version: 9 } }
  assert.equal((await step('agent', 'commit', stale)).status, 409)
  assert.equal((await step('agent', 'undo', preview)).status, 409)
  assert.equal((await step('agent', 'commit', preview)).status, 200)
  const twice = await as('agent').post(`/api/figure-files/${preview.data.id}/commit`, { version: 2 })
  assert.deepEqual([twice.status, twice.body.errorMessage], [409, '这个文件已经导入过了，没有重复写入。'])
  const { items } = (await as('agent').get('/api/figure-files/stores')).data
  assert.deepEqual(
    items.map(({ name }: { name: string }) => name),
    [STORE],
  )
})

test('a workbook without figures, another table and a broken file get 400', async () => {
  const wrong = await send('head', [])
  assert.deepEqual([wrong.status, wrong.body.errorMessage], [400, '表里没有填写任何数字，请填写后再上传。'])
  const other = await as('head').upload('/api/figure-files', {
    name: 'a.csv',
    bytes: Buffer.from('名字,数\na,1'),
  })
  assert.match(other.body.errorMessage ?? '', /^表里缺少这些列：/)
  const broken = await as('head').upload('/api/figure-files', {
    name: 'a.xlsx',
    bytes: Buffer.from('PK\u0003\u0004 nothing'),
  })
  assert.equal(broken.status, 400)
})
