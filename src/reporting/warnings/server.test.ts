import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { customerIdOf, enterState, LAST_WEEK, putWeek, putWeeks, storeIdOf } from '#testing/testWarnings.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)

const chenxi = await customerIdOf(db, '杭州晨曦家居有限公司')
const yuanshan = await customerIdOf(db, '宏远数码')
const [tmall, douyin, jd] = [
  await storeIdOf(db, 'DP0001'),
  await storeIdOf(db, 'DP0002'),
  await storeIdOf(db, 'DP0003'),
]

/** 晨曦 falls from 200 a day to 90, with two stores; 宏远 has a volume of 0; 恒月 of company 002 lacks a day. */
before(async () => {
  for (const id of [tmall, douyin, jd]) await enterState(db, id, 'serving', '2026-01-01')
  await putWeeks(db, tmall, { upTo: '2026-05-04', count: 6, daily: 100 })
  await putWeeks(db, douyin, { upTo: '2026-05-04', count: 6, daily: 100 })
  await putWeek(db, tmall, LAST_WEEK, [50, 50, 50, 50, 50, 50, 50])
  await putWeek(db, douyin, LAST_WEEK, [40, 40, 40, 40, 40, 40, 40])
  await putWeeks(db, jd, { upTo: '2026-05-04', count: 6, daily: 30 })
  await putWeek(db, jd, LAST_WEEK, [0, 0, 0, 0, 0, 0, 0])
  const other = await storeIdOf(db, 'DP0001', '002')
  await enterState(db, other, 'serving', '2026-01-01', '002')
  await putWeek(db, other, LAST_WEEK, [5, 5, 5, null, 5, 5, 5], '002')
})

interface Row {
  id: number
  customerName: string
  kind: string
  level: string
  value: number
  status: string
  version: number
}

const list = async (who: string, query = '') => (await as(who).get(`/api/warnings?${query}`)).data
const summaries = (rows: Row[]) =>
  rows.map(({ customerName, kind, level }) => `${customerName} ${kind} ${level}`)
const find = async (kind: string): Promise<Row> => (await list('admin', `kind=${kind}`)).items[0]

test('a week is run on demand; another run changes nothing', async () => {
  const first = await as('admin').post('/api/warnings/run', { week: LAST_WEEK })
  assert.equal(first.status, 200, first.body.errorMessage)
  assert.deepEqual(first.data, {
    weekOn: LAST_WEEK,
    customers: 2,
    raised: 2,
    resolved: 0,
    promotion: null,
  })
  const before = await list('admin')
  const again = await as('finance').post('/api/warnings/run', { week: LAST_WEEK })
  assert.deepEqual([again.data.raised, again.data.resolved], [0, 0])
  assert.deepEqual(await list('admin'), before)
  assert.deepEqual(summaries(before.items), ['宏远数码 zero red', '杭州晨曦家居有限公司 fall yellow'])
  const fall = before.items[1]
  assert.deepEqual(
    [fall.value, fall.baseline, fall.comparedVolume, fall.comparedStores, fall.reported, fall.expected],
    [-5500, 1400, 630, 2, 14, 14],
  )
})

test('concurrent runs produce a single result', async () => {
  await as('admin2').post('/api/warnings/run', { week: LAST_WEEK })
  const runs = await Promise.all(
    Array.from({ length: 6 }, () => as('admin').post('/api/warnings/run', { week: LAST_WEEK })),
  )
  assert.deepEqual([...new Set(runs.map(({ status, data }) => `${status} ${data.raised}`))], ['200 0'])
  const rows = await db.selectFrom('warning').select(['customerId', 'weekOn', 'kind']).execute()
  assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length)
})

test("a head sees and runs only the team's customers; agents and sales get 403; the other company sees its own", async () => {
  assert.deepEqual(summaries((await list('head')).items), ['杭州晨曦家居有限公司 fall yellow'])
  assert.deepEqual(summaries((await list('admin2')).items), ['恒月母婴 missing yellow'])
  const run = await as('head').post('/api/warnings/run', { week: LAST_WEEK })
  assert.deepEqual([run.status, run.data.customers], [200, 1])
  for (const who of ['agent', 'sales']) assert.equal((await as(who).get('/api/warnings')).status, 403)
  const { id, version } = await find('zero')
  assert.equal((await as('head').get(`/api/warnings/${id}`)).status, 404)
  assert.equal((await as('head').post(`/api/warnings/${id}/handle`, { version })).status, 404)
})

test('only completed weeks that are not too old can be run', async () => {
  for (const [week, words] of [
    ['2026-05-18', /还没有结束/],
    ['2025-01-06', /近 26 周/],
    ['2026-05-12', /周一/],
  ] as const) {
    const answer = await as('admin').post('/api/warnings/run', { week })
    assert.equal(answer.status, 400)
    assert.match(answer.data.fields.week, words)
  }
})

