import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featuresWith } from '#app/features.ts'
import { SIGN_IN, TEST_KEYS, testApp } from '#app/testApp.ts'
import { seedWorld } from '#app/testWorld.ts'
import { robotTeller } from '#features/webhooks/message.ts'
import { ROBOT_HOST, taken, testRobot } from '#features/webhooks/testRobot.ts'
import { listsOf } from '#kit/listReading.ts'
import { subscriptionsJob } from './job.ts'

let answer = taken
const { means, received } = await testRobot((reply) => answer(reply))
const { as, db, clock } = await testApp(seedWorld, { means })
const NOON = clock.now

const features = featuresWith(SIGN_IN, means)
const job = subscriptionsJob({
  ...{ title: '后台', tell: robotTeller(means), findList: listsOf(() => features) },
})
const faults: unknown[] = []
const log = { info: () => {}, warn: () => {}, error: (fault: unknown) => void faults.push(fault) }

/** Lets the job look at an instant of Shanghai, and comes back to noon: sessions do not last for days. */
async function at(time: string): Promise<void> {
  clock.now = new Date(`2026-${time}:00+08:00`)
  const parts = { db, clock: () => clock.now, keyFor: TEST_KEYS, log, isStopping: () => false }
  await job.work({ ...parts, dueAt: clock.now })
  clock.now = NOON
}

const path = '/api/subscriptions'
const look = { dense: false, shown: {}, order: [], pins: {} }
async function viewOf(who: string, name: string, more: object = {}): Promise<number> {
  const view = { list: 'list.stores', name, scope: 'personal', query: '', look, ...more }
  const { data, body } = await as(who).post('/api/saved-views', view)
  assert.ok(data.id, body.errorMessage)
  return data.id
}
interface Told {
  title: { values: { view: string; n: number } }
  text: { values: { days?: string; names: string } } | null
}

/** A log of the agent in each of these states. */
async function seedLogs(states: readonly string[]): Promise<void> {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('username', '=', 'agent')
    .executeTakeFirstOrThrow()
  const log = { companyCode: '001', staffId: id, shift: 'morning', summary: '正常', halfHours: 16 }
  const rows = states.map((status, index) => ({ ...log, status, onDay: `2026-05-1${index}` }))
  await db
    .insertInto('worklog')
    .values(rows.map((row) => ({ ...row, submittedAt: NOON })))
    .execute()
}

const daily = (viewId: number, hour = 14) => ({ viewId, every: 'day', hour })
const toldOf = async (who: string) =>
  (await as(who).get('/api/notices?kind=subscription&pageSize=100')).data.items
const lastOf = async (who: string, id: number) =>
  (await as(who).get(path)).data.find((one: { id: number }) => one.id === id).last

test('subscriptions: a view comes every day at its hour, once, with what the person sees then', async () => {
  const viewId = await viewOf('head', '服务中', { query: 'status=serving' })
  const { data, status } = await as('head').post(path, daily(viewId))
  assert.equal(status, 200)
  assert.deepEqual([data.viewName, data.listName, data.last], ['服务中', '店铺', null])
  assert.equal(data.nextAt, '2026-05-19T06:00:00.000Z')
  assert.equal(data.link, `/store-management?status=serving&saved=${viewId}`)
  await at('05-19T13:55')
  assert.deepEqual(await toldOf('head'), [])
  await at('05-19T14:00')
  await at('05-19T14:05')
  const [notice, ...more] = await toldOf('head')
  assert.deepEqual(more, [])
  assert.deepEqual(notice.title, {
    sentence: '您订阅的「{view}」有 {n} 条',
    values: { view: '服务中', n: 2 },
  })
  assert.match(notice.text.values.names, /晨曦家居旗舰店/)
  assert.equal(notice.link, data.link)
  await at('05-20T14:00')
  assert.equal((await toldOf('head')).length, 2)
  assert.deepEqual((await lastOf('head', data.id)).state, 'done')
  const log = await as('head').get(`${path}/${data.id}/deliveries`)
  assert.equal(log.data.total, 2)
})

test('subscriptions: what was due before it was made does not come; of missed days only the newest', async () => {
  const viewId = await viewOf('sales', '我的店')
  await as('sales').post(path, daily(viewId, 9))
  await at('05-19T12:05')
  assert.deepEqual(await toldOf('sales'), [])
  await at('05-23T10:00')
  assert.equal((await toldOf('sales')).length, 1)
})

test('subscriptions: a weekly one comes on its day; another rhythm begins at once', async () => {
  const viewId = await viewOf('finance', '周报')
  const bad = await as('finance').post(path, { viewId, every: 'week', hour: 8 })
  assert.deepEqual([bad.status, Object.keys(bad.data.fields)], [400, ['weekday']])
  const { data } = await as('finance').post(path, { viewId, every: 'week', weekday: 5, hour: 8 })
  assert.equal(data.nextAt, '2026-05-22T00:00:00.000Z')
  await at('05-21T08:00')
  assert.deepEqual(await toldOf('finance'), [])
  await at('05-22T08:00')
  assert.equal((await toldOf('finance')).length, 1)
  const changed = await as('finance').patch(`${path}/${data.id}`, { version: 1, every: 'day', hour: 20 })
  assert.deepEqual([changed.data.weekday, changed.data.nextAt], [null, '2026-05-19T12:00:00.000Z'])
  const stale = await as('finance').patch(`${path}/${data.id}`, { version: 1, hour: 21 })
  assert.equal(stale.status, 409)
})

