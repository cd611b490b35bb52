import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
const { customerId, staffId } = idsIn(db)

const [chenxi, yuanshan, other] = [
  await customerId('杭州晨曦家居有限公司'),
  await customerId('宏远数码'),
  await customerId('恒月母婴'),
]
const [sales, sales2] = [await staffId('sales'), await staffId('sales2')]

const transfer = (who: string, ids: number[], ownerId: number, reason = '区域调整') =>
  as(who).post('/api/customers/transfer', { ids, ownerId, reason })

test('a transfer returns a result per row and skips customers out of reach, already owned or not allowed for the new owner', async () => {
  const { status, data } = await transfer('admin', [chenxi, yuanshan, other, 999_999], sales2)
  assert.equal(status, 200)
  assert.deepEqual(data.results, [
    { id: chenxi, name: '杭州晨曦家居有限公司', problem: null },
    { id: yuanshan, name: '宏远数码', problem: 'same' },
    { id: other, name: '恒月母婴', problem: 'owner' },
    { id: 999_999, name: null, problem: 'notFound' },
  ])
  const row = (await as('sales2').get(`/api/customers/${chenxi}`)).data
  assert.deepEqual([row.ownerName, row.version], ['沈佳', 2])
  assert.equal((await as('sales').get(`/api/customers/${chenxi}`)).status, 404)
})

test('the owner history has no gaps and contains the reason and the author of each change', async () => {
  clock.now = new Date(clock.now.getTime() + 60_000)
  await transfer('sales2', [chenxi], sales, '客户要求原来的商务')
  const { items } = (await as('sales').get(`/api/customers/${chenxi}/owners`)).data
  assert.deepEqual(
    items.map(({ ownerName, reason, byName }: Record<string, unknown>) => [ownerName, reason, byName]),
    [
      ['何立', '客户要求原来的商务', '沈佳'],
      ['沈佳', '区域调整', '林知远'],
      ['何立', null, null],
    ],
  )
  assert.equal(items[0].toAt, null)
  assert.equal(items[1].toAt, items[0].fromAt)
  assert.equal(items[2].toAt, items[1].fromAt)
})

test('sales transfer only their own customers, and only to staff who may own customers', async () => {
  const foreign = (await transfer('sales', [yuanshan], sales)).data.results
  assert.deepEqual(foreign, [{ id: yuanshan, name: null, problem: 'notFound' }])
  for (const username of ['finance', 'agent', 'sales-b']) {
    const { results } = (await transfer('sales', [chenxi], await staffId(username))).data
    assert.equal(results[0].problem, 'owner', username)
  }
  assert.equal((await as('sales').get(`/api/customers/${chenxi}`)).status, 200)
})

test('each transferred customer has an audit line with both owners and the reason', async () => {
  const { items, names } = (await as('admin').get(`/api/audit-logs?entity=customer&recordId=${chenxi}`)).data
  assert.deepEqual(
    items.map((line: { action: string }) => line.action),
    ['transfer', 'transfer'],
  )
  assert.deepEqual(items[0].changes, { ownerId: [sales2, sales], reason: [null, '客户要求原来的商务'] })
  assert.deepEqual(names.ownerId, { [sales]: '何立', [sales2]: '沈佳' })
})

test('an open follow-up is reassigned with its customer, with both people in its audit line', async () => {
  const made = await as('sales').post('/api/follow-ups', {
    customerId: chenxi,
    dueOn: '2026-05-20',
    text: '问续约的意向',
  })
  await transfer('admin', [chenxi], sales2)
  const url = `/api/audit-logs?entity=follow-up&recordId=${made.data.id}`
  const { items } = (await as('admin').get(url)).data
  assert.deepEqual([items[0].action, items[0].changes], ['update', { assigneeId: [sales, sales2] }])
  await transfer('admin', [chenxi], sales)
})

test('the owner history of a new customer starts with its first owner', async () => {
  const { id } = (await as('sales').post('/api/customers', { name: '新来的' })).data
  const { items } = (await as('sales').get(`/api/customers/${id}/owners`)).data
  assert.deepEqual(
    items.map(({ ownerName, toAt }: Record<string, unknown>) => [ownerName, toAt]),
    [['何立', null]],
  )
})

test('a transfer takes at most 100 customers and needs a reason; finance, heads and agents get 403', async () => {
  const many = Array.from({ length: 101 }, (_, n) => n + 1)
  assert.deepEqual(Object.keys((await transfer('admin', many, sales)).data.fields), ['ids'])
  assert.deepEqual(Object.keys((await transfer('admin', [chenxi], sales, '')).data.fields), ['reason'])
  for (const who of ['finance', 'head', 'agent']) {
    assert.equal((await transfer(who, [chenxi], sales2)).status, 403, who)
  }
})

test('two concurrent transfers of twenty customers leave each with one owner and one open history row', async () => {
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, n) => as('sales').post('/api/customers', { name: `批量移交${n}` })),
  )
  const ids = made.map(({ data }) => data.id as number)
  const both = await Promise.all([
    transfer('admin', ids, sales2),
    transfer('admin', [...ids].reverse(), sales2, '重复的一次'),
  ])
  const moved = both.flatMap(({ data }) => data.results).filter(({ problem }) => problem === null)
  assert.equal(moved.length, 20, 'one of the two gave each')
  const currentOwners = await db
    .selectFrom('customerOwner')
    .select('ownerId')
    .where('customerId', 'in', ids)
    .where('toAt', 'is', null)
    .execute()
  assert.deepEqual(
    currentOwners.map(({ ownerId }) => ownerId),
    Array(20).fill(sales2),
  )
})

test('customer volumes are sums over the stores within reach, and a missing figure is not zero', async () => {
  const stores = await db
    .selectFrom('store')
    .select(['id', 'name'])
    .where('customerId', '=', chenxi)
    .execute()
  const idOfStore = (name: string) => stores.find((store) => store.name === name)?.id ?? 0
  const figure = (storeId: number, onDay: string, consultUsers: number) => ({
    storeId,
    onDay,
    consultUsers,
    companyCode: '001',
    source: 'imported' as const,
  })
  await db
    .insertInto('storeDaily')
    .values([
      figure(idOfStore('晨曦家居旗舰店'), '2026-05-17', 40),
      figure(idOfStore('星澜美妆'), '2026-05-17', 2),
      figure(idOfStore('晨曦家居旗舰店'), '2026-05-18', 30),
    ])
    .execute()
  const { data } = await as('sales').get(`/api/customers/${chenxi}/volumes`)
  assert.deepEqual([data.from, data.to, data.days.length], ['2026-02-18', '2026-05-18', 90])
  assert.deepEqual(data.days.slice(-3), [
    { on: '2026-05-16', volume: null, reported: 0, expected: 2 },
    { on: '2026-05-17', volume: 42, reported: 2, expected: 2 },
    { on: '2026-05-18', volume: 30, reported: 1, expected: 2 },
  ])
  assert.equal((await as('sales2').get(`/api/customers/${chenxi}/volumes`)).status, 404)
  assert.equal((await as('sales2').get(`/api/customers/${chenxi}/owners`)).status, 404)
})
