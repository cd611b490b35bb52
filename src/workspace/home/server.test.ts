import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findYesterdayOfCustomers, seesAllStores } from '#reporting/reports/queries.ts'
import { testApp } from '#testing/testApp.ts'
import { putFigures, seedFigures } from '#testing/testFigures.ts'
import { whileListening } from '#testing/testStatements.ts'
import { putInService, seedWorld } from '#testing/testWorld.ts'
import { seedLogsWarningsAndQuestions, seedNicksImportsAndContracts } from './testHome.ts'

const { as, db, clock } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await putInService(database)
  await seedFigures(database)
})

interface Count {
  count: number
  link: string
}

await seedNicksImportsAndContracts(db)
await seedLogsWarningsAndQuestions(db, clock.now)

test('GET /api/home: a head gets stores without figures, with agents and the last day with figures', async () => {
  const { data } = await as('head').get('/api/home')
  assert.deepEqual([data.today, data.yesterday], ['2026-05-19', '2026-05-18'])
  const { storesWithoutFigures, largestFalls, belowTarget, unmatchedNicks, waitingImports } = data.figures
  assert.equal(storesWithoutFigures.count, 1)
  assert.equal(storesWithoutFigures.link, '/daily-store-report?from=2026-05-18&to=2026-05-18&only=missing')
  const { storeName, platform, leaderName, agents, lastReportedOn } = storesWithoutFigures.items[0]
  assert.deepEqual([storeName, platform, leaderName], ['星澜美妆', 'douyin', '陈思雨'])
  assert.deepEqual([agents, lastReportedOn], [['李若彤'], '2026-05-17'])
  assert.deepEqual(
    [largestFalls.count, largestFalls.items[0].storeName, largestFalls.items[0].vsMean7Bp],
    [1, '晨曦家居旗舰店', -5200],
  )
  const [below] = belowTarget.items
  assert.deepEqual(
    [belowTarget.count, below.metric, below.rateBp, below.targetBp, below.gapBp],
    [1, 'replied', 9250, 9500, -250],
  )
  assert.deepEqual([unmatchedNicks.count, waitingImports.count], [2, 2])
  // Two stores in service; one reported, has days to compare with, and a target.
  assert.deepEqual([storesWithoutFigures.covers, largestFalls.covers, belowTarget.covers], [2, 1, 1])
  const agent = (await as('agent').get('/api/home')).data.figures
  assert.equal(agent.waitingImports.count, 1)
  assert.equal(data.records, null)
})

test('GET /api/home: yesterday’s figures have a change, a coverage and a series of 14 days', async () => {
  const { data } = await as('head').get('/api/home')
  const { figures, updatedAt } = data.figures
  assert.equal(updatedAt, '2026-05-19T01:00:00.000Z')
  assert.deepEqual(
    figures.map((figure: { key: string; metric: string | null }) => [figure.key, figure.metric]),
    [
      ['lastDay', null],
      ['rate', 'replied'],
      ['rate', 'within3min'],
      ['firstResponse', null],
    ],
  )
  const [volume, replied, within3min] = figures
  assert.deepEqual([volume.value, volume.reported, volume.expected], [40, 1, 2])
  assert.equal(volume.comparison.changeBp, -6000)
  assert.equal(volume.series.length, 14)
  assert.deepEqual(volume.series.slice(-3), [100, 300, 40])
  assert.equal(volume.series[0], null)
  assert.deepEqual([replied.value, within3min.value], [9250, null])
})

test('GET /api/home: work contains the user’s tasks with notes on urgency', async () => {
  const workOf = async (username: string) => {
    const { work } = (await as(username).get('/api/home')).data
    return Object.fromEntries(work.map((one: Count & { key: string }) => [one.key, one.count]))
  }
  // The user's own logs come first: of the days that can still be written, one is approved, two are submitted, one was
  // returned.
  const agentWork = await workOf('agent')
  assert.deepEqual(agentWork, { ownOwed: 3, ownReturned: 1 })
  assert.equal(Object.keys(agentWork)[0], 'ownOwed')
  assert.deepEqual(await workOf('head'), { logsToReview: 2, figureQuestions: 1, warnings: 2 })
  assert.deepEqual(await workOf('head2'), { ownReturned: 1, figureQuestions: 1, warnings: 1 })
  assert.deepEqual(await workOf('admin'), { logsToReview: 1, figureQuestions: 3, warnings: 3 })
  assert.deepEqual(await workOf('finance'), { warnings: 3 })
  assert.deepEqual([await workOf('sales'), await workOf('admin2')], [{}, {}])
  const { work } = (await as('head').get('/api/home')).data
  assert.deepEqual(
    work.map(({ key, note }: { key: string; note: { values: object } | null }) => [
      key,
      note?.values ?? null,
    ]),
    [
      ['logsToReview', { day: '05-16' }],
      ['figureQuestions', null],
      ['warnings', { n: 1 }],
    ],
  )
})

