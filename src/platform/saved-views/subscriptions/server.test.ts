import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Selectable } from 'kysely'
import type { Staff } from '#db/tables.ts'
import { acceptMessage, ROBOT_HOST } from '#testing/testRobot.ts'
import { daily, PATH as path, testSubscriptions } from './testSubscriptions.ts'

const { as, db, robot, received, faults, at, viewOf, noticesOf, lastOf } = await testSubscriptions()

test('subscriptions: a daily view is delivered once at its hour, with the person’s current data', async () => {
  const viewId = await viewOf('head', '服务中', { query: 'status=serving' })
  const { data, status } = await as('head').post(path, daily(viewId))
  assert.equal(status, 200)
  assert.deepEqual([data.viewName, data.listName, data.last], ['服务中', '店铺', null])
  assert.equal(data.nextAt, '2026-05-19T06:00:00.000Z')
  assert.equal(data.link, `/store-management?status=serving&saved=${viewId}`)
  await at('05-19T13:55')
  assert.deepEqual(await noticesOf('head'), [])
  await at('05-19T14:00')
  await at('05-19T14:05')
  const [notice, ...more] = await noticesOf('head')
  assert.deepEqual(more, [])
  assert.deepEqual(notice.title, {
    sentence: '您订阅的「{view}」有 {n} 条',
    values: { view: '服务中', n: 2 },
  })
  assert.match(notice.text.values.names, /晨曦家居旗舰店/)
  assert.equal(notice.link, data.link)
  await at('05-20T14:00')
  assert.equal((await noticesOf('head')).length, 2)
  assert.deepEqual((await lastOf('head', data.id)).state, 'done')
  const log = await as('head').get(`${path}/${data.id}/deliveries`)
  assert.equal(log.data.total, 2)
})

test('subscriptions: nothing due before its creation is delivered; of missed days only the latest', async () => {
  const viewId = await viewOf('sales', '我的店')
  await as('sales').post(path, daily(viewId, 9))
  await at('05-19T12:05')
  assert.deepEqual(await noticesOf('sales'), [])
  await at('05-23T10:00')
  assert.equal((await noticesOf('sales')).length, 1)
})

test('subscriptions: a weekly one is delivered on its weekday; a new schedule applies immediately', async () => {
  const viewId = await viewOf('finance', '周报')
  const bad = await as('finance').post(path, { viewId, every: 'week', hour: 8 })
  assert.deepEqual([bad.status, Object.keys(bad.data.fields)], [400, ['weekday']])
  const { data } = await as('finance').post(path, { viewId, every: 'week', weekday: 5, hour: 8 })
  assert.equal(data.nextAt, '2026-05-22T00:00:00.000Z')
  await at('05-21T08:00')
  assert.deepEqual(await noticesOf('finance'), [])
  await at('05-22T08:00')
  assert.equal((await noticesOf('finance')).length, 1)
  const changed = await as('finance').patch(`${path}/${data.id}`, { version: 1, every: 'day', hour: 20 })
  assert.deepEqual([changed.data.weekday, changed.data.nextAt], [null, '2026-05-19T12:00:00.000Z'])
  const stale = await as('finance').patch(`${path}/${data.id}`, { version: 1, hour: 21 })
  assert.equal(stale.status, 409)
})

test('subscriptions: are private; a view that the user cannot see cannot be subscribed to', async () => {
  const viewId = await viewOf('sales2', '私有')
  const { data } = await as('sales2').post(path, daily(viewId))
  assert.deepEqual((await as('agent').get(path)).data, [])
  assert.equal((await as('agent').patch(`${path}/${data.id}`, { version: 1, hour: 1 })).status, 404)
  assert.equal((await as('agent').delete(`${path}/${data.id}`)).status, 404)
  assert.equal((await as('agent').get(`${path}/${data.id}/deliveries`)).status, 404)
  assert.equal((await as('agent').post(path, daily(viewId))).status, 404)
  const twice = await as('sales2').post(path, daily(viewId))
  assert.deepEqual([twice.status, Object.keys(twice.data.fields)], [409, ['viewId']])
  const other = await viewOf('sales2', '流失', { list: 'list.churn-records.customerid' })
  assert.equal((await as('sales2').post(path, daily(other))).status, 409)
  assert.equal((await as('sales2').delete(`${path}/${data.id}`)).status, 200)
})

