import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const customerId = await idsIn(db).customerId('杭州晨曦家居有限公司')
const [sales, head, finance] = [await staffId('sales'), await staffId('head'), await staffId('finance')]

const write = (who: string, text: string, mentionIds: number[] = []) =>
  as(who).post(`/api/customers/${customerId}/notes`, { text, mentionIds })
const notes = async (who: string) => (await as(who).get(`/api/customers/${customerId}/notes`)).data
const unread = async (who: string) => (await as(who).get('/api/customer-mentions?unread=true')).data

test('a mention is listed for the colleague and unread until marked as read', async () => {
  const { status, data } = await write('head', '@何立 客户想加两位夜班客服', [sales])
  assert.equal(status, 200)
  assert.deepEqual(data.mentions, [{ id: sales, name: '何立' }])
  const { total, items } = await unread('sales')
  assert.equal(total, 1)
  assert.deepEqual([items[0].createdByName, items[0].customerName], ['陈思雨', '杭州晨曦家居有限公司'])
  assert.equal((await as('sales').post(`/api/customer-mentions/${data.id}/read`)).status, 200)
  assert.equal((await unread('sales')).total, 0)
  assert.ok((await as('sales').get('/api/customer-mentions')).data.items[0].readAt)
})

test('users who may read the customer read its notes, newest first', async () => {
  await write('sales', '已报价')
  for (const who of ['sales', 'head', 'finance', 'admin']) {
    const { items } = await notes(who)
    assert.deepEqual(
      items.map(({ text }: { text: string }) => text),
      ['已报价', '@何立 客户想加两位夜班客服'],
      who,
    )
  }
  for (const who of ['sales2', 'head2', 'admin2']) {
    assert.equal((await as(who).get(`/api/customers/${customerId}/notes`)).status, 404, who)
    assert.equal((await write(who, '看不到的客户')).status, 404, who)
  }
  assert.equal((await write('agent', '组员')).status, 403)
})

test('a mention of a colleague who may not read the customer is rejected', async () => {
  for (const username of ['agent', 'sales2', 'head2', 'admin2']) {
    const { status, data } = await write('sales', '请看', [await staffId(username)])
    assert.deepEqual([status, Object.keys(data.fields)], [400, ['mentionIds']], username)
  }
})

test('only the author edits a note; read marks remain, and a removed mention is deleted', async () => {
  const made = (await write('finance', '@何立 @陈思雨 请补合同', [sales, head])).data
  await as('sales').post(`/api/customer-mentions/${made.id}/read`)
  const edit = (who: string, input: object) => as(who).patch(`/api/customer-notes/${made.id}`, input)
  const changed = { version: made.version, text: '@何立 请补合同扫描件', mentionIds: [sales] }
  assert.equal((await edit('sales', changed)).status, 403)
  const answer = await edit('finance', changed)
  assert.deepEqual(
    [answer.status, answer.data.text, answer.data.mentions.length],
    [200, '@何立 请补合同扫描件', 1],
  )
  assert.equal((await unread('sales')).total, 0)
  assert.equal((await unread('head')).total, 0)
  assert.equal((await edit('finance', changed)).body.errorCode, 'STALE')
  assert.equal((await edit('admin2', changed)).status, 404)
})

test('a mention of another person cannot be marked, and mentions of customers out of reach are not listed', async () => {
  const made = (await write('sales', '@郑敏 请开票', [finance])).data
  assert.equal((await as('head').post(`/api/customer-mentions/${made.id}/read`)).status, 404)
  const toSales = (await write('finance', '@何立 已开票', [sales])).data
  assert.equal((await unread('sales')).items[0].id, toSales.id)
  await as('admin').post('/api/customers/transfer', {
    ids: [customerId],
    ownerId: await staffId('sales2'),
    reason: '换人',
  })
  assert.equal((await unread('sales')).total, 0)
})

test('an empty note, too many mentions and an unknown field are rejected', async () => {
  assert.equal((await write('admin', '  ')).status, 400)
  assert.equal((await write('admin', '很多人', Array(11).fill(sales))).status, 400)
  const stranger = await as('admin').post(`/api/customers/${customerId}/notes`, { text: '好', pinned: true })
  assert.equal(stranger.status, 400)
})
