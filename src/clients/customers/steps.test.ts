import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db, clock } = await testApp(seedWorld)
const { customerId } = idsIn(db)

const chenxi = await customerId('杭州晨曦家居有限公司')

async function trial(name: string) {
  const { data } = await as('sales').post('/api/customers', { name })
  return data as { id: number; version: number }
}

const step = (who: string, id: number, verb: string, input: object) =>
  as(who).post(`/api/customers/${id}/${verb}`, input)

const CONTRACT = { contractStartOn: '2026-05-20', contractEndOn: '2027-05-19' }

test('a customer signs, pauses for a reason and resumes; each step has an audit line', async () => {
  const { id, version } = await trial('走完一生')
  const signed = await step('sales', id, 'sign', { version, contractNo: 'HT-9', ...CONTRACT })
  assert.deepEqual([signed.status, signed.data.status, signed.data.contractNo], [200, 'active', 'HT-9'])
  const paused = await step('finance', id, 'pause', { version: signed.data.version, reason: '装修停业' })
  assert.equal(paused.data.status, 'paused')
  const resumed = await step('admin', id, 'resume', { version: paused.data.version })
  assert.deepEqual([resumed.data.status, resumed.data.contractEndOn], ['active', '2027-05-19'])
  const { items } = (await as('sales').get(`/api/audit-logs?entity=customer&recordId=${id}`)).data
  assert.deepEqual(
    items.map((line: { action: string }) => line.action),
    ['resume', 'pause', 'sign', 'create'],
  )
  assert.deepEqual(items[1].changes, { status: ['active', 'paused'], reason: [null, '装修停业'] })
})

test('hadTrial is true if the customer was ever 试用, false if it was entered as 合作中', async () => {
  const hadTrial = async (id: number) => (await as('sales').get(`/api/customers/${id}`)).data.hadTrial
  const { id, version, ...rest } = await trial('先试后签')
  assert.equal('hadTrial' in rest && rest.hadTrial, true)
  await step('sales', id, 'sign', { version, ...CONTRACT })
  assert.equal(await hadTrial(id), true)
  const { data: activeCustomer } = await as('sales').post('/api/customers', {
    name: '早就在做',
    status: 'active',
    ...CONTRACT,
  })
  assert.deepEqual([activeCustomer.status, activeCustomer.hadTrial], ['active', false])
  await step('sales', activeCustomer.id, 'pause', { version: activeCustomer.version, reason: '装修停业' })
  assert.equal(await hadTrial(activeCustomer.id), false)
})

test('a step from a wrong status gets an error message with the current status', async () => {
  const { id, version } = await trial('走错一步')
  for (const [verb, input] of [
    ['pause', { reason: '想停一停' }],
    ['resume', {}],
  ] as const) {
    const { status, body } = await step('sales', id, verb, { version, ...input })
    assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'], verb)
    assert.match(body.errorMessage ?? '', /这位客户现在是“试用”/)
  }
  const again = await step('sales', chenxi, 'sign', { version: 1, ...CONTRACT })
  assert.equal(again.body.errorCode, 'WRONG_STATE')
})

test('signing needs both days of the contract in order; pausing needs a reason', async () => {
  const { id, version } = await trial('缺合同')
  const none = await step('sales', id, 'sign', { version })
  assert.deepEqual(Object.keys(none.data.fields), ['contractStartOn', 'contractEndOn'])
  const turned = { version, contractStartOn: '2026-05-20', contractEndOn: '2026-05-19' }
  assert.deepEqual(Object.keys((await step('sales', id, 'sign', turned)).data.fields), ['contractEndOn'])
  assert.equal((await step('sales', chenxi, 'pause', { version: 1, reason: '' })).status, 400)
})

test('a step with a stale version changes nothing and returns the current record', async () => {
  const { id, version } = await trial('两人同时')
  await as('sales').patch(`/api/customers/${id}`, { version, remark: '先改了' })
  const { status, body, data } = await step('finance', id, 'sign', { version, ...CONTRACT })
  assert.deepEqual([status, body.errorCode, data.current.remark], [409, 'STALE', '先改了'])
})

test('a step out of reach gets 404, without permission 403', async () => {
  for (const [who, status] of [
    ['sales2', 404],
    ['admin2', 404],
    ['head', 403],
    ['agent', 403],
  ] as const) {
    assert.equal((await step(who, chenxi, 'pause', { version: 1, reason: '不该能停' })).status, status, who)
  }
})

test('the list filters contracts that end today, within 7 or 30 days, or have ended', async () => {
  const endings = { 已经到期: -1, 今天到期: 0, 七天到期: 7, 三十天到期: 30, 还早: 31 }
  for (const [name, days] of Object.entries(endings)) {
    const { id } = await trial(name)
    const contractEndOn = new Date(clock.now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    await db.updateTable('customer').set({ contractEndOn }).where('id', '=', id).execute()
  }
  const left = await trial('已流失不提醒')
  await db
    .updateTable('customer')
    .set({ contractEndOn: '2026-05-01', status: 'churned' })
    .where('id', '=', left.id)
    .execute()
  const due = async (which: string) =>
    (await as('sales').get(`/api/customers?contractDue=${which}&sort=contractEndOn`)).data.items.map(
      (row: { name: string }) => row.name,
    )
  assert.deepEqual(await due('expired'), ['已经到期'])
  assert.deepEqual(await due('today'), ['今天到期'])
  assert.deepEqual(await due('week'), ['今天到期', '七天到期'])
  assert.deepEqual(await due('month'), ['今天到期', '七天到期', '三十天到期'])
  assert.equal((await as('sales').get('/api/customers?contractDue=year')).status, 400)
})
