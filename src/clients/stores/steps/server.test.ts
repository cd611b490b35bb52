import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId, storeId } = idsIn(db)

const [chenxi, tmall, jd, stopped] = [
  await customerId('杭州晨曦家居有限公司'),
  await storeId('晨曦家居旗舰店'),
  await storeId('宏远数码京东自营店'),
  await storeId('晨曦旧店'),
]
const agent3 = await staffId('agent3')

const fixed = (monthlyCents: number) => ({ model: 'fixed', monthlyCents })
const step = async (who: string, id: number, verb: string, more: object) => {
  const { version } = await db
    .selectFrom('store')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return as(who).post(`/api/stores/${id}/${verb}`, { version, ...more })
}
const createNewStore = async (name: string) =>
  (await as('sales').post('/api/stores', { customerId: chenxi, platform: 'pdd', name })).data.id as number
const statesOf = async (id: number) => {
  const rows = await db
    .selectFrom('storeState')
    .select(['status', 'fromOn'])
    .where('storeId', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ status, fromOn }) => `${status} ${fromOn}`)
}
const lastLine = async (id: number, entity = 'store') =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', entity)
    .where('recordId', '=', String(id))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const walked = await createNewStore('走完一生的店')

test('trial: sets 试单 with its day; rejects a future day and a second trial', async () => {
  const tomorrow = await step('sales', walked, 'trial', { trialOn: '2026-05-20' })
  assert.deepEqual(tomorrow.data.fields, { trialOn: '日期不能晚于今天。' })
  const before = await step('sales', walked, 'trial', { trialOn: '2026-05-18' })
  assert.match(before.data.fields.trialOn, /不能早于 2026-05-19/)
  const { status, data } = await step('sales', walked, 'trial', { trialOn: '2026-05-19' })
  assert.equal(status, 200)
  assert.equal(data.status, 'trial')
  assert.equal(data.trialOn, '2026-05-19')
  const again = await step('sales', walked, 'trial', { trialOn: '2026-05-19' })
  assert.equal(again.body.errorCode, 'WRONG_STATE')
  assert.equal(again.body.errorMessage, '店铺的状态是“试单”，不能开始试单。')
})

test('go-live: the price may follow later, or be part of the request; the preview says which', async () => {
  const previewed = async (more: Record<string, string> = {}) => {
    const query = new URLSearchParams({ onlineOn: '2026-05-19', ...more })
    return as('sales').get(`/api/stores/${walked}/go-live/consequences?${query}`)
  }
  const unpriced = (await previewed()).data
  assert.deepEqual(rowsByLabel(unpriced), {
    店铺状态: ['试单', '服务中'],
    开始服务: '2026-05-19',
    计费方式: '还没有计费方式',
  })
  assert.equal(unpriced.items.at(-1).note, '数字照常进报表，出账前要补')
  const priced = await previewed({ pricing: JSON.stringify(fixed(310_000)) })
  assert.equal(rowsByLabel(priced.data).计费方式, '固定月费')
  assert.deepEqual(await statesOf(walked), ['pending 2026-05-19', 'trial 2026-05-19'], 'nothing is written')
  for (const [who, status] of [
    ['sales2', 404],
    ['admin2', 404],
    ['head', 403],
  ] as const) {
    const { status: answered } = await as(who).get(
      `/api/stores/${walked}/go-live/consequences?onlineOn=2026-05-19`,
    )
    assert.equal(answered, status, who)
  }
  const { data } = await step('sales', walked, 'go-live', {
    onlineOn: '2026-05-19',
    pricing: fixed(310_000),
    storeSalaryCents: 80_000,
  })
  assert.equal(data.status, 'serving')
  assert.equal(data.storeSalaryCents, 80_000)
  assert.deepEqual(await statesOf(walked), ['pending 2026-05-19', 'trial 2026-05-19', 'serving 2026-05-19'])
  const line = await lastLine(walked)
  assert.equal(line.action, 'go-live')
  assert.deepEqual(line.changes, {
    status: ['trial', 'serving'],
    onlineOn: [null, '2026-05-19'],
    on: [null, '2026-05-19'],
  })
  assert.equal((await lastLine(walked, 'store-terms')).action, 'add')
})

