import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId, storeId } = idsIn(db)

const rowOf = (table: 'customer' | 'store' | 'churnRecord', id: number) =>
  db.selectFrom(table).select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

const chenxi = await customerId('杭州晨曦家居有限公司')
const tmall = await storeId('晨曦家居旗舰店')
const jd = await storeId('宏远数码京东自营店')

const TODAY = '2026-05-19'
const detection = { detectedOn: '2026-05-11', reason: 'price', note: '同行报价低两成' }

test('POST /api/churn-records: opens a record in 挽留中 with the owner as handler; nothing else changes', async () => {
  const { status, data } = await as('finance').post('/api/churn-records', { storeId: tmall, ...detection })
  assert.equal(status, 200)
  assert.equal(data.status, 'retaining')
  assert.deepEqual([data.subject, data.customerId, data.storeName], ['store', chenxi, '晨曦家居旗舰店'])
  assert.deepEqual([data.handlerName, data.ownerName, data.leaderName], ['何立', '何立', '陈思雨'])
  assert.equal(data.snapshot, null)
  assert.equal((await rowOf('store', tmall)).status, 'serving')
})

test('POST /api/churn-records: a second record for the same store gets CONFLICT with the id of the open one', async () => {
  const { status, body, data } = await as('sales').post('/api/churn-records', {
    storeId: tmall,
    ...detection,
  })
  assert.deepEqual([status, body.errorCode], [409, 'CONFLICT'])
  assert.equal(typeof data.recordId, 'number')
})

test('POST /api/churn-records: ten concurrent requests open one record', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => as('admin').post('/api/churn-records', { storeId: jd, ...detection })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
})

test('POST /api/churn-records: each invalid field gets its message', async () => {
  const fieldsOf = async (body: object) =>
    (await as('admin').post('/api/churn-records', { ...detection, ...body })).data?.fields
  assert.deepEqual(await fieldsOf({}), { customerId: '请选择一位客户，或一家店铺。' })
  assert.deepEqual(await fieldsOf({ customerId: chenxi, storeId: tmall }), {
    customerId: '请选择一位客户，或一家店铺。',
  })
  assert.deepEqual(await fieldsOf({ customerId: chenxi, detectedOn: '2026-05-20' }), {
    detectedOn: '日期不能晚于今天。',
  })
  for (const person of ['agent', 'sales-b']) {
    assert.deepEqual(await fieldsOf({ customerId: chenxi, handlerId: await staffId(person) }), {
      handlerId: '请选择本公司在职的商务、财务或管理员。',
    })
  }
})

test('other sales and another company get 404, a head 403', async () => {
  assert.equal(
    (await as('sales2').post('/api/churn-records', { customerId: chenxi, ...detection })).status,
    404,
  )
  assert.equal((await as('sales2').post('/api/churn-records', { storeId: tmall, ...detection })).status, 404)
  assert.equal((await as('admin2').post('/api/churn-records', { storeId: tmall, ...detection })).status, 404)
  assert.equal((await as('head').post('/api/churn-records', { storeId: tmall, ...detection })).status, 403)
})

const openOf = async (about: string) =>
  (await as('admin').get(`/api/churn-records?${about}&status=retaining&status=churned`)).data.items[0]
const pathOf = (record: { id: number }, step = '') => `/api/churn-records/${record.id}${step}`

test('PATCH /api/churn-records/:id: changes the given fields with an audit line; a stale version is rejected', async () => {
  const before = await openOf(`storeId=${tmall}`)
  const changed = await as('sales').patch(pathOf(before), { version: before.version, reason: 'in_house' })
  assert.deepEqual(
    [changed.status, changed.data.reason, changed.data.note],
    [200, 'in_house', detection.note],
  )
  const stale = await as('admin').patch(pathOf(before), { version: before.version, reason: 'price' })
  assert.deepEqual([stale.status, stale.body.errorCode], [409, 'STALE'])
  assert.equal(stale.data.current.reason, 'in_house')
  const log = await as('sales').get(`/api/audit-logs?entity=churn&recordId=${before.id}`)
  assert.deepEqual(log.data.items[0].changes, { reason: ['price', 'in_house'] })
  assert.equal((await as('sales2').get(`/api/audit-logs?entity=churn&recordId=${before.id}`)).status, 404)
})

test('retention actions contain what was done, by whom, and the outcome', async () => {
  const record = await openOf(`storeId=${tmall}`)
  const added = await as('sales').post(pathOf(record, '/measures'), { onDay: TODAY, what: '登门拜访' })
  assert.deepEqual(
    added.data.measures.map(({ what, staffName, outcome }: Record<string, string>) => [
      what,
      staffName,
      outcome,
    ]),
    [['登门拜访', '何立', 'open']],
  )
  const [{ id }] = added.data.measures
  const path = pathOf(record, `/measures/${id}`)
  assert.deepEqual((await as('sales').patch(path, { outcome: 'helped' })).data.fields, {
    result: '请写明结果。',
  })
  const updated = await as('sales').patch(path, { outcome: 'helped', result: '愿意再谈' })
  assert.equal(updated.data.measures[0].result, '愿意再谈')
  assert.equal((await as('sales').patch(pathOf(record, '/measures/999999'), { outcome: 'open' })).status, 404)
  assert.equal(
    (await as('sales2').post(pathOf(record, '/measures'), { onDay: TODAY, what: 'x' })).status,
    404,
  )
  const ahead = await as('sales').post(pathOf(record, '/measures'), { onDay: '2026-05-20', what: '回访' })
  assert.deepEqual(ahead.data.fields, { onDay: '日期不能晚于今天。' })
})

test('POST /api/churn-records/:id/cancel: cancels a record in 挽留中 once, with a reason', async () => {
  const record = await openOf(`storeId=${jd}`)
  const input = { version: record.version, note: '谈妥续约' }
  assert.equal((await as('sales').post(pathOf(record, '/cancel'), input)).status, 404)
  const { data } = await as('sales2').post(pathOf(record, '/cancel'), input)
  assert.deepEqual([data.status, data.closingNote, data.cancelledOn], ['cancelled', '谈妥续约', TODAY])
  const again = await as('sales2').post(pathOf(record, '/cancel'), { ...input, version: data.version })
  assert.deepEqual([again.status, again.body.errorCode], [409, 'WRONG_STATE'])
  assert.equal((await rowOf('store', jd)).status, 'serving')
})

test('POST /api/churn-records: a store that was never in service cannot be lost', async () => {
  const store = { customerId: chenxi, platform: 'pdd', name: '还没上线的店' }
  const { data } = await as('sales').post('/api/stores', store)
  const { status, body } = await as('sales').post('/api/churn-records', { storeId: data.id, ...detection })
  assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
})
