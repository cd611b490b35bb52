import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumOf } from '#kit/rates.ts'
import { testApp } from '#testing/testApp.ts'
import { seedFigures } from '#testing/testFigures.ts'
import { putInService, seedWorld } from '#testing/testWorld.ts'
import type { WorkerDay, WorkerPeriod, WorkerRow } from './contract.ts'

const { as, db } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await putInService(database)
  await seedFigures(database)
})

const LIST = '/api/reports/daily-worker'
const YESTERDAY = 'from=2026-05-18&to=2026-05-18'

const person = async (username: string) =>
  (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
const store = async (code: string) => {
  const named = db.selectFrom('store').select('id').where('code', '=', code).where('companyCode', '=', '001')
  return (await named.executeTakeFirstOrThrow()).id
}
const [agent, agent3] = [await person('agent'), await person('agent3')]
const [chenxi, xinglan] = [await store('DP0001'), await store('DP0002')]
const COMPANY = { companyCode: '001' }

/** 周小禾 has two nicks at 晨曦, one of them only since the 17th; 李若彤 has one at 晨曦 and one at 星澜. */
await db
  .insertInto('agentAccount')
  .values([
    { ...COMPANY, storeId: chenxi, staffId: agent, nick: '晨曦:小禾', fromOn: '2026-01-01' },
    { ...COMPANY, storeId: chenxi, staffId: agent, nick: '晨曦:小禾2', fromOn: '2026-05-17' },
    { ...COMPANY, storeId: chenxi, staffId: agent3, nick: '晨曦:若彤', fromOn: '2026-01-01' },
    { ...COMPANY, storeId: xinglan, staffId: agent3, nick: '星澜:若彤', fromOn: '2026-01-01' },
  ])
  .execute()

const figures = (storeId: number, onDay: string, nick: string, handledUsers: number | null, more = {}) => ({
  ...COMPANY,
  storeId,
  onDay,
  nick,
  handledUsers,
  source: 'imported' as const,
  updatedAt: new Date('2026-05-19T01:00:00Z'),
  ...more,
})
await db
  .insertInto('agentDaily')
  .values([
    figures(chenxi, '2026-04-18', '晨曦:小禾', 12),
    figures(chenxi, '2026-05-11', '晨曦:小禾', 20),
    figures(chenxi, '2026-05-16', '晨曦:小禾', 30, { satisfied: 4, evaluated: 5 }),
    figures(chenxi, '2026-05-16', '晨曦:小禾2', 99),
    figures(chenxi, '2026-05-17', '晨曦:小禾', 40, { frtTotalCs: 40_000, frtWeight: 40 }),
    figures(chenxi, '2026-05-18', '晨曦:小禾', 18, {
      frtTotalCs: 10_000,
      frtWeight: 10,
      evaluated: 3,
      satisfied: 3,
    }),
    figures(chenxi, '2026-05-18', '晨曦:小禾2', 6, { inquiryUsers: 4, orderUsers: 1 }),
    figures(chenxi, '2026-05-18', '晨曦:若彤', 25),
    figures(xinglan, '2026-05-17', '星澜:若彤', 0),
  ])
  .execute()

const rowOf = <R extends { staffName: string; on: string }>(
  items: R[],
  name: string,
  on = '2026-05-18',
): R => {
  const row = items.find((one) => one.staffName === name && one.on === on)
  assert.ok(row, `${name} ${on} is not in the list`)
  return row
}

test("GET daily-worker: an agent's volume is the sum of the agent's nicks, each from the day on which it is bound", async () => {
  const { data } = await as('head').get(`${LIST}?from=2026-05-16&to=2026-05-18&pageSize=100`)
  const rows: WorkerDay[] = data.items
  const on = (day: string) => rowOf(rows, '周小禾', day)
  assert.deepEqual([on('2026-05-16').volume, on('2026-05-17').volume, on('2026-05-18').volume], [30, 40, 24])
  const last = on('2026-05-18')
  assert.deepEqual([last.prevDay, last.vsPrevDayBp], [40, -4000])
  assert.deepEqual([last.weekAgo, last.vsWeekAgoBp], [20, 2000])
  assert.deepEqual([last.monthAgo, last.vsMonthAgoBp], [12, 10_000])
  assert.deepEqual([last.mean7, last.mean7Days], [30, 3])
  assert.deepEqual([last.source, last.keyed, last.stores, last.leaderName], ['imported', null, 1, '陈思雨'])
  assert.deepEqual([last.firstResponseS, last.satisfactionBp, last.conversionBp], [10, 10_000, 2500])
})

test('a buyer served by two agents counts once for the store and once for each agent', async () => {
  const { data } = await as('head').get(`${LIST}?${YESTERDAY}`)
  const agents: WorkerDay[] = data.items
  assert.equal(sumOf(agents.map(({ volume }) => volume)), 49)
  const stores = await as('head').get(`/api/reports/daily-store?${YESTERDAY}&storeId=${chenxi}`)
  assert.equal(stores.data.totals.volume, 40)
})

test('GET daily-worker: a volume of 0 is a figure; an agent who worked without figures is missing', async () => {
  const { data } = await as('head').get(`${LIST}?from=2026-05-16&to=2026-05-17`)
  const shown = (on: string) => {
    const { volume, missing, vsPrevDayBp } = rowOf<WorkerDay>(data.items, '李若彤', on)
    return [volume, missing, vsPrevDayBp]
  }
  assert.deepEqual(shown('2026-05-16'), [null, true, null])
  assert.deepEqual(shown('2026-05-17'), [0, false, null])
  assert.deepEqual([data.totals.reported, data.totals.expected], [3, 4])
})

test('a roster decides who was off; without a roster the assignments decide who worked', async () => {
  await db
    .insertInto('rosterShift')
    .values([
      { ...COMPANY, staffId: agent3, onDay: '2026-05-16', shift: 'rest', createdAt: new Date() },
      { ...COMPANY, staffId: agent3, onDay: '2026-05-17', shift: 'night', createdAt: new Date() },
    ])
    .execute()
  const { data } = await as('head').get(`${LIST}?from=2026-05-11&to=2026-05-17&staffId=${agent3}`)
  assert.deepEqual(
    data.items.map((row: WorkerDay) => row.on),
    ['2026-05-17'],
  )
  const before = await as('head').get(`${LIST}?from=2026-05-04&to=2026-05-10&staffId=${agent3}`)
  assert.equal(before.data.total, 7)
  await db.deleteFrom('rosterShift').execute()
})

test('an approved log counts if the file does not contain the nick, and is marked', async () => {
  const log = {
    ...COMPANY,
    staffId: agent3,
    onDay: '2026-05-18',
    shift: 'morning' as const,
    status: 'approved' as const,
    halfHours: 16,
    summary: '正常',
    submittedAt: new Date(),
    reviewedAt: new Date(),
    reviewedBy: await person('head'),
  }
  const { id } = await db.insertInto('worklog').values(log).returning('id').executeTakeFirstOrThrow()
  const line = { worklogId: id, source: 'keyed' as const }
  await db
    .insertInto('worklogLine')
    .values([
      // The file contains this nick, so the keyed figures do not count.
      { ...line, storeId: chenxi, nick: '晨曦:若彤', handledUsers: 1000 },
      { ...line, storeId: xinglan, nick: '星澜:若彤', handledUsers: 70, frtCs: 1500 },
    ])
    .execute()
  const { data } = await as('head').get(`${LIST}?${YESTERDAY}`)
  const row = rowOf<WorkerDay>(data.items, '李若彤')
  assert.deepEqual([row.volume, row.keyed, row.source, row.stores], [95, 70, 'mixed', 2])
  assert.equal(row.firstResponseS, 15)
  assert.deepEqual([data.totals.volume, data.totals.keyed], [119, 70])
  const marked = await as('head').get(`${LIST}?${YESTERDAY}&only=log`)
  assert.equal(marked.data.total, 1)
  const behind = await as('head').get(`${LIST}/rows?${YESTERDAY}&staffId=${agent3}`)
  assert.deepEqual(
    behind.data.items.map((one: WorkerRow) => [
      one.storeName,
      one.nick,
      one.volume,
      one.source,
      one.worklogId,
    ]),
    [
      ['星澜美妆', '星澜:若彤', 70, 'log', id],
      ['晨曦家居旗舰店', '晨曦:若彤', 25, 'imported', null],
    ],
  )
  // A log counts only while approved. A log line without a nick does not count if the file has the agent at the store.
  await db.updateTable('worklog').set({ status: 'submitted', reviewedAt: null, reviewedBy: null }).execute()
  const open = await as('head').get(`${LIST}?${YESTERDAY}`)
  assert.deepEqual(rowOf<WorkerDay>(open.data.items, '李若彤').volume, 25)
  await db
    .updateTable('worklog')
    .set({ status: 'approved', reviewedAt: new Date(), reviewedBy: log.reviewedBy })
    .execute()
  await db.updateTable('worklogLine').set({ nick: '' }).where('storeId', '=', chenxi).execute()
  const nameless = await as('head').get(`${LIST}?${YESTERDAY}`)
  assert.equal(rowOf<WorkerDay>(nameless.data.items, '李若彤').volume, 95)
})

test("a log's figure that was copied to the imported ones counts once", async () => {
  await db
    .insertInto('agentDaily')
    .values(figures(xinglan, '2026-05-18', '星澜:若彤', 70, { source: 'keyed' }))
    .execute()
  const { data } = await as('head').get(`${LIST}?${YESTERDAY}`)
  assert.equal(rowOf<WorkerDay>(data.items, '李若彤').volume, 95)
})

test('GET daily-worker/agents: the last day, and the sums, rates and series of the period', async () => {
  const { data } = await as('head').get(`${LIST}/agents?from=2026-05-15&to=2026-05-18`)
  const row = rowOf<WorkerPeriod>(data.items, '周小禾')
  assert.deepEqual([row.volume, row.sum, row.series], [24, 94, [null, 30, 40, 24]])
  assert.deepEqual([row.reported, row.expected, row.meanDay, row.stores], [3, 4, 31, 1])
  // 500 s over 50 buyers, 7 satisfied of 8.
  assert.deepEqual([row.firstResponseS, row.satisfactionBp], [10, 8750])
  assert.deepEqual([data.totals.sum, data.totals.volume, data.totals.keyed], [189, 119, 70])
  assert.deepEqual([data.totals.periodReported, data.totals.periodExpected], [5, 8])
})

test('the day a month before is the same, whether the report includes it or queries it separately', async () => {
  const lastDays = async (from: string, to: string) => {
    const { data } = await as('head').get(`${LIST}?from=${from}&to=${to}&pageSize=100`)
    return (data.items as WorkerDay[])
      .filter(({ on }) => on === to)
      .map(({ staffId, monthAgo, prevDay, weekAgo }) => ({ staffId, monthAgo, prevDay, weekAgo }))
      .sort((a, b) => a.staffId - b.staffId)
  }
  const apart = await lastDays('2026-05-18', '2026-05-18')
  assert.equal(apart.find(({ staffId }) => staffId === agent)?.monthAgo, 12)
  assert.deepEqual(await lastDays('2026-04-10', '2026-05-18'), apart)
})

test("the rows of an agent's figure add up to it, with any store filter", async () => {
  for (const filter of ['', `&storeId=${chenxi}`, '&platform=douyin', `&staffId=${agent}`]) {
    const { data } = await as('head').get(`${LIST}?from=2026-05-11&to=2026-05-18&pageSize=100${filter}`)
    for (const row of data.items as WorkerDay[]) {
      const query = `from=${row.on}&to=${row.on}${filter.replace(`&staffId=${agent}`, '')}&staffId=${row.staffId}`
      const behind = await as('head').get(`${LIST}/rows?${query}&pageSize=100`)
      assert.equal(sumOf(behind.data.items.map((one: WorkerRow) => one.volume)), row.volume, query)
      assert.equal(behind.data.totals.volume, row.volume, query)
    }
    const rows = await as('head').get(`${LIST}/rows?from=2026-05-11&to=2026-05-18${filter}`)
    assert.equal(rows.data.totals.volume, data.totals.volume, filter)
  }
})

test('GET daily-worker/overview: figures and trend match the list; figures of unbound nicks are reported', async () => {
  await db
    .insertInto('agentDaily')
    .values(figures(chenxi, '2026-05-18', '晨曦:新客服', 11))
    .execute()
  const { data } = await as('head').get(`${LIST}/overview?from=2026-05-16&to=2026-05-18&split=leader`)
  const list = await as('head').get(`${LIST}?from=2026-05-16&to=2026-05-18`)
  assert.equal(data.figures[1].value, list.data.totals.volume)
  assert.deepEqual(
    data.trend.map((line: { name: string; points: { volume: number }[] }) => [
      line.name,
      sumOf(line.points.map(({ volume }) => volume)),
    ]),
    [['陈思雨', list.data.totals.volume]],
  )
  // The second nick was not bound on the 16th.
  assert.deepEqual(data.unmatched, { nicks: 2, volume: 110 })
  assert.deepEqual(
    data.top.falls.map((row: WorkerPeriod) => row.staffName),
    ['周小禾'],
  )
  assert.equal((await as('agent').get(`${LIST}/overview`)).data.unmatched, null)
})