test('go-live: is possible without a trial and without a price, not for a stopped store', async () => {
  const id = await createNewStore('不试单的店')
  const live = { onlineOn: '2026-05-19' }
  const { data } = await step('admin', id, 'go-live', live)
  assert.deepEqual([data.status, data.pricingModel], ['serving', null])
  const page = (await as('admin').get(`/api/stores/${id}`)).data
  assert.deepEqual(
    page.states.map(({ status }: { status: string }) => status),
    ['pending', 'serving'],
  )
  assert.equal((await step('admin', stopped, 'go-live', live)).status, 409)
})

test('pause and resume: write states with their days and keep the assignments', async () => {
  const paused = await step('finance', tmall, 'pause', { on: '2026-05-12', note: '店铺装修' })
  assert.equal(paused.data.status, 'paused')
  assert.deepEqual(paused.data.agents, ['周小禾'])
  assert.deepEqual((await lastLine(tmall)).changes, {
    status: ['serving', 'paused'],
    on: [null, '2026-05-12'],
    note: [null, '店铺装修'],
  })
  assert.equal((await step('finance', tmall, 'pause', { on: '2026-05-12' })).status, 409)
  const early = await step('finance', tmall, 'resume', { on: '2026-05-11' })
  assert.match(early.data.fields.on, /不能早于 2026-05-12/)
  assert.equal((await step('finance', tmall, 'resume', { on: '2026-05-15' })).data.status, 'serving')
  assert.deepEqual(await statesOf(tmall), ['paused 2026-05-12', 'serving 2026-05-15'])
})

test('stop: the consequences are shown before', async () => {
  const terms = { fromOn: '2026-01-01', pricing: fixed(310_000) }
  assert.equal((await as('finance').post(`/api/stores/${jd}/terms`, terms)).status, 200)
  const ofAnother = { fromOn: '2026-05-01', pricing: fixed(620_000) }
  assert.equal((await as('finance').post(`/api/stores/${tmall}/terms`, ofAnother)).status, 200)
  await db
    .insertInto('storeState')
    .values({
      companyCode: '001',
      storeId: jd,
      fromOn: '2026-01-01',
      status: 'serving',
      createdAt: new Date(0),
    })
    .execute()
  const consequencesPath = `/api/stores/${jd}/stop/consequences?stoppedOn=2026-05-10`
  const { data } = await as('sales2').get(consequencesPath)
  assert.deepEqual(rowsByLabel(data), {
    店铺状态: ['服务中', '已停止'],
    结束的客服分配: 1,
    建议收取的当月服务费: 100_000,
    登记流失记录: 1,
    这位客户在服务的店铺: [1, 0],
  })
  const [, agents, proposal] = data.items
  assert.deepEqual(agents.values, { names: '赵晓冬' })
  assert.deepEqual(proposal.values, { from: '2026-05-01', to: '2026-05-10', formula: '¥3,100.00 × 10 / 31' })
  assert.deepEqual(await statesOf(jd), ['serving 2026-01-01'], 'nothing is written')
  const paid = rowsByLabel((await as('sales2').get(`${consequencesPath}&monthPaid=true`)).data)
  assert.equal(paid.建议收取的当月服务费, undefined)
  assert.ok(Number(paid.建议退还的当月服务费) > 0)
  assert.equal((await as('sales').get(consequencesPath)).status, 404)
})

test('stop: ends assignments, opens a churn record, proposes a bill and reports the last live store', async () => {
  await db
    .insertInto('storeAssignment')
    .values({ companyCode: '001', storeId: jd, staffId: agent3, fromOn: '2026-06-01', sharePercent: 0 })
    .execute()
  const { status, data } = await step('sales2', jd, 'stop', {
    stoppedOn: '2026-05-10',
    reason: 'price',
    note: '嫌贵',
  })
  assert.equal(status, 200)
  assert.equal(data.status, 'stopped')
  assert.equal(data.stoppedOn, '2026-05-10')
  assert.equal(data.lastLiveStore, true)
  assert.equal(data.proposal.amountCents, 100_000)
  const assignments = await db
    .selectFrom('storeAssignment')
    .select('toOn')
    .where('storeId', '=', jd)
    .execute()
  assert.deepEqual(assignments, [{ toOn: '2026-05-10' }])
  const churn = await db
    .selectFrom('churnRecord')
    .selectAll()
    .where('id', '=', data.churnRecordId)
    .executeTakeFirstOrThrow()
  assert.equal(churn.status, 'churned')
  assert.equal(churn.reason, 'price')
  assert.equal(churn.stopOn, '2026-05-10')
  const [savedProposal] = (await as('finance').get(`/api/stores/${jd}/terms`)).data.proposals
  assert.equal(savedProposal.state, 'open')
  assert.deepEqual(await statesOf(jd), ['serving 2026-01-01', 'stopped 2026-05-11'])
  const lines = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'store')
    .where('recordId', '=', String(jd))
    .orderBy('id')
    .execute()
  assert.deepEqual(
    lines.map(({ action }) => action),
    ['stop', 'end-assignment', 'cancel-assignment'],
  )
})

