import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Store } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId, storeId } = idsIn(db)

const yuanshan = await customerId('宏远数码')
const tmall = await storeId('晨曦家居旗舰店')
const jd = await storeId('宏远数码京东自营店')
const douyin = await storeId('星澜美妆')
const stopped = await storeId('晨曦旧店')
const head = await staffId('head')
const names = (items: Store[]) => items.map((item) => item.name).sort()

test('GET /api/stores: users see exactly the stores within their reach, stopped ones only with permission', async () => {
  const visibleNames = async (username: string) => names((await as(username).get('/api/stores')).data.items)
  const ofHead = ['星澜美妆', '晨曦家居旗舰店']
  assert.equal((await visibleNames('admin')).length, 5)
  assert.deepEqual(await visibleNames('admin2'), ['恒月母婴'])
  assert.deepEqual(await visibleNames('finance'), [...ofHead, '宏远数码京东自营店', '晨曦旧店'].sort())
  assert.deepEqual(await visibleNames('sales'), [...ofHead, '晨曦旧店'].sort())
  assert.deepEqual(await visibleNames('sales2'), ['宏远数码京东自营店'])
  assert.deepEqual(await visibleNames('head'), ofHead)
  assert.deepEqual(await visibleNames('agent'), ['晨曦家居旗舰店'])
  assert.deepEqual(await visibleNames('agent3'), ['星澜美妆'])
})

test('GET /api/stores: a head sees stores assigned to the head; an agent only during the assignment', async () => {
  const assigned = { companyCode: '001', storeId: jd, fromOn: '2026-05-01', sharePercent: 0 }
  /** Whether the user sees the store while it is assigned to `staffId` only. */
  const reaches = async (username: string, staffId: number, toOn: string | null) => {
    const row = { ...assigned, staffId, toOn }
    const { id } = await db
      .insertInto('storeAssignment')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    const { items } = (await as(username).get('/api/stores')).data
    await db.deleteFrom('storeAssignment').where('id', '=', id).execute()
    return names(items).includes('宏远数码京东自营店')
  }
  assert.equal(await reaches('head', head, null), true)
  assert.equal(await reaches('agent', await staffId('agent'), '2026-05-18'), false)
  assert.equal(await reaches('agent3', await staffId('agent3'), '2026-05-19'), true)
})

test('GET /api/stores: a row contains names, current agents and yesterday’s volume; a missing volume is null', async () => {
  const day = { companyCode: '001', source: 'imported' as const }
  await db
    .insertInto('storeDaily')
    .values([
      { ...day, storeId: tmall, onDay: '2026-05-18', consultUsers: 1325 },
      { ...day, storeId: tmall, onDay: '2026-05-17', consultUsers: 7 },
      { ...day, storeId: jd, onDay: '2026-05-18', consultUsers: 0 },
      { ...day, storeId: douyin, onDay: '2026-05-18', handledUsers: 784 },
    ])
    .execute()
  const { data } = await as('finance').get('/api/stores?sort=-yesterdayVolume')
  const figures = data.items.map((row: Store) => [row.name, row.yesterdayVolume])
  assert.deepEqual(figures.slice(0, 3), [
    ['晨曦家居旗舰店', 1325],
    ['星澜美妆', 784],
    ['宏远数码京东自营店', 0],
  ])
  assert.equal(figures[3][1], null)
  const [row] = data.items
  assert.equal(row.customerName, '杭州晨曦家居有限公司')
  assert.equal(row.ownerName, '何立')
  assert.equal(row.leaderName, '陈思雨')
  assert.deepEqual(row.agents, ['周小禾'])
})

test('GET /api/stores: responses to role 2 contain no price, fee or salary', async () => {
  for (const who of ['head', 'agent']) {
    const { items } = (await as(who).get('/api/stores')).data
    assert.doesNotMatch(Object.keys(items[0]).join(' '), /price|fee|salary|cents/i, who)
  }
})

test('GET /api/stores: a keyword matches name, pinyin, code and the customer’s name', async () => {
  for (const keyword of ['星澜', 'xinglan', 'xlmz', 'DP0002']) {
    const { data } = await as('sales').get(`/api/stores?keyword=${encodeURIComponent(keyword)}`)
    assert.deepEqual(names(data.items), ['星澜美妆'], keyword)
  }
  assert.equal((await as('sales').get(`/api/stores?keyword=${encodeURIComponent('杭州晨曦')}`)).data.total, 3)
})

test('GET /api/stores: filters narrow the list; the counts per status ignore the status filter', async () => {
  const total = async (query: string) => (await as('finance').get(`/api/stores?${query}`)).data.total
  assert.equal(await total('platform=tmall&platform=douyin'), 3)
  assert.equal(await total(`leaderId=${head}`), 3)
  assert.equal(await total(`customerId=${yuanshan}`), 1)
  assert.equal(await total(`staffId=${await staffId('agent2')}`), 1)
  const serving = await as('finance').get('/api/stores?status=serving')
  assert.equal(serving.data.total, 3)
  assert.deepEqual(serving.data.statusCounts, { serving: 3, stopped: 1 })
})

test('GET /api/stores: the company filter is for an admin of the headquarters; an invalid filter value gets 400', async () => {
  assert.deepEqual(names((await as('admin').get('/api/stores?companyCode=002')).data.items), ['恒月母婴'])
  assert.equal((await as('finance').get('/api/stores?companyCode=002')).status, 403)
  const wrong = await as('admin').get('/api/stores?platform=ebay')
  assert.equal(wrong.status, 400)
})

test('GET /api/stores/:id: returns a store within reach; stopped and other stores get 404', async () => {
  assert.equal((await as('agent').get(`/api/stores/${tmall}`)).data.name, '晨曦家居旗舰店')
  assert.equal((await as('sales').get(`/api/stores/${stopped}`)).status, 200)
  for (const [who, id] of [
    ['agent', jd],
    ['head', jd],
    ['head', stopped],
    ['sales', jd],
    ['admin2', tmall],
  ] as const) {
    assert.equal((await as(who).get(`/api/stores/${id}`)).status, 404, who)
  }
})

test('GET /api/stores/options: returns id, name and platform within reach; stopped stores only by id or customer', async () => {
  assert.deepEqual((await as('agent').get('/api/stores/options')).data, [
    { id: tmall, name: '晨曦家居旗舰店', platform: 'tmall' },
  ])
  const offered = (await as('sales2').get('/api/stores/options?platform=jd&keyword=hysm')).data
  assert.deepEqual(
    offered.map((option: Store) => option.id),
    [jd],
  )
  const byNumber = async (who: string) => (await as(who).get(`/api/stores/options?id=${stopped}`)).data.length
  assert.equal(await byNumber('sales'), 1)
  assert.equal(await byNumber('head'), 0)
  const { customerId } = (await as('sales').get(`/api/stores/${stopped}`)).data
  const ofCustomer = (await as('sales').get(`/api/stores/options?customerId=${customerId}`)).data
  assert.ok(ofCustomer.some((option: Store) => option.id === stopped))
  assert.deepEqual(
    (await as('head').get(`/api/stores/options?customerId=${customerId}&id=${stopped}`)).data,
    [],
  )
})
