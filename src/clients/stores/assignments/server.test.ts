import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Assignment } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { staffId, storeId } = idsIn(db)

const tmall = await storeId('晨曦家居旗舰店')
const douyin = await storeId('星澜美妆')
const jd = await storeId('宏远数码京东自营店')
const stopped = await storeId('晨曦旧店')
const [agent, agent2, agent3] = [await staffId('agent'), await staffId('agent2'), await staffId('agent3')]

const namesOf = (answer: { data: { items: Assignment[] } }) =>
  answer.data.items.map((row) => `${row.storeName} ${row.staffName}`).sort()

/** An evening shift without a share; it conflicts with nothing in the seed data. */
const evening = (more: object) => ({
  storeId: tmall,
  staffId: agent3,
  shift: 'evening',
  fromOn: '2026-05-19',
  sharePercent: 0,
  ...more,
})

test('GET /api/store-assignments: lists the stores within reach, filtered by store, person and day', async () => {
  const list = async (who: string, query = '') =>
    namesOf(await as(who).get(`/api/store-assignments?${query}`))
  assert.deepEqual(await list('head'), ['星澜美妆 李若彤', '晨曦家居旗舰店 周小禾'])
  assert.deepEqual(await list('agent'), ['晨曦家居旗舰店 周小禾'])
  assert.deepEqual(await list('sales2'), ['宏远数码京东自营店 赵晓冬'])
  assert.deepEqual(await list('admin2'), [])
  assert.deepEqual(await list('finance', `storeId=${jd}&storeId=${tmall}`), [
    '宏远数码京东自营店 赵晓冬',
    '晨曦家居旗舰店 周小禾',
  ])
  assert.deepEqual(await list('finance', `staffId=${agent3}`), ['星澜美妆 李若彤'])
  assert.deepEqual(await list('finance', 'on=2025-12-31'), [])
  assert.equal((await list('finance', 'on=2026-01-01')).length, 3)
  assert.equal((await as('finance').get('/api/store-assignments?on=2026-02-30')).status, 400)
})

test('POST /api/store-assignments: an admin assigns any agent of the company, with a line in the store’s log', async () => {
  const { status, data } = await as('admin').post('/api/store-assignments', {
    storeId: tmall,
    staffId: agent2,
    duty: 'second',
    shift: 'night',
    fromOn: '2026-05-20',
    sharePercent: 0,
  })
  assert.equal(status, 200)
  assert.equal(data.storeName, '晨曦家居旗舰店')
  assert.equal(data.staffName, '赵晓冬')
  assert.equal(data.toOn, null)
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'store')
    .where('recordId', '=', String(tmall))
    .executeTakeFirstOrThrow()
  assert.equal(line.action, 'assign')
  assert.deepEqual(line.changes, {
    staffId: [null, agent2],
    duty: [null, 'second'],
    shift: [null, 'night'],
    fromOn: [null, '2026-05-20'],
    sharePercent: [null, 0],
  })
})

test('POST /api/store-assignments: a head assigns only their own team at the team’s stores', async () => {
  assert.equal((await as('head').post('/api/store-assignments', evening({}))).status, 200)
  const foreignAgent = await as('head').post('/api/store-assignments', evening({ staffId: agent2 }))
  assert.equal(foreignAgent.status, 400)
  assert.deepEqual(Object.keys(foreignAgent.data.fields), ['staffId'])
  assert.equal((await as('head').post('/api/store-assignments', evening({ storeId: jd }))).status, 404)
})

test('POST /api/store-assignments: rejects other staff than active agents of the store’s company, and a stopped store', async () => {
  for (const who of ['sales', 'admin2']) {
    const answer = await as('admin').post('/api/store-assignments', evening({ staffId: await staffId(who) }))
    assert.deepEqual(Object.keys(answer.data.fields), ['staffId'], who)
  }
  const closed = await as('admin').post('/api/store-assignments', evening({ storeId: stopped }))
  assert.equal(closed.status, 409)
  assert.equal(closed.body.errorCode, 'WRONG_STATE')
  assert.equal((await as('head').post('/api/store-assignments', evening({ storeId: stopped }))).status, 404)
})

test('POST /api/store-assignments: the same agent, shift and day twice is a conflict that names the assignment', async () => {
  const twice = await as('admin').post('/api/store-assignments', evening({ fromOn: '2026-06-01' }))
  assert.equal(twice.status, 409)
  assert.equal(twice.body.errorCode, 'CONFLICT')
  assert.equal(
    twice.body.errorMessage,
    '李若彤自 2026-05-19 起已在这家店铺上这个班次，请先结束那条分配，或换一个日期。',
  )
  const before = { fromOn: '2026-05-01', toOn: '2026-05-18' }
  assert.equal((await as('admin').post('/api/store-assignments', evening(before))).status, 200)
})

test('POST /api/store-assignments: rejects shares above 100 % of a store and day', async () => {
  const over = await as('admin').post('/api/store-assignments', evening({ shift: 'middle', sharePercent: 1 }))
  assert.equal(over.status, 409)
  assert.equal(over.body.errorMessage, '2026-05-19 这家店铺的占比已有 周小禾 100%，只剩 0%，请调低占比。')
  assert.deepEqual(Object.keys(over.data.fields), ['sharePercent'])
})