test('GET /api/home: another head and another company get only figures within their reach', async () => {
  const head2 = (await as('head2').get('/api/home')).data.figures
  assert.deepEqual(
    [head2.storesWithoutFigures.count, head2.largestFalls.count, head2.belowTarget.count],
    [0, 0, 0],
  )
  assert.equal(head2.figures[0].value, 80)
  const admin2 = (await as('admin2').get('/api/home')).data
  assert.equal(admin2.figures.figures[0].value, 1000)
  assert.deepEqual([admin2.records.customers.count, admin2.records.contractsEnding.count], [1, 1])
  assert.ok(!JSON.stringify(admin2).includes('companyCode'))
})

test('GET /api/home: sales and finance get customers, stores and ending contracts, and no figures', async () => {
  const sales = (await as('sales').get('/api/home')).data
  assert.equal(sales.figures, null)
  assert.equal(sales.records.customers.count, 1)
  assert.deepEqual(
    sales.records.stores.byStatus.map(({ status, count }: { status: string; count: number }) => [
      status,
      count,
    ]),
    [
      ['serving', 2],
      ['stopped', 1],
    ],
  )
  // 60 days from 05-19 is 07-18; the contract that ends on 07-19 is not listed.
  const { contractsEnding } = (await as('finance').get('/api/home')).data.records
  assert.equal(contractsEnding.count, 1)
  assert.deepEqual(contractsEnding.items[0].contractEndOn, '2026-06-18')
  const { count } = (await as('sales2').get('/api/home')).data.records.contractsEnding
  assert.equal(count, 0)
})

test('GET /api/home: for an admin the volume of the customers’ stores is queried once and equals their own report', async () => {
  for (const username of ['admin', 'admin2', 'finance', 'sales']) {
    const actor = await db
      .selectFrom('staff')
      .select(['id', 'role', 'parentId', 'companyCode'])
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
    const expectedVolume = await findYesterdayOfCustomers(db, actor, '2026-05-19')
    const { figures, updatedAt } = (await as(username).get('/api/home')).data.records
    assert.deepEqual(
      figures,
      expectedVolume.figures.filter(({ key }) => key === 'lastDay'),
    )
    assert.equal(updatedAt, expectedVolume.updatedAt?.toISOString() ?? null)
    assert.equal(seesAllStores(actor), username.startsWith('admin'))
  }
  const { statements } = await whileListening(() => as('admin').get('/api/home'))
  const volumes = statements.filter(({ text }) => text.includes('as of_period') && text.includes('as of_day'))
  assert.equal(volumes.length, 1)
})

test('GET /api/home: small falls are listed but not counted', async () => {
  await putFigures(db, 'DP0003', { '2026-05-16': { consultSessions: 300 } })
  const { largestFalls } = (await as('head2').get('/api/home')).data.figures
  // 80 compared with the mean of 0 and 300.
  assert.deepEqual([largestFalls.count, largestFalls.items[0].vsMean7Bp], [1, -4667])
  await db
    .updateTable('storeDaily')
    .set({ consultSessions: 200 })
    .where('onDay', '=', '2026-05-16')
    .where('consultSessions', '=', 300)
    .execute()
  const smaller = (await as('head2').get('/api/home')).data.figures.largestFalls
  assert.deepEqual([smaller.count, smaller.items.length, smaller.items[0].vsMean7Bp], [0, 1, -2000])
})

test('GET /api/home: a request without a session gets 401; yesterday follows the clock', async () => {
  assert.equal((await as(null).get('/api/home')).status, 401)
  clock.now = new Date('2026-05-18T17:00:00Z')
  const { data } = await as('agent').get('/api/home')
  assert.deepEqual([data.today, data.figures.storesWithoutFigures.count], ['2026-05-19', 0])
  clock.now = new Date('2026-05-18T15:59:00Z')
  assert.equal((await as('agent').get('/api/home')).data.yesterday, '2026-05-17')
})

test('GET /api/home: an unknown parameter gets 400', async () => {
  assert.equal((await as('agent').get('/api/home?from=2026-05-18')).status, 400)
})