test('subscriptions: a group robot gets names and counts, without contacts and amounts of money', async () => {
  const webhook = { name: '日报群', kind: 'wecom', url: `https://${ROBOT_HOST}/send?key=1` }
  const { id: webhookId } = (await as('admin').post('/api/webhooks', webhook)).data
  const viewId = await viewOf('admin', '全部客户', {
    list: 'list.customers',
    query: 'status=active&unknown=1',
  })
  const { data } = await as('admin').post(path, { ...daily(viewId), webhookId })
  assert.equal(data.webhookName, '日报群')
  await at('05-19T14:00')
  const [message] = received as { body: { text: { content: string } } }[]
  assert.ok(message, (await lastOf('admin', data.id)).failure)
  const text = message.body.text.content
  assert.match(text, /^【后台】全部客户（客户，林知远订阅）\n2026-05-19 14:00，共 3 条\n1\. /)
  assert.ok(!/139|王女士|¥|wangnvshi/.test(text), text)
  const foreign = await as('admin2').post(path, { ...daily(await viewOf('admin2', '别家')), webhookId })
  assert.equal(foreign.status, 404)
})

test('subscriptions: a failed robot delivery is retried, then fails; the console notice is sent once', async () => {
  robot.answer = (reply) => reply.end('{"errcode":45009}')
  const before = (await noticesOf('admin')).length
  const [{ id }] = (await as('admin').get(path)).data
  await at('05-20T14:00')
  assert.equal((await noticesOf('admin')).length, before + 1)
  const retried = await lastOf('admin', id)
  assert.deepEqual([retried.state, retried.attempts], ['waiting', 1])
  assert.match(retried.failure, /45009/)
  for (const time of ['14:05', '14:15', '14:35', '15:40', '16:40']) await at(`05-20T${time}`)
  const failed = await lastOf('admin', id)
  assert.deepEqual([failed.state, failed.attempts], ['failed', 5])
  assert.equal((await noticesOf('admin')).length, before + 1)
  robot.answer = acceptMessage
})

test('subscriptions: without permission for the list a delivery fails with the reason and no content', async () => {
  const viewId = await viewOf('head2', '同事', { list: 'list.staff' })
  const { data } = await as('head2').post(path, daily(viewId))
  const staff = db.updateTable('staff').where('username', '=', 'head2')
  const { id: head } = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'head')
    .executeTakeFirstOrThrow()
  await staff.set({ parentId: head }).execute()
  await at('05-19T14:00')
  await staff.set({ parentId: null }).execute()
  assert.deepEqual(await noticesOf('head2'), [])
  const last = await lastOf('head2', data.id)
  assert.deepEqual([last.state, last.attempts], ['failed', 1])
  assert.match(last.failure, /权限/)
})

test('subscriptions: disabled staff get no deliveries, former staff lose their subscriptions', async () => {
  const viewId = await viewOf('agent3', '店')
  await as('agent3').post(path, daily(viewId))
  const become = (status: Selectable<Staff>['status']) =>
    db.updateTable('staff').set({ status }).where('username', '=', 'agent3').execute()
  const countSubscriptions = async () =>
    (await db.selectFrom('subscription').select('id').where('viewId', '=', viewId).execute()).length
  await become('disabled')
  await at('05-19T14:00')
  assert.equal(await countSubscriptions(), 1)
  assert.deepEqual(
    await db
      .selectFrom('delivery')
      .innerJoin('subscription', 'subscription.id', 'delivery.subscriptionId')
      .select('delivery.id')
      .where('viewId', '=', viewId)
      .execute(),
    [],
  )
  await become('left')
  await at('05-19T14:05')
  assert.equal(await countSubscriptions(), 0)
})

test('subscriptions: deleting a view deletes its subscriptions, deleting a robot keeps them', async () => {
  const [{ id, viewId, webhookId }] = (await as('admin').get(path)).data
  await as('admin').delete(`/api/webhooks/${webhookId}`)
  const remaining = (await as('admin').get(path)).data[0]
  assert.deepEqual([remaining.id, remaining.webhookId], [id, null])
  await as('admin').delete(`/api/saved-views/${viewId}`)
  assert.deepEqual((await as('admin').get(path)).data, [])
  assert.deepEqual(faults, [])
})
