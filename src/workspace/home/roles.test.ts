import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(async (database, hash) => {
  await seedWorld(database, hash)
  await putInService(database)
})
const { staffId, storeId, customerId } = idsIn(db)
const [agent, agent3] = [await staffId('agent'), await staffId('agent3')]
const [tmall, douyin] = [await storeId('晨曦家居旗舰店'), await storeId('星澜美妆')]

await seedOwnFigures()

/** Two nicks of 周小禾 at two stores, one of which the file of 05-17 contains too; and a nick of somebody else. */
async function seedOwnFigures(): Promise<void> {
  const bound = { companyCode: '001', fromOn: '2026-01-01' }
  await db
    .insertInto('agentAccount')
    .values([
      { ...bound, storeId: tmall, staffId: agent, nick: '晨曦:小禾' },
      { ...bound, storeId: douyin, staffId: agent, nick: '星澜小禾' },
      { ...bound, storeId: douyin, staffId: agent3, nick: '星澜若彤' },
    ])
    .execute()
  const figures = { companyCode: '001', source: 'imported' as const }
  const [replied, within3min] = [
    { replied: 28, replyBase: 30 },
    { within3min: 10, within3minBase: 10 },
  ]
  await db
    .insertInto('agentDaily')
    .values([
      { ...figures, storeId: tmall, onDay: '2026-05-17', nick: '晨曦:小禾', handledUsers: 20 },
      {
        ...figures,
        ...replied,
        storeId: tmall,
        onDay: '2026-05-18',
        nick: '晨曦:小禾',
        handledUsers: 30,
        frtTotalCs: 60_000,
        frtWeight: 30,
      },
      {
        ...figures,
        ...within3min,
        storeId: douyin,
        onDay: '2026-05-18',
        nick: '星澜小禾',
        handledUsers: 10,
        frtTotalCs: 10_000,
        frtWeight: 10,
      },
      { ...figures, storeId: douyin, onDay: '2026-05-18', nick: '星澜若彤', handledUsers: 70 },
    ])
    .execute()
}

const homeOf = async (username: string) => (await as(username).get('/api/home')).data
const plan = (id: number, on: string, entries: string[], seen: string[] = []) =>
  as('head').post('/api/rosters/plan', { cells: [{ staffId: id, on, entries, seen }] })

test('GET /api/home: an agent gets the own buyers and rates of yesterday, equal to the report', async () => {
  const { mine } = await homeOf('agent')
  assert.deepEqual([mine.volume, mine.series.slice(-3), mine.series.length], [40, [null, 20, 40], 14])
  assert.equal(mine.firstResponseS, 17.5)
  assert.deepEqual(mine.stores, [
    {
      storeId: tmall,
      storeName: '晨曦家居旗舰店',
      platform: 'tmall',
      volume: 30,
      metric: 'replied',
      rateBp: 9333,
      targetBp: 9500,
      firstResponseS: 20,
    },
    {
      storeId: douyin,
      storeName: '星澜美妆',
      platform: 'douyin',
      volume: 10,
      metric: 'within3min',
      rateBp: 10_000,
      targetBp: 9500,
      firstResponseS: 10,
    },
  ])
  const report = await as('agent').get('/api/reports/daily-worker?from=2026-05-18&to=2026-05-18')
  assert.equal(report.data.items[0].volume, mine.volume)
  assert.equal((await homeOf('agent3')).mine.volume, 70)
})

test('GET /api/home: only members get their own day, only heads their team', async () => {
  for (const username of ['admin', 'head', 'sales', 'finance']) {
    assert.equal((await homeOf(username)).mine, null)
  }
  for (const username of ['admin', 'agent', 'sales', 'finance']) {
    assert.equal((await homeOf(username)).team, null)
  }
})

test('GET /api/home: today’s log has its state, and tomorrow the stores and shifts of the assignments', async () => {
  const { mine } = await homeOf('agent')
  assert.deepEqual(mine.log, { state: 'due', link: '/store-worklog?on=2026-05-19' })
  assert.deepEqual(mine.tomorrow, {
    on: '2026-05-20',
    off: null,
    stores: [{ storeId: tmall, storeName: '晨曦家居旗舰店', platform: 'tmall', shifts: ['morning'] }],
  })
  await as('agent').post('/api/worklogs', { on: '2026-05-19', shift: 'morning', hours: 8, summary: '正常' })
  assert.equal((await homeOf('agent')).mine.log.state, 'draft')
})

