import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { rowsOf as cellsOf } from '#kit/sheets/testRows.ts'
import { testApp } from '#testing/testApp.ts'
import { assertWorkbook } from '#testing/testWorkbook.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { claimFile } from './queries.ts'
import { MAX_ATTEMPTS, MAX_FILES, SILENCE_MS } from './rules.ts'
import { exportsOf } from './testFiles.ts'

const { as, db, clock } = await testApp(seedWorld)

const { worker, work, faults, stop, rowsOf, bytesOf } = exportsOf({ as, db, clock })

beforeEach(async () => {
  await db.deleteFrom('exportFile').execute()
  stop(false)
})

const path = '/api/exports/files'
const request = {
  list: 'list.stores',
  path: '/api/stores',
  module: '店铺',
  query: { sort: 'name' },
  filters: [],
  columns: [
    { title: '店铺', type: 'text', from: { field: 'name' } },
    { title: '平台', type: 'text', from: { field: 'platform', names: { tmall: '天猫' } } },
    { title: '别的', type: 'text', from: { field: 'passwordHash' } },
  ],
  locale: 'zh-CN',
}
const logDownloads = async () => worker.chores.find(({ name }) => name === 'downloaded parts')?.work()
const start = (who: string, more: object = {}) => as(who).post(path, { ...request, ...more })
const mine = async (who: string) => (await as(who).get(path)).data

test('a list is exported in the background with the user’s reach, columns and labels', async () => {
  const { status, data } = await start('head')
  assert.deepEqual([status, data.state, data.rowsTotal], [200, 'waiting', 2])
  await work()
  const [file] = await mine('head')
  assert.deepEqual([file.state, file.rowsDone, file.failure], ['done', 2, null])
  assert.match(file.name, /^店铺_20260519_1200\.xlsx$/)
  assert.equal(file.expiresOn, '2026-05-26')
  assert.deepEqual(await rowsOf('head', file.id), [
    ['店铺', '平台', '别的'],
    ['晨曦家居旗舰店', '天猫'],
    ['星澜美妆', 'douyin'],
  ])
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'actorName', 'changes'])
    .where('entity', '=', 'export')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ action, actorName }) => `${actorName} ${action}`),
    ['陈思雨 export', '陈思雨 export', '陈思雨 download'],
  )
  assert.deepEqual(faults, [])
})

test('a file of somebody else comes before the second file of one person; nodes share the people', async () => {
  const started = { first: await start('head'), second: await start('head'), other: await start('finance') }
  const claim = async () => (await claimFile(db, clock.now))?.id
  assert.equal(await claim(), started.first.data.id)
  // Another node: the person has one file in progress.
  assert.equal(await claim(), started.other.data.id)
  assert.equal(await claim(), undefined)
  await db.updateTable('exportFile').set({ state: 'done' }).where('id', '=', started.first.data.id).execute()
  const third = await start('sales')
  assert.equal(await claim(), third.data.id)
  assert.equal(await claim(), started.second.data.id)
  await db.deleteFrom('exportFile').where('id', '>=', started.first.data.id).execute()
})

/** The audit lines of a file: who, what and the counts. */
async function logOf(id: number) {
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'actorName', 'companyCode', 'changes'])
    .where('entity', '=', 'export')
    .where('recordId', '=', String(id))
    .orderBy('id')
    .execute()
  return lines.map(({ action, actorName, changes }) => {
    const { partsSent, parts, rows } = changes as Record<string, [null, number] | undefined>
    return [actorName, action, partsSent?.[1], parts?.[1], rows?.[1]]
  })
}

test('downloaded parts are counted in the audit log, one line per file however many were requested', async () => {
  const { id } = (await start('head')).data
  await work()
  await bytesOf('head', id)
  // Parts that are requested without the start of a download count as well; those that do not exist do not.
  for (let n = 0; n < 4; n += 1) assert.equal((await as('head').get(`${path}/${id}/parts/1`)).status, 200)
  assert.equal((await as('head').get(`${path}/${id}/parts/2`)).status, 404)
  assert.equal((await as('agent').get(`${path}/${id}/parts/1`)).status, 404)
  await logDownloads()
  await logDownloads()
  assert.deepEqual(await logOf(id), [
    ['陈思雨', 'export', undefined, undefined, 2],
    ['陈思雨', 'download', undefined, 1, 2],
    ['陈思雨', 'downloaded', 5, 1, 2],
  ])
  await as('head').get(`${path}/${id}/parts/1`)
  assert.equal((await as('head').delete(`${path}/${id}`)).status, 200)
  assert.deepEqual((await logOf(id)).slice(3), [
    ['陈思雨', 'downloaded', 1, 1, 2],
    ['陈思雨', 'remove', undefined, undefined, undefined],
  ])
})