test('POST /api/store-assignments: concurrent requests cannot exceed 100 % together', async () => {
  const newStore = await as('admin').post('/api/stores', {
    customerId: 1,
    platform: 'jd',
    name: '并发店',
    leaderId: await staffId('head'),
  })
  const shift = (staff: number) =>
    as('admin').post('/api/store-assignments', {
      storeId: newStore.data.id,
      staffId: staff,
      fromOn: '2026-05-19',
      sharePercent: 50,
    })
  const answers = await Promise.all([agent, agent2, agent3, await staffId('head')].map(shift))
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 200, 409, 409])
})

test('POST /api/store-assignments: an agent can only hand their own shift to a team mate', async () => {
  const handover = {
    storeId: tmall,
    staffId: agent3,
    duty: 'substitute',
    shift: 'morning',
    fromOn: '2026-05-21',
    toOn: '2026-05-22',
  }
  const call = (more: object) => as('agent').post('/api/store-assignments', { ...handover, ...more })
  const { status, data } = await call({})
  assert.equal(status, 200)
  assert.equal(data.duty, 'substitute')
  assert.equal(data.sharePercent, 0)
  assert.equal((await call({ duty: 'main', sharePercent: 0 })).status, 403)
  assert.deepEqual(Object.keys((await call({ toOn: null })).data.fields), ['toOn'])
  assert.deepEqual(Object.keys((await call({ shift: 'night' })).data.fields), ['shift'])
  assert.deepEqual(Object.keys((await call({ staffId: agent2 })).data.fields), ['staffId'])
  assert.equal((await call({ storeId: douyin })).status, 404)
})

test('POST /api/store-assignments: invalid fields get messages, roles without permission 403', async () => {
  const { status, data } = await as('admin').post('/api/store-assignments', {
    storeId: tmall,
    shift: '中午',
    fromOn: '2026-5-1',
    sharePercent: 101,
  })
  assert.equal(status, 400)
  assert.deepEqual(data.fields, {
    staffId: '请选择客服',
    shift: '班次格式不正确',
    fromOn: '开始日期格式不正确',
    sharePercent: '占比不能大于 100',
  })
  const backwards = await as('admin').post('/api/store-assignments', evening({ toOn: '2026-05-18' }))
  assert.deepEqual(backwards.data.fields, { toOn: '结束日期不能早于开始日期。' })
  for (const who of ['sales', 'finance']) {
    assert.equal((await as(who).post('/api/store-assignments', evening({}))).status, 403)
  }
})

const find = async (store: number, staff: number, shift: string) =>
  db
    .selectFrom('storeAssignment')
    .selectAll()
    .where('storeId', '=', store)
    .where('staffId', '=', staff)
    .where('shift', '=', shift)
    .orderBy('id')
    .executeTakeFirstOrThrow()

test('POST /api/store-assignments/:id/end: sets the last day, keeps the row and writes an audit line', async () => {
  const { id } = await find(tmall, agent3, 'evening')
  const { status, data } = await as('head').post(`/api/store-assignments/${id}/end`, {
    version: 1,
    toOn: '2026-05-25',
  })
  assert.equal(status, 200)
  assert.equal(data.toOn, '2026-05-25')
  assert.equal(data.version, 2)
  const line = await db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  assert.equal(line.action, 'end-assignment')
  assert.equal(line.recordId, String(tmall))
  assert.deepEqual((line.changes as Record<string, unknown>).toOn, [null, '2026-05-25'])
  const later = await as('head').post(`/api/store-assignments/${id}/end`, { version: 2, toOn: '2026-05-26' })
  assert.equal(later.body.errorCode, 'WRONG_STATE')
})

test('POST /api/store-assignments/:id/end: fails with a stale version, before the first day and out of reach', async () => {
  const { id } = await find(jd, agent2, 'morning')
  const end = (who: string, version: number, toOn: string) =>
    as(who).post(`/api/store-assignments/${id}/end`, { version, toOn })
  const stale = await end('admin', 9, '2026-05-20')
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal(stale.data.current.staffName, '赵晓冬')
  assert.deepEqual((await end('admin', 1, '2025-12-31')).data.fields, {
    toOn: '结束日期不能早于开始日期。',
  })
  assert.equal((await end('head', 1, '2026-05-20')).status, 404)
  assert.equal((await end('sales2', 1, '2026-05-20')).status, 403)
})

test('POST /api/store-assignments/:id/end: returns the row even if the write moves the store out of reach', async () => {
  const { id } = await find(jd, agent2, 'morning')
  await db.updateTable('store').set({ leaderId: null }).where('id', '=', jd).execute()
  const ended = await as('head2').post(`/api/store-assignments/${id}/end`, { version: 1, toOn: '2026-05-18' })
  assert.equal(ended.status, 200)
  assert.equal((await as('head2').get(`/api/stores/${jd}`)).status, 404)
})

test('POST /api/store-assignments/:id/end: an agent ends only a substitution that they arranged', async () => {
  const ownAssignment = await find(tmall, agent, 'morning')
  const refused = await as('agent').post(`/api/store-assignments/${ownAssignment.id}/end`, {
    version: 1,
    toOn: '2026-05-20',
  })
  assert.equal(refused.status, 403)
  const substitute = await find(tmall, agent3, 'morning')
  const done = await as('agent').post(`/api/store-assignments/${substitute.id}/end`, {
    version: 1,
    toOn: '2026-05-21',
  })
  assert.equal(done.status, 200)
})
