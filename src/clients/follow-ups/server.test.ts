import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { FollowUp } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const customerId = await idsIn(db).customerId('杭州晨曦家居有限公司')
const [sales, finance, agent] = [await staffId('sales'), await staffId('finance'), await staffId('agent')]

const plan = (who: string, more: object = {}) =>
  as(who).post('/api/follow-ups', { customerId, dueOn: '2026-05-20', text: '问续约的意向', ...more })
const list = async (who: string, query = '') => (await as(who).get(`/api/follow-ups?${query}`)).data

test('a follow-up without an assignee belongs to its author and is listed under mine', async () => {
  const { status, data } = await plan('sales')
  assert.equal(status, 200)
  assert.deepEqual(
    [data.assigneeName, data.customerName, data.doneAt],
    ['何立', '杭州晨曦家居有限公司', null],
  )
  await plan('sales', { assigneeId: finance, dueOn: '2026-06-01', text: '对账' })
  const mine = await list('sales', 'mine=true&status=open')
  assert.deepEqual([mine.total, mine.statusCounts], [1, { open: 1 }])
  assert.equal((await list('finance', 'mine=true&dueTo=2026-05-31')).total, 0)
  assert.equal((await list('finance', `customerId=${customerId}`)).total, 2)
})

test('only staff who may read the customer can be assigned: owner, admins, finance and heads that serve it', async () => {
  const { data } = await as('sales').get(`/api/customers/${customerId}/colleagues`)
  assert.deepEqual(data.map(({ name }: { name: string }) => name).sort(), [
    '何立',
    '林知远',
    '郑敏',
    '陈思雨',
  ])
  const found = await as('head').get(`/api/customers/${customerId}/colleagues?keyword=csy`)
  assert.deepEqual(
    found.data.map(({ name }: { name: string }) => name),
    ['陈思雨'],
  )
  const refused = await plan('sales', { assigneeId: agent })
  assert.deepEqual([refused.status, Object.keys(refused.data.fields)], [400, ['assigneeId']])
  const sales2 = await plan('sales', { assigneeId: await staffId('sales2') })
  assert.equal(sales2.status, 400)
})

test('a follow-up is completed, reopened and edited, each with version check', async () => {
  const made = (await plan('head')).data
  const step = (who: string, verb: string, version: number) =>
    as(who).post(`/api/follow-ups/${made.id}/${verb}`, { version })
  const early = await step('sales', 'reopen', made.version)
  assert.equal(early.body.errorCode, 'WRONG_STATE')
  const done = await step('sales', 'done', made.version)
  assert.ok(done.data.doneAt)
  const changed = await as('head').patch(`/api/follow-ups/${made.id}`, {
    version: done.data.version,
    text: '已经完成的',
  })
  assert.equal(changed.body.errorCode, 'WRONG_STATE')
  assert.equal((await step('head', 'reopen', made.version)).body.errorCode, 'STALE')
  const again = await step('head', 'reopen', done.data.version)
  assert.equal(again.data.doneAt, null)
  const moved = await as('head').patch(`/api/follow-ups/${made.id}`, {
    version: again.data.version,
    dueOn: '2026-05-25',
    assigneeId: sales,
  })
  assert.deepEqual([moved.data.dueOn, moved.data.assigneeName], ['2026-05-25', '何立'])
  const lines = await db
    .selectFrom('audit')
    .select(['action', 'changes'])
    .where('entity', '=', 'follow-up')
    .where('recordId', '=', String(made.id))
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['create', 'done', 'reopen', 'update'],
  )
  const head = await staffId('head')
  assert.deepEqual(lines[3]?.changes, { dueOn: ['2026-05-20', '2026-05-25'], assigneeId: [head, sales] })
})

test('customers and follow-ups out of reach get 404; agents get 403', async () => {
  const { id, version } = (await plan('sales')).data
  for (const who of ['sales2', 'head2', 'admin2']) {
    assert.equal((await plan(who)).status, 404, who)
    assert.equal((await as(who).post(`/api/follow-ups/${id}/done`, { version })).status, 404, who)
    assert.equal((await list(who)).total, 0, who)
  }
  assert.equal((await plan('agent')).status, 403)
})

test('each invalid field gets its message', async () => {
  const { data } = await as('sales').post('/api/follow-ups', { customerId, dueOn: '2026-02-30', text: ' ' })
  assert.deepEqual(Object.keys(data.fields).sort(), ['dueOn', 'text'])
})

test('open follow-ups are listed before done ones, earliest first, unless sorted', async () => {
  const early = (await plan('sales', { dueOn: '2026-04-01' })).data
  const late = (await plan('sales', { dueOn: '2026-06-01' })).data
  await as('sales').post(`/api/follow-ups/${early.id}/done`, { version: early.version })
  const days = (items: FollowUp[]) => items.map(({ dueOn }) => dueOn)
  const { items } = await list('sales')
  const open = (items as FollowUp[]).filter(({ doneAt }) => doneAt === null)
  assert.ok(open.some(({ id }) => id === late.id))
  assert.deepEqual(items.slice(0, open.length), open)
  assert.deepEqual(days(open), days(open).toSorted())
  assert.equal((await list('sales', 'sort=dueOn')).items[0].id, early.id)
})

test('a customer transfer reassigns the open follow-ups of the former owner', async () => {
  const sales2 = await staffId('sales2')
  const before = (await list('admin', `assigneeId=${sales}&status=open`)).total
  assert.ok(before > 0)
  await as('admin').post('/api/customers/transfer', { ids: [customerId], ownerId: sales2, reason: '休假' })
  assert.equal((await list('admin', `assigneeId=${sales}&status=open`)).total, 0)
  assert.equal((await list('sales2', 'mine=true&status=open')).total, before)
})
