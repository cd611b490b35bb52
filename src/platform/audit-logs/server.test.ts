import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { AuditLog } from './contract.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId, storeId } = idsIn(db)

const chenxi = await customerId('杭州晨曦家居有限公司')
const tmall = await storeId('晨曦家居旗舰店')
const agent = await staffId('agent')
const [head, agent3, sales] = [await staffId('head'), await staffId('agent3'), await staffId('sales')]

const log = (who: string, entity: string, id: number, more = '') =>
  as(who).get(`/api/audit-logs?entity=${entity}&recordId=${id}${more}`)

test('GET /api/audit-logs: lists changes, newest first, with contacts masked', async () => {
  const call = (body: object) => as('sales').patch(`/api/customers/${chenxi}`, body)
  await call({ version: 1, mobile: '13887654321', wechat: 'chenxi2026' })
  await call({ version: 2, remark: '每周三对账' })
  const { status, data } = await log('finance', 'customer', chenxi)
  assert.equal(status, 200)
  assert.equal(data.total, 2)
  const [newest, first] = data.items
  assert.deepEqual(newest.changes, { remark: [null, '每周三对账'] })
  assert.equal(newest.actorName, '何立')
  assert.equal(newest.at, '2026-05-19T04:00:00.000Z')
  assert.deepEqual(first.changes, {
    mobile: ['139****5678', '138****4321'],
    wechat: ['w****8', 'c****6'],
  })
})

test('GET /api/audit-logs: returns the log page by page', async () => {
  const second = await log('sales', 'customer', chenxi, '&pageSize=1&current=2')
  assert.equal(second.data.total, 2)
  assert.deepEqual(
    second.data.items.map((line: AuditLog) => Object.keys(line.changes)),
    [['mobile', 'wechat']],
  )
})

test('GET /api/audit-logs: returns names for the ids of people', async () => {
  await as('admin').patch(`/api/stores/${tmall}`, { version: 1, leaderId: null })
  const shift = { storeId: tmall, staffId: agent3, shift: 'evening', fromOn: '2026-05-19', sharePercent: 0 }
  await as('admin').post('/api/store-assignments', shift)
  const { data } = await log('agent', 'store', tmall)
  assert.deepEqual(
    data.items.map((line: AuditLog) => line.action),
    ['assign', 'update'],
  )
  assert.deepEqual(data.items[1].changes, { leaderId: [head, null] })
  assert.deepEqual(data.names, {
    leaderId: { [head]: '陈思雨' },
    staffId: { [agent3]: '李若彤' },
  })
})

test('GET /api/audit-logs: a head reads the team’s log without pay', async () => {
  await as('admin').patch(`/api/staff/${agent}`, { version: 1, name: '周禾', baseSalaryCents: 500_000 })
  const pay = await log('admin', 'staff', agent)
  assert.deepEqual(pay.data.items[0].changes.baseSalaryCents, [null, 500_000])
  const { data } = await log('head', 'staff', agent)
  assert.deepEqual(data.items[0].changes, { name: ['周小禾', '周禾'] })
})

test('GET /api/audit-logs: a record out of reach gets 404', async () => {
  assert.equal((await log('sales2', 'customer', chenxi)).status, 404)
  assert.equal((await log('admin2', 'store', tmall)).status, 404)
  assert.equal((await log('head2', 'staff', agent)).status, 404)
  assert.equal((await log('admin', 'store', 999_999)).status, 404)
})

test('GET /api/audit-logs: a user without permission for the record kind gets 403', async () => {
  assert.equal((await log('agent', 'customer', chenxi)).status, 403)
  assert.equal((await log('sales', 'staff', agent)).status, 403)
})

test('GET /api/audit-logs: an unknown kind or id gets 400', async () => {
  const { status, data } = await as('admin').get('/api/audit-logs?entity=bill&recordId=x')
  assert.equal(status, 400)
  assert.deepEqual(Object.keys(data.fields), ['entity', 'recordId'])
})

test('GET /api/audit-logs: logs of follow-ups and notes are for users who reach their customer', async () => {
  const followUpInput = { customerId: chenxi, dueOn: '2026-05-25', text: '回访' }
  const { data: followUp } = await as('sales').post('/api/follow-ups', followUpInput)
  const moved = { version: followUp.version, assigneeId: head, dueOn: '2026-05-26' }
  assert.equal((await as('sales').patch(`/api/follow-ups/${followUp.id}`, moved)).status, 200)
  const written = { text: '催了付款', mentionIds: [head] }
  const { data: note } = await as('sales').post(`/api/customers/${chenxi}/notes`, written)
  const again = { version: note.version, text: '付款了', mentionIds: [] }
  assert.equal((await as('sales').patch(`/api/customer-notes/${note.id}`, again)).status, 200)
  const ofFollowUp = (await log('head', 'follow-up', followUp.id)).data
  assert.deepEqual(ofFollowUp.items[0].changes, {
    assigneeId: [sales, head],
    dueOn: ['2026-05-25', '2026-05-26'],
  })
  assert.equal(ofFollowUp.names.assigneeId[head], '陈思雨')
  const ofNote = (await log('head', 'customer-note', note.id)).data
  assert.deepEqual(ofNote.items[0].changes, { text: ['催了付款', '付款了'], mentionIds: [[head], []] })
  assert.equal(ofNote.names.mentionIds[head], '陈思雨')
  for (const [entity, id] of [
    ['follow-up', followUp.id],
    ['customer-note', note.id],
  ]) {
    assert.equal((await log('sales2', entity, id)).status, 404)
    assert.equal((await log('agent', entity, id)).status, 403)
  }
})

test('the log names the admin, not the viewed person, for the start and end of viewing', async () => {
  assert.equal((await as('admin').post(`/api/staff/${agent}/view`, {})).status, 200)
  assert.equal((await as('admin').post('/api/currentUser/stop-viewing', {})).status, 200)
  const items: AuditLog[] = (await log('admin', 'staff', agent)).data.items
  assert.deepEqual(
    items.slice(0, 2).map(({ action, actorName }) => [action, actorName]),
    [
      ['end-viewing', '林知远'],
      ['begin-viewing', '林知远'],
    ],
  )
})
