import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { as, db } = await testApp(seedWorld)
const { customerId, staffId, storeId } = idsIn(db)

const chenxi = await customerId('杭州晨曦家居有限公司')
const yuanshan = await customerId('宏远数码')
const tmall = await storeId('晨曦家居旗舰店')
const jd = await storeId('宏远数码京东自营店')
const head = await staffId('head')

const input = (more: object) => ({ customerId: chenxi, platform: 'pdd', name: '晨曦拼多多店', ...more })

test('POST /api/stores: sales add a store of their own customer; code and defaults are filled in', async () => {
  const { status, data } = await as('sales').post(
    '/api/stores',
    input({ leaderId: head, serviceTypes: ['presale', 'night'], shifts: ['night'], targetReplyRateBp: 9800 }),
  )
  assert.equal(status, 200)
  assert.equal(data.code, 'DP2026050001')
  assert.equal(data.companyCode, '001')
  assert.equal(data.status, 'pending')
  assert.equal(data.seat, 'shared')
  assert.equal(data.leaderName, '陈思雨')
  assert.deepEqual(data.serviceTypes, ['presale', 'night'])
  assert.deepEqual(data.agents, [])
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'store')
    .where('recordId', '=', String(data.id))
    .executeTakeFirstOrThrow()
  assert.equal(line.action, 'create')
  assert.deepEqual((line.changes as Record<string, unknown>).name, [null, '晨曦拼多多店'])
})

test('POST /api/stores: the same name on the same platform is a conflict; it is free on others and after a stop', async () => {
  const again = await as('admin').post('/api/stores', input({ name: '晨曦 拼多多店' }))
  assert.equal(again.body.errorCode, 'CONFLICT')
  assert.deepEqual(Object.keys(again.data.fields), ['name'])
  assert.equal((await as('admin').post('/api/stores', input({ platform: 'jd' }))).status, 200)
  const revived = input({ platform: 'tmall', name: '晨曦旧店' })
  assert.equal((await as('admin').post('/api/stores', revived)).status, 200)
})

test('POST /api/stores: a shop id belongs to one live store of the platform', async () => {
  const shop = (name: string) => input({ name, platformShopId: '3901' })
  assert.equal((await as('admin').post('/api/stores', shop('甲店'))).status, 200)
  const second = await as('admin').post('/api/stores', shop('乙店'))
  assert.equal(second.status, 409)
  assert.deepEqual(Object.keys(second.data.fields), ['platformShopId'])
})

test('POST /api/stores: a store of the same name in another company is no conflict and is not disclosed', async () => {
  const same = input({ platform: 'taobao', name: '恒月母婴' })
  assert.equal((await as('finance').post('/api/stores', same)).status, 200)
})

test('POST /api/stores: a customer out of reach or an invalid leader is rejected with a field error', async () => {
  const foreign = await as('sales').post('/api/stores', input({ customerId: yuanshan, name: '越界店' }))
  assert.equal(foreign.status, 400)
  assert.deepEqual(Object.keys(foreign.data.fields), ['customerId'])
  for (const who of ['agent', 'sales', 'admin2']) {
    const answer = await as('admin').post(
      '/api/stores',
      input({ name: '组长店', leaderId: await staffId(who) }),
    )
    assert.deepEqual(Object.keys(answer.data.fields), ['leaderId'], who)
  }
})

test('POST /api/stores: each invalid field gets its message', async () => {
  const { status, data } = await as('admin').post('/api/stores', {
    platform: 'tmall',
    name: '坏店',
    url: 'javascript:alert(1)',
    targetReplyRateBp: 10_001,
    status: 'stopped',
    storeSalary: 1,
  })
  assert.equal(status, 400)
  assert.deepEqual(data.fields, {
    customerId: '请选择客户',
    url: '请输入以 http:// 或 https:// 开头的网址',
    targetReplyRateBp: '目标回复率不能大于 100.00%',
    status: '状态不在可选范围内',
    storeSalary: '不认识的字段：storeSalary',
  })
  const serving = await as('admin').post('/api/stores', input({ name: '无日期', status: 'serving' }))
  assert.deepEqual(serving.data.fields, { onlineOn: '服务中和暂停的店铺需要上线日期。' })
})

test('POST /api/stores: heads and agents get 403', async () => {
  assert.equal((await as('head').post('/api/stores', input({ name: '组长建' }))).status, 403)
  assert.equal((await as('agent').post('/api/stores', input({ name: '组员建' }))).status, 403)
})

test('PATCH /api/stores/:id: changes only the given fields; the audit log contains old and new values', async () => {
  const { data } = await as('finance').patch(`/api/stores/${tmall}`, {
    version: 1,
    targetReplyRateBp: 9600,
    onlineOn: '2026-01-02',
    leaderId: null,
  })
  assert.equal(data.version, 2)
  assert.equal(data.leaderName, null)
  assert.equal(data.name, '晨曦家居旗舰店')
  const line = await db
    .selectFrom('audit')
    .selectAll()
    .where('entity', '=', 'store')
    .where('recordId', '=', String(tmall))
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(line.actorName, '郑敏')
  assert.deepEqual(line.changes, {
    targetReplyRateBp: [9500, 9600],
    onlineOn: ['2026-01-01', '2026-01-02'],
    leaderId: [head, null],
  })
})

test('PATCH /api/stores/:id: a stale write returns the current record', async () => {
  const { status, body, data } = await as('admin').patch(`/api/stores/${tmall}`, { version: 1, remark: '旧' })
  assert.equal(status, 409)
  assert.equal(body.errorCode, 'STALE')
  assert.equal(data.current.version, 2)
  assert.equal(data.current.targetReplyRateBp, 9600)
})

test('PATCH /api/stores/:id: customer and platform can change only while the store is 待上线', async () => {
  const begun = await as('admin').patch(`/api/stores/${tmall}`, { version: 2, platform: 'taobao' })
  assert.equal(begun.status, 409)
  assert.equal(begun.body.errorCode, 'WRONG_STATE')
  const pending = await as('admin').post('/api/stores', input({ name: '登错的店' }))
  const moved = await as('admin').patch(`/api/stores/${pending.data.id}`, {
    version: 1,
    platform: 'vip',
    customerId: yuanshan,
  })
  assert.equal(moved.data.platform, 'vip')
  assert.equal(moved.data.customerName, '宏远数码')
  const other = await customerId('恒月母婴')
  const abroad = await as('admin').patch(`/api/stores/${pending.data.id}`, { version: 2, customerId: other })
  assert.deepEqual(Object.keys(abroad.data.fields), ['customerId'])
})

test('PATCH /api/stores/:id: the status cannot be changed; a name in use is a conflict', async () => {
  const state = await as('admin').patch(`/api/stores/${jd}`, { version: 1, status: 'paused' })
  assert.deepEqual(Object.keys(state.data.fields), ['status'])
  const name = await as('admin').patch(`/api/stores/${jd}`, { version: 1, name: '晨曦拼多多店' })
  assert.equal(name.status, 409)
})

test('PATCH /api/stores/:id: a store out of reach gets 404; role 2 gets 403', async () => {
  assert.equal((await as('sales').patch(`/api/stores/${jd}`, { version: 1 })).status, 404)
  assert.equal((await as('admin2').patch(`/api/stores/${jd}`, { version: 1 })).status, 404)
  assert.equal((await as('head2').patch(`/api/stores/${jd}`, { version: 1 })).status, 403)
  assert.equal((await as('agent2').patch(`/api/stores/${jd}`, { version: 1 })).status, 403)
})