test("a warning's page shows the weeks, the stores and the reasons of the churn score", async () => {
  const { id } = await find('fall')
  const page = (await as('admin').get(`/api/warnings/${id}`)).data
  assert.deepEqual(
    page.weeks.slice(-3).map(({ weekOn, volume }: { weekOn: string; volume: number }) => [weekOn, volume]),
    [
      ['2026-04-27', 1400],
      ['2026-05-04', 1400],
      [LAST_WEEK, 630],
    ],
  )
  assert.equal(page.weeks.length, 8)
  assert.deepEqual(
    page.stores.map(({ storeName, volume, baseline, changeBp }: Record<string, unknown>) => [
      storeName,
      volume,
      baseline,
      changeBp,
    ]),
    [
      ['晨曦家居旗舰店', 350, 700, -5000],
      ['星澜美妆', 280, 700, -6000],
    ],
  )
  assert.deepEqual([page.score, page.risk], [28, 'middle'])
  assert.deepEqual(page.riskParts[0], { key: 'volume', points: 28, value: -5500, of: null })
})

test('a warning is handled, annotated and resolved; afterwards it cannot be changed', async () => {
  const { id, version } = await find('fall')
  const stale = await as('head').post(`/api/warnings/${id}/handle`, { version: version + 1 })
  assert.deepEqual([stale.status, stale.body.errorCode], [409, 'STALE'])
  const begun = await as('head').post(`/api/warnings/${id}/handle`, { version, note: '已打电话' })
  assert.deepEqual(
    [begun.data.status, begun.data.handlerName, begun.data.note],
    ['handling', '陈思雨', '已打电话'],
  )
  const added = await as('admin').post(`/api/warnings/${id}/handle`, {
    version: begun.data.version,
    note: '店铺装修',
  })
  assert.equal(added.data.events.length, 3)
  const withoutNote = await as('admin').post(`/api/warnings/${id}/resolve`, { version: added.data.version })
  assert.deepEqual([withoutNote.status, Object.keys(withoutNote.data.fields)], [400, ['note']])
  const end = { version: added.data.version, note: '装修结束' }
  const resolved = await as('admin').post(`/api/warnings/${id}/resolve`, end)
  assert.deepEqual([resolved.status, resolved.data.status], [200, 'resolved'])
  const lines = `/api/audit-logs?entity=warning&recordId=${id}`
  const { items } = (await as('head').get(lines)).data
  assert.deepEqual(
    items.map(({ action, actorName }: { action: string; actorName: string }) => [action, actorName]),
    [
      ['resolved', '林知远'],
      ['handling', '林知远'],
      ['handling', '陈思雨'],
    ],
  )
  assert.equal((await as('sales').get(lines)).status, 403)
  assert.equal((await as('head2').get(lines)).status, 404)
  const after = await as('admin').post(`/api/warnings/${id}/ignore`, {
    ...end,
    version: resolved.data.version,
  })
  assert.deepEqual([after.status, after.body.errorCode], [409, 'WRONG_STATE'])
  const log = await db
    .selectFrom('audit')
    .select(['action'])
    .where('entity', '=', 'warning')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    log.map(({ action }) => action),
    ['handling', 'handling', 'resolved'],
  )
})

test('late figures correct open warnings and leave settled ones unchanged', async () => {
  await putWeek(db, jd, LAST_WEEK, [10, 10, 10, 10, 10, 10, 10])
  await putWeek(db, tmall, LAST_WEEK, [100, 100, 100, 100, 100, 100, 100])
  const run = await as('admin').post('/api/warnings/run', { week: LAST_WEEK })
  assert.deepEqual([run.data.raised, run.data.resolved], [1, 1])
  const found = (await list('admin', `customerId=${yuanshan}`)).items
  assert.deepEqual(
    found.map(({ kind, value, status, resolvedWeekOn }: Record<string, unknown>) => [
      kind,
      value,
      status,
      resolvedWeekOn,
    ]),
    [
      ['zero', -10_000, 'resolved', LAST_WEEK],
      ['fall', -6667, 'pending', null],
    ],
  )
  assert.equal((await find('fall')).customerName, '宏远数码')
  const settled = (await list('admin', `customerId=${chenxi}`)).items[0]
  assert.deepEqual([settled.status, settled.value], ['resolved', -5500])
})

test('the figures above the list match the list: open warnings per level', async () => {
  const OPEN = 'status=pending&status=handling'
  for (const who of ['admin', 'head', 'finance']) {
    const overview = (await as(who).get('/api/warnings/overview')).data
    for (const { kind, red, yellow, open } of overview.kinds) {
      assert.equal((await list(who, `kind=${kind}&level=red&${OPEN}`)).total, red, `${who} ${kind}`)
      assert.equal((await list(who, `kind=${kind}&level=yellow&${OPEN}`)).total, yellow, `${who} ${kind}`)
      assert.equal((await list(who, `kind=${kind}&${OPEN}`)).total, open)
    }
    const { statusCounts } = await list(who, '')
    const sum = overview.kinds.reduce(
      (total: number, kind: { red: number; yellow: number }) => total + kind.red + kind.yellow,
      0,
    )
    assert.equal(sum, (statusCounts.pending ?? 0) + (statusCounts.handling ?? 0))
    assert.ok(statusCounts.resolved > 0, 'some are settled, and not counted')
    assert.deepEqual(overview.newest.weekOn, LAST_WEEK)
    assert.equal('overageCents' in overview, who !== 'head')
  }
})
