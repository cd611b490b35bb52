import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Customer } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId } = idsIn(db)

const chenxi = await customerId('杭州晨曦家居有限公司')
const yuanshan = await customerId('宏远数码')
const other = await customerId('恒月母婴')
const names = (items: Customer[]) => items.map((item) => item.name).sort()

test('GET /api/customers: users see exactly the customers within their reach', async () => {
  const visibleNames = async (username: string) =>
    names((await as(username).get('/api/customers')).data.items)
  assert.deepEqual(await visibleNames('admin'), ['宏远数码', '恒月母婴', '杭州晨曦家居有限公司'])
  assert.deepEqual(await visibleNames('admin2'), ['恒月母婴'])
  assert.deepEqual(await visibleNames('finance'), ['宏远数码', '杭州晨曦家居有限公司'])
  assert.deepEqual(await visibleNames('sales'), ['杭州晨曦家居有限公司'])
  assert.deepEqual(await visibleNames('head'), ['杭州晨曦家居有限公司'])
  assert.deepEqual(await visibleNames('head2'), ['宏远数码'])
})

test('GET /api/customers: an agent gets 403', async () => {
  assert.equal((await as('agent').get('/api/customers')).status, 403)
})

test('GET /api/customers: a row shows owner, live stores and masked contacts', async () => {
  const { data } = await as('sales').get('/api/customers')
  const [row] = data.items
  assert.equal(row.ownerName, '何立')
  assert.equal(row.mobile, '139****5678')
  assert.equal(row.wechat, 'w****8')
  assert.equal(row.storeCount, 2, 'the stopped store is not counted')
  assert.ok(!('nameKey' in row))
})

test('GET /api/customers: a keyword matches name, pinyin, initials and code', async () => {
  for (const keyword of ['晨曦', 'chenxi', 'hzcx', 'KH2026050001', ' 晨曦家居 ']) {
    const { data } = await as('sales').get(`/api/customers?keyword=${encodeURIComponent(keyword)}`)
    assert.equal(data.total, 1, keyword)
  }
  assert.equal((await as('sales').get('/api/customers?keyword=%25')).data.total, 0)
})

test('GET /api/customers: filters narrow the list; the counts per status ignore the status filter', async () => {
  const owner = await staffId('sales2')
  const byOwner = await as('admin').get(`/api/customers?ownerId=${owner}`)
  assert.deepEqual(names(byOwner.data.items), ['宏远数码'])
  const none = await as('finance').get('/api/customers?status=churned&status=paused')
  assert.equal(none.data.total, 0)
  assert.deepEqual(none.data.statusCounts, { active: 2 })
})

test('GET /api/customers: the filter by contract end includes both days', async () => {
  await db
    .updateTable('customer')
    .set({ contractStartOn: '2025-06-01', contractEndOn: '2026-05-31' })
    .where('id', '=', yuanshan)
    .execute()
  const total = async (from: string, to: string) =>
    (await as('admin').get(`/api/customers?contractEndFrom=${from}&contractEndTo=${to}`)).data.total
  assert.equal(await total('2026-05-31', '2026-05-31'), 1)
  assert.equal(await total('2026-06-01', '2026-12-31'), 0)
})

test('GET /api/customers: the company filter is for an admin of the headquarters', async () => {
  assert.deepEqual(names((await as('admin').get('/api/customers?companyCode=002')).data.items), ['恒月母婴'])
  assert.equal((await as('admin2').get('/api/customers?companyCode=002')).status, 403)
})

test('GET /api/customers: names are sorted by pinyin, not by character code', async () => {
  const inOrder = async (sort: string) =>
    (await as('admin').get(`/api/customers?sort=${sort}`)).data.items.map(({ name }: Customer) => name)
  const byPinyin = ['杭州晨曦家居有限公司', '恒月母婴', '宏远数码']
  assert.deepEqual(await inOrder('name'), byPinyin)
  assert.deepEqual(await inOrder('-name'), byPinyin.toReversed())
})

test('GET /api/customers: an unknown filter or sort gets 400', async () => {
  assert.equal((await as('admin').get('/api/customers?name=x')).status, 400)
  assert.equal((await as('admin').get('/api/customers?sort=mobile')).status, 400)
})

test('GET /api/customers/:id: returns a customer within reach; others get 404', async () => {
  const { status, data } = await as('head').get(`/api/customers/${chenxi}`)
  assert.equal(status, 200)
  assert.equal(data.name, '杭州晨曦家居有限公司')
  assert.deepEqual(data.warnings, [])
  for (const [who, id] of [
    ['sales', yuanshan],
    ['head', yuanshan],
    ['admin2', chenxi],
    ['finance', other],
    ['admin', 999_999],
  ] as const) {
    const answer = await as(who).get(`/api/customers/${id}`)
    assert.equal(answer.status, 404, who)
    assert.equal(answer.body.errorMessage, '客户不存在，或不在您可见的范围内。')
  }
})

test('GET /api/customers/options: returns id and name within reach; lost customers only by id', async () => {
  const lost = await as('sales').post('/api/customers', { name: '已经流失的客户' })
  await db.updateTable('customer').set({ status: 'churned' }).where('id', '=', lost.data.id).execute()
  const offered = (await as('sales').get('/api/customers/options?keyword=chenxi')).data
  assert.deepEqual(offered, [{ id: chenxi, name: '杭州晨曦家居有限公司' }])
  assert.deepEqual((await as('sales').get('/api/customers/options?keyword=liushi')).data, [])
  const byNumber = await as('sales').get(`/api/customers/options?id=${lost.data.id}&id=${yuanshan}`)
  assert.deepEqual(byNumber.data, [{ id: lost.data.id, name: '已经流失的客户' }])
  assert.equal((await as('agent').get('/api/customers/options')).status, 403)
})