test('subscriptions: nobody sees, changes or ends another’s; a view out of sight cannot be subscribed to', async () => {
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

test('subscriptions: days by name are other days each time; a list without any begins as its screen does', async () => {
  const reports = 'list.reports.daily-customer.customers'
  const yesterday = await viewOf('finance', '昨日', { list: reports, query: 'from=yesterday' })
  const usual = await viewOf('finance', '近况', { list: reports })
  const fixed = await viewOf('finance', '那天', { list: reports, query: 'from=2026-05-01&to=2026-05-01' })
  const logs = await viewOf('head', '待审', { list: 'list.worklogs' })
  const all = await viewOf('head', '全部日志', { list: 'list.worklogs', query: 'status=' })
  await seedLogs(['submitted', 'draft'])
  for (const viewId of [yesterday, usual, fixed]) await as('finance').post(path, daily(viewId))
  for (const viewId of [logs, all]) await as('head').post(path, daily(viewId))
  const daysOf = async (day: string) => {
    const before = (await toldOf('finance')).length
    await at(`${day}T14:00`)
    const told = (await toldOf('finance')).slice(0, -before || undefined)
    return Object.fromEntries(
      told
        .filter(({ title }: Told) => title.values.view !== '周报')
        .map(({ title, text }: Told) => [title.values.view, text?.values.days]),
    )
  }
  const week = { 近况: '2026-05-12 – 2026-05-18', 那天: '2026-05-01' }
  assert.deepEqual(await daysOf('05-19'), { ...week, 昨日: '2026-05-18' })
  const later = { 近况: '2026-05-13 – 2026-05-19', 那天: '2026-05-01' }
  assert.deepEqual(await daysOf('05-20'), { ...later, 昨日: '2026-05-19' })
  const counts = (await toldOf('head')).map(({ title }: Told) => [title.values.view, title.values.n])
  assert.deepEqual(Object.fromEntries(counts.slice(0, 2)), { 待审: 1, 全部日志: 2 })
})

test('subscriptions: each list is read with the subscriber’s reach, and no money is named', async () => {
  const lists = {
    head: ['list.worklogs', 'list.warnings', 'list.reports.daily-worker', 'list.reports.daily-worker.agents'],
    finance: ['list.warnings', 'list.reports.daily-customer', 'list.reports.daily-customer.customers'],
    sales2: ['list.reports.daily-customer.customers'],
  }
  for (const [who, names] of Object.entries(lists)) {
    for (const list of names) {
      const viewId = await viewOf(who, list.slice(5, 25), { list, query: '' })
      const { data, body } = await as(who).post(path, daily(viewId, 17))
      assert.ok(data.id, `${list} ${body.errorMessage}`)
      assert.notEqual(data.listName, '', list)
    }
  }
  await at('05-19T17:00')
  for (const who of Object.keys(lists)) {
    const failed = (await as(who).get(path)).data.filter(
      (one: { last: { state: string } | null }) => one.last,
    )
    assert.deepEqual(
      failed.filter((one: { last: { state: string } }) => one.last.state !== 'done'),
      [],
      who,
    )
  }
  const [own] = await toldOf('sales2')
  assert.deepEqual([own.title.values.n, own.text.values.names], [1, '宏远数码 -'])
  // Whoever may not read the list is told so when it is due, and gets nothing.
  const viewId = await viewOf('agent2', '越权', { list: 'list.warnings' })
  const { data } = await as('agent2').post(path, daily(viewId, 18))
  await at('05-19T18:00')
  assert.match((await lastOf('agent2', data.id)).failure, /权限/)
  assert.deepEqual(await toldOf('agent2'), [])
})

test('subscriptions: with a group robot the group is told too: names and counts, no contact and no money', async () => {
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

test('subscriptions: a robot that refuses is tried again later, then given up; the console has it at once', async () => {
  answer = (reply) => reply.end('{"errcode":45009}')
  const before = (await toldOf('admin')).length
  const [{ id }] = (await as('admin').get(path)).data
  await at('05-20T14:00')
  assert.equal((await toldOf('admin')).length, before + 1)
  const waiting = await lastOf('admin', id)
  assert.deepEqual([waiting.state, waiting.attempts], ['waiting', 1])
  assert.match(waiting.failure, /45009/)
  for (const time of ['14:05', '14:15', '14:35', '15:40', '16:40']) await at(`05-20T${time}`)
  const given = await lastOf('admin', id)
  assert.deepEqual([given.state, given.attempts], ['failed', 5])
  assert.equal((await toldOf('admin')).length, before + 1)
  answer = taken
})

test('subscriptions: one whose reader may not read the list any more ends with a reason, and tells nothing', async () => {
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
  assert.deepEqual(await toldOf('head2'), [])
  const last = await lastOf('head2', data.id)
  assert.deepEqual([last.state, last.attempts], ['failed', 1])
  assert.match(last.failure, /权限/)
})

test('subscriptions: who is disabled receives nothing; who has left has none any more', async () => {
  const viewId = await viewOf('agent3', '店')
  await as('agent3').post(path, daily(viewId))
  const become = (status: string) =>
    db.updateTable('staff').set({ status }).where('username', '=', 'agent3').execute()
  const standing = async () =>
    (await db.selectFrom('subscription').select('id').where('viewId', '=', viewId).execute()).length
  await become('disabled')
  await at('05-19T14:00')
  assert.equal(await standing(), 1)
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
  assert.equal(await standing(), 0)
})

test('subscriptions: a view that is deleted takes its subscriptions along; a robot that is deleted does not', async () => {
  const [{ id, viewId, webhookId }] = (await as('admin').get(path)).data
  await as('admin').delete(`/api/webhooks/${webhookId}`)
  const kept = (await as('admin').get(path)).data[0]
  assert.deepEqual([kept.id, kept.webhookId], [id, null])
  await as('admin').delete(`/api/saved-views/${viewId}`)
  assert.deepEqual((await as('admin').get(path)).data, [])
  assert.deepEqual(faults, [])
})