test('GET /api/home: a head gets the review queue oldest first, and who did not hand in yesterday', async () => {
  const { team: before } = await homeOf('head')
  assert.deepEqual([before.review.count, before.review.items], [0, []])
  assert.deepEqual(before.missingLogs, ['李若彤', '周小禾'])
  const log = { companyCode: '001', shift: 'morning', summary: '正常', halfHours: 16 }
  const submitted = { status: 'submitted' as const, submittedAt: clock.now }
  await db
    .insertInto('worklog')
    .values([
      { ...log, ...submitted, staffId: agent, onDay: '2026-05-18' },
      { ...log, ...submitted, staffId: agent3, onDay: '2026-05-17' },
    ])
    .execute()
  const { team } = await homeOf('head')
  assert.deepEqual(
    team.review.items.map(({ staffName, on }: { staffName: string; on: string }) => [staffName, on]),
    [
      ['李若彤', '2026-05-17'],
      ['周小禾', '2026-05-18'],
    ],
  )
  assert.deepEqual([team.review.count, team.review.link], [2, '/store-worklog?status=toReview'])
  assert.deepEqual(team.missingLogs, ['李若彤'])
  const other = (await homeOf('head2')).team
  assert.deepEqual([other.review.count, other.missingLogs], [0, ['赵晓冬']])
})

test('GET /api/home: gaps are the shifts of stores in which nobody works; the roster overrides', async () => {
  const { team } = await homeOf('head')
  assert.deepEqual(team.gaps, { total: 0, covers: 2, items: [] })
  assert.equal((await plan(agent3, '2026-05-21', ['leave'])).status, 200)
  // A week with a shift is planned: on its other days the agent does not work.
  assert.equal((await plan(agent, '2026-05-20', ['evening'])).status, 200)
  const { gaps, conflicts } = (await homeOf('head')).team
  assert.deepEqual(gaps, {
    total: 2,
    covers: 2,
    items: [
      {
        storeId: tmall,
        storeName: '晨曦家居旗舰店',
        platform: 'tmall',
        on: '2026-05-19',
        shift: 'morning',
        // Also on the 20th, when the agent works in the evening; the next week has no plan.
        shifts: 6,
        agents: ['周小禾'],
      },
      {
        storeId: douyin,
        storeName: '星澜美妆',
        platform: 'douyin',
        on: '2026-05-21',
        shift: 'morning',
        shifts: 1,
        agents: ['李若彤'],
      },
    ],
  })
  assert.deepEqual(conflicts, {
    total: 1,
    items: [
      {
        staffId: agent,
        staffName: '周小禾',
        on: '2026-05-20',
        rostered: ['evening'],
        assigned: ['morning'],
      },
    ],
  })
  const other = (await homeOf('head2')).team
  assert.deepEqual([other.gaps.total, other.gaps.covers, other.conflicts.total], [0, 1, 0])
  assert.deepEqual((await homeOf('agent')).mine.tomorrow.stores[0].shifts, ['evening'])
})

test('GET /api/home: tomorrow names a rest or a leave; a store without an agent is a gap of its head', async () => {
  assert.equal((await plan(agent, '2026-05-20', ['rest'], ['evening'])).status, 200)
  assert.deepEqual((await homeOf('agent')).mine.tomorrow, { on: '2026-05-20', off: 'rest', stores: [] })
  await db.deleteFrom('rosterShift').execute()
  await db.deleteFrom('storeAssignment').where('storeId', '=', tmall).execute()
  const { gaps } = (await homeOf('head')).team
  assert.deepEqual(
    gaps.items.map(
      ({ storeName, shifts, agents }: { storeName: string; shifts: number; agents: string[] }) => [
        storeName,
        shifts,
        agents,
      ],
    ),
    [['晨曦家居旗舰店', 7, []]],
  )
  assert.deepEqual((await homeOf('agent')).mine.tomorrow, { on: '2026-05-20', off: null, stores: [] })
})

test('GET /api/home: sales get the latest notes about their own customers; others do not get them', async () => {
  const [own, other] = [await customerId('杭州晨曦家居有限公司'), await customerId('宏远数码')]
  await as('sales').post(`/api/customers/${own}/notes`, { text: '旺季要加人' })
  await as('sales').post(`/api/customers/${own}/notes`, { text: '想续两年' })
  await as('sales2').post(`/api/customers/${other}/notes`, { text: '价格嫌高' })
  const { notes } = (await homeOf('sales')).care
  assert.deepEqual(
    notes.map(({ text, customerName, createdByName }: Record<string, string>) => [
      text,
      customerName,
      createdByName,
    ]),
    [
      ['想续两年', '杭州晨曦家居有限公司', '何立'],
      ['旺季要加人', '杭州晨曦家居有限公司', '何立'],
    ],
  )
  for (const username of ['admin', 'head', 'finance']) {
    assert.equal((await homeOf(username)).care.notes, null)
  }
  assert.equal((await homeOf('agent')).care, null)
})