test('an expired file is deleted after its downloads are logged, also those of a user who has left', async () => {
  const { id } = (await start('head2')).data
  await work()
  await as('head2').get(`${path}/${id}/parts/1`)
  await db.updateTable('exportFile').set({ expiresOn: '2026-01-01' }).where('id', '=', id).execute()
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', 'head2').execute()
  const deleteOld = async () => worker.chores.find(({ name }) => name === 'old exports')?.work()
  await deleteOld()
  assert.equal((await db.selectFrom('exportFile').select('id').where('id', '=', id).execute()).length, 1)
  await logDownloads()
  await deleteOld()
  await db.updateTable('staff').set({ status: 'active' }).where('username', '=', 'head2').execute()
  assert.deepEqual(await db.selectFrom('exportFile').select('id').where('id', '=', id).execute(), [])
  assert.deepEqual((await logOf(id)).at(-1)?.slice(1), ['downloaded', 1, 1, 1])
})

test('a file ends with the totals of its list, in the language of the request', async () => {
  const money = (title: string, field: string) => ({ title, type: 'money', from: { field } })
  const pay = {
    list: 'list.reports.payroll',
    path: '/api/reports/payroll',
    module: '店铺工资',
    query: { month: '2026-04', sort: 'staffName' },
    columns: [
      { title: '员工', type: 'text', from: { field: 'staffName' } },
      money('工龄工资', 'seniorityCents'),
      money('合计', 'totalCents'),
      money('较上月', 'changeCents'),
    ],
  }
  for (const [locale, label] of [
    ['zh-CN', /^合计（\d+ 人）$/],
    ['en-US', /^Total \(\d+ people\)$/],
  ] as const) {
    const { data } = await start('admin', { ...pay, locale })
    await work()
    const bytes = await bytesOf('admin', data.id)
    assertWorkbook(bytes)
    const rows = Object.entries(await cellsOf(bytes))
    const [lastRow, totals = []] = rows.at(-1) ?? []
    const people = rows.slice(1, -1)
    // The totals are below an empty row.
    assert.equal(Number(lastRow), people.length + 3)
    assert.match(totals[0] ?? '', label)
    const sum = (at: number) =>
      people.reduce((all, [, cells]) => all + Math.round(Number(cells[at] || 0) * 100), 0)
    assert.deepEqual(
      [1, 2].map((at) => Math.round(Number(totals[at]) * 100)),
      [sum(1), sum(2)],
    )
    // A change against the month before has no total.
    assert.equal(totals[3], undefined)
  }
})

test('a file without a column that has a total has no row of totals', async () => {
  const { data } = await start('head')
  await work()
  assert.equal(Object.keys(await cellsOf(await bytesOf('head', data.id))).length, 3)
})

test('only its owner can see, download, cancel or delete a file', async () => {
  const { id } = (await start('head')).data
  await work()
  assert.deepEqual(await mine('agent'), [])
  for (const who of ['agent', 'admin', 'admin2']) {
    assert.equal((await as(who).get(`${path}/${id}/parts/1`)).status, 404)
    assert.equal((await as(who).post(`${path}/${id}/download`)).status, 404)
    assert.equal((await as(who).post(`${path}/${id}/cancel`)).status, 404)
    assert.equal((await as(who).delete(`${path}/${id}`)).status, 404)
  }
})

test('a path that is no list, a missing permission and invalid filters are refused at the start', async () => {
  for (const wrong of [
    { path: '/api/stores/options' },
    { path: '/api/stores/1' },
    { path: '/api/currentUser' },
    { path: '/api/nothing' },
    { path: '../stores' },
    { query: { status: 'broken' } },
    { query: { nothing: '1' } },
    { columns: [] },
    { columns: [{ ...request.columns[0], value: 'x' }] },
    { locale: 'xx' },
  ]) {
    assert.equal((await start('head', wrong)).status, 400, JSON.stringify(wrong))
  }
  const customers = { list: 'list.customers', path: '/api/customers' }
  assert.equal((await start('agent', customers)).status, 403)
  assert.deepEqual(await mine('agent'), [])
})