test('stop: needs day and reason; rejects a future day and a second stop', async () => {
  const withoutInput = await step('admin', tmall, 'stop', {})
  assert.deepEqual(Object.keys(withoutInput.data.fields).sort(), ['reason', 'stoppedOn'])
  const tomorrow = await step('admin', tmall, 'stop', { stoppedOn: '2026-05-20', reason: 'price' })
  assert.deepEqual(tomorrow.data.fields, { stoppedOn: '日期不能晚于今天。' })
  const twice = await step('admin', jd, 'stop', { stoppedOn: '2026-05-19', reason: 'price' })
  assert.equal(twice.body.errorCode, 'WRONG_STATE')
})

test('stop: a store that was never in service gets no record and no proposal, and can be restored directly', async () => {
  const id = await createNewStore('没有开始的店')
  const { data } = await step('sales', id, 'stop', { stoppedOn: '2026-05-19', reason: 'other' })
  assert.equal(data.churnRecordId, null)
  assert.equal(data.proposal, null)
  assert.equal(data.lastLiveStore, false)
  const back = await step('sales', id, 'restore', { on: '2026-05-19' })
  assert.equal(back.data.status, 'serving')
  assert.equal(back.data.stoppedOn, null)
})

test('restore: fails with the id of the churn record if there is one', async () => {
  const refused = await step('sales2', jd, 'restore', { on: '2026-05-19' })
  assert.equal(refused.body.errorCode, 'WRONG_STATE')
  assert.ok(refused.data.recordId)
})

test('a store of a lost customer cannot begin, resume or be restored', async () => {
  const id = await createNewStore('流失客户的店')
  await step('sales', tmall, 'pause', { on: '2026-05-19' })
  await db.updateTable('customer').set({ status: 'churned' }).where('id', '=', chenxi).execute()
  const sentence = '该客户已流失，请先在客户的流失记录里召回客户。'
  const answers = [
    await step('admin', id, 'trial', { trialOn: '2026-05-19' }),
    await step('admin', id, 'go-live', { onlineOn: '2026-05-19', pricing: fixed(1) }),
    await step('admin', tmall, 'resume', { on: '2026-05-19' }),
    await step('admin', stopped, 'restore', { on: '2026-05-19' }),
  ]
  for (const { body } of answers) assert.equal(body.errorMessage, sentence)
  await db.updateTable('customer').set({ status: 'active' }).where('id', '=', chenxi).execute()
})

test('steps fail with a stale version, out of reach and without permission', async () => {
  const stale = await as('admin').post(`/api/stores/${tmall}/resume`, { version: 1, on: '2026-05-19' })
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal(stale.data.current.name, '晨曦家居旗舰店')
  for (const [verb, more] of [
    ['trial', { trialOn: '2026-05-19' }],
    ['go-live', { onlineOn: '2026-05-19' }],
    ['pause', { on: '2026-05-19' }],
    ['resume', { on: '2026-05-19' }],
    ['stop', { stoppedOn: '2026-05-19', reason: 'price' }],
    ['restore', { on: '2026-05-19' }],
  ] as const) {
    assert.equal((await step('sales2', tmall, verb, more)).status, 404, verb)
    assert.equal((await step('admin2', tmall, verb, more)).status, 404, verb)
    assert.equal((await step('head', tmall, verb, more)).status, 403, verb)
    assert.equal((await step('agent', tmall, verb, more)).status, 403, verb)
  }
})
