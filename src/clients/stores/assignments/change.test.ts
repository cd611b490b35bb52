import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { staffId, storeId } = idsIn(db)

const [head, agent, agent2, agent3] = [
  await staffId('head'),
  await staffId('agent'),
  await staffId('agent2'),
  await staffId('agent3'),
]
const [tmall, douyin] = [await storeId('晨曦家居旗舰店'), await storeId('星澜美妆')]

const assignmentOf = async (store: number, staff: number) =>
  db
    .selectFrom('storeAssignment')
    .select(['id', 'version'])
    .where('storeId', '=', store)
    .where('staffId', '=', staff)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const change = async (who: string, store: number, staff: number, more: object) => {
  const { id, version } = await assignmentOf(store, staff)
  return as(who).post(`/api/store-assignments/${id}/change`, { version, fromOn: '2026-05-20', ...more })
}

test('the load is the number of stores and their mean volume by share, over the days with figures', async () => {
  const days = [
    { onDay: '2026-05-18', consultUsers: 100 },
    { onDay: '2026-05-12', consultUsers: 201 },
    { onDay: '2026-05-11', consultUsers: 9_000 },
  ]
  await db
    .insertInto('storeDaily')
    .values(days.map((day) => ({ ...day, storeId: tmall, companyCode: '001', source: 'imported' })))
    .execute()
  await db.updateTable('storeAssignment').set({ sharePercent: 60 }).where('storeId', '=', tmall).execute()
  const loads = (await as('head').get('/api/store-assignments/loads')).data
  const loadOf = (id: number) => loads.find((one: { staffId: number }) => one.staffId === id)
  // (100 + 201) / 2 × 60 %
  assert.deepEqual(loadOf(agent), { staffId: agent, stores: 1, dailyVolume: 90 })
  assert.deepEqual(loadOf(agent3), { staffId: agent3, stores: 1, dailyVolume: null })
  assert.equal(loadOf(head), undefined)
  assert.deepEqual((await as('agent').get('/api/store-assignments/loads')).data, [])
  assert.deepEqual((await as('admin2').get('/api/store-assignments/loads')).data, [])
  assert.equal((await as('finance').get('/api/store-assignments/loads')).status, 403)
})

test('change: another agent takes over from a day on; earlier days do not change, and both are logged', async () => {
  const { status, data } = await change('head', tmall, agent, { staffId: agent3 })
  assert.equal(status, 200)
  assert.equal(data.staffName, '李若彤')
  assert.equal(data.fromOn, '2026-05-20')
  assert.equal(data.sharePercent, 60)
  const rows = await db
    .selectFrom('storeAssignment')
    .select(['staffId', 'fromOn', 'toOn'])
    .where('storeId', '=', tmall)
    .orderBy('id')
    .execute()
  assert.deepEqual(rows, [
    { staffId: agent, fromOn: '2026-01-01', toOn: '2026-05-19' },
    { staffId: agent3, fromOn: '2026-05-20', toOn: null },
  ])
  const lines = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'store')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['end-assignment', 'assign'],
  )
})

test('change: sets another shift and share; rejects a change of nothing and an ended assignment', async () => {
  const moved = await change('head', douyin, agent3, { shift: 'evening', sharePercent: 40 })
  assert.equal(moved.data.shift, 'evening')
  assert.equal(moved.data.sharePercent, 40)
  const same = await change('head', douyin, agent3, { shift: 'evening' })
  assert.equal(same.body.errorMessage, '没有要调整的内容：请换人，或改班次、职责、占比。')
  const ended = await change('head', tmall, agent, { shift: 'night' })
  assert.equal(ended.body.errorCode, 'WRONG_STATE')
})

test('change: rejects shares above 100 % and a second assignment to the same shift', async () => {
  const shift = { storeId: douyin, staffId: agent, fromOn: '2026-05-01', sharePercent: 0 }
  assert.equal((await as('head').post('/api/store-assignments', { ...shift, shift: 'evening' })).status, 200)
  const collides = await change('head', douyin, agent3, { staffId: agent })
  assert.equal(collides.body.errorCode, 'CONFLICT')
  assert.match(collides.body.errorMessage ?? '', /周小禾自 2026-05-01 起已在这家店铺上这个班次/)
  const over = await change('head', douyin, agent, { sharePercent: 61 })
  assert.match(over.body.errorMessage ?? '', /只剩 60%/)
})

test('change: fails for an agent outside the team, with a stale version, out of reach and without permission', async () => {
  const foreign = await change('head', douyin, agent3, { staffId: agent2 })
  assert.deepEqual(Object.keys(foreign.data.fields), ['staffId'])
  const stale = await change('head', douyin, agent3, { version: 9, staffId: agent })
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal((await change('head2', douyin, agent3, { staffId: agent2 })).status, 404)
  assert.equal((await change('agent', douyin, agent, { shift: 'night' })).status, 403)
  assert.equal((await change('finance', douyin, agent3, { staffId: agent })).status, 403)
})