test('permissions are checked again when the file is written', async () => {
  const staff = { list: 'list.staff', path: '/api/staff', query: {} }
  await start('head2', staff)
  await db.updateTable('staff').set({ role: 4 }).where('username', '=', 'head2').execute()
  await work()
  const [refused] = await mine('head2')
  assert.deepEqual(
    [refused.state, refused.failure],
    ['failed', '您没有这项操作的权限。如需使用，请联系管理员。'],
  )
  await start('head2', { query: {} })
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', 'head2').execute()
  await work()
  await db.updateTable('staff').set({ status: 'active', role: 2 }).where('username', '=', 'head2').execute()
  const [gone] = await mine('head2')
  assert.deepEqual([gone.state, gone.failure], ['failed', '导出的人已不能登录，没有完成。'])
})

test('a file in progress can be cancelled, a finished one deleted', async () => {
  const { id } = (await start('sales')).data
  assert.equal((await as('sales').post(`${path}/${id}/cancel`)).data.state, 'cancelled')
  await work()
  assert.equal((await mine('sales'))[0].state, 'cancelled')
  assert.equal((await as('sales').post(`${path}/${id}/cancel`)).status, 409)
  assert.equal((await as('sales').post(`${path}/${id}/download`)).status, 409)
  assert.equal((await as('sales').delete(`${path}/${id}`)).status, 200)
  assert.deepEqual(await mine('sales'), [])
})

test('another node takes over the file of a stopped or silent node, up to a maximum of attempts', async () => {
  const { id } = (await start('sales')).data
  stop(true)
  await work()
  assert.equal((await mine('sales'))[0].state, 'waiting')
  stop(false)
  const lost = { state: 'running' as const, attempts: 1, beatAt: clock.now }
  await db.updateTable('exportFile').set(lost).where('id', '=', id).execute()
  await work()
  assert.equal((await mine('sales'))[0].state, 'running', 'somebody else is writing it')
  clock.now = new Date(clock.now.getTime() + SILENCE_MS + 1)
  await work()
  assert.equal((await mine('sales'))[0].state, 'done')
  const tooOften = { ...lost, attempts: MAX_ATTEMPTS }
  await db.updateTable('exportFile').set(tooOften).where('id', '=', id).execute()
  clock.now = new Date(clock.now.getTime() + SILENCE_MS + 1)
  await work()
  const [failedFile] = await mine('sales')
  assert.deepEqual(
    [failedFile.state, failedFile.failure],
    ['failed', '导出中断了几次，没有完成。请缩小范围后重新导出。'],
  )
})

test('a user has at most three exports in progress and twenty files; files expire after seven days', async () => {
  for (let n = 0; n < 3; n += 1) assert.equal((await start('finance')).status, 200)
  assert.equal((await start('finance')).status, 429)
  await work()
  for (let n = 3; n < MAX_FILES; n += 1) {
    assert.equal((await start('finance')).status, 200)
    await work()
  }
  const full = await start('finance')
  assert.deepEqual([full.status, full.body.errorCode], [409, 'WRONG_STATE'])
  await worker.chores[1]?.work()
  assert.equal((await mine('finance')).length, MAX_FILES)
  const before = clock.now
  clock.now = new Date('2026-05-27T04:00:00Z')
  await worker.chores[1]?.work()
  clock.now = before
  assert.deepEqual(await mine('finance'), [])
})

test('cell formatters of features are found by name and use the language of the file', async () => {
  const columns = [
    { title: 'Store', type: 'text', from: { field: 'name' } },
    ...['figures.owner', 'figures.nick'].map((words) => ({
      title: words,
      type: 'text',
      from: { field: 'nick', words },
    })),
  ]
  assert.equal((await start('head', { columns, locale: 'en-US' })).status, 200)
  await work()
  const [file] = await mine('head')
  assert.deepEqual([file.state, file.failure], ['done', null])
  assert.deepEqual((await rowsOf('head', file.id))[1], ['晨曦家居旗舰店', '何立', 'Store total'])
  const unknown = [{ title: 'Store', type: 'text', from: { field: 'name', words: 'no.such' } }]
  const refused = await start('head', { columns: unknown })
  assert.deepEqual([refused.status, refused.body.errorCode], [400, 'INVALID'])
})
