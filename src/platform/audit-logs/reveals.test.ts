import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { app, as, db, clock } = await testApp(seedWorld)
const { customerId, staffId, storeId } = idsIn(db)

const chenxi = await customerId('杭州晨曦家居有限公司')
const agent = await staffId('agent')

const show = (who: string, path: string, field: string, reason = '回访客户') =>
  as(who).post(`/api/${path}/reveal`, { field, reason })

const linesOf = (recordId: number) =>
  db
    .selectFrom('audit')
    .selectAll()
    .where('action', '=', 'reveal')
    .where('recordId', '=', String(recordId))
    .orderBy('id')
    .execute()

test('POST /api/customers/:id/reveal: returns the contact to its managers; the log has field and reason', async () => {
  const { status, data } = await show('sales', `customers/${chenxi}`, 'mobile')
  assert.equal(status, 200)
  assert.deepEqual(data, { value: '13912345678' })
  for (const who of ['finance', 'admin']) {
    assert.equal((await show(who, `customers/${chenxi}`, 'wechat')).data.value, 'wangnvshi8', who)
  }
  const lines = await linesOf(chenxi)
  assert.deepEqual(
    lines.map((line) => [line.actorName, line.changes]),
    [
      ['何立', { revealed: [null, 'mobile'], reason: [null, '回访客户'] }],
      ['郑敏', { revealed: [null, 'wechat'], reason: [null, '回访客户'] }],
      ['林知远', { revealed: [null, 'wechat'], reason: [null, '回访客户'] }],
    ],
  )
  assert.doesNotMatch(JSON.stringify(lines), /13912345678|wangnvshi8/)
})

test('POST /api/customers/:id/reveal: a repeat with the same key is a new reveal with its own line', async () => {
  const payload = { type: 'account', username: 'sales', password: PASSWORD }
  const signedIn = await app.inject({ method: 'POST', url: '/api/login/account', payload })
  const headers = { authorization: signedIn.json().data.token, 'idempotency-key': 'again' }
  const before = (await linesOf(chenxi)).length
  for (const nth of [1, 2]) {
    const url = `/api/customers/${chenxi}/reveal`
    const revealBody = { field: 'mobile', reason: '再次确认' }
    const answer = await app.inject({ method: 'POST', url, headers, payload: revealBody })
    assert.equal(answer.json().data.value, '13912345678')
    assert.equal(answer.headers['idempotency-replayed'], undefined)
    assert.equal((await linesOf(chenxi)).length, before + nth)
  }
})

test('POST /api/customers/:id/reveal: no permission gets 403, out of reach 404', async () => {
  assert.equal((await show('head', `customers/${chenxi}`, 'mobile')).status, 403)
  assert.equal((await show('agent', `customers/${chenxi}`, 'mobile')).status, 403)
  assert.equal((await show('sales2', `customers/${chenxi}`, 'mobile')).status, 404)
  assert.equal((await show('admin2', `customers/${chenxi}`, 'mobile')).status, 404)
  assert.equal((await linesOf(chenxi)).length, 5)
})

test('POST /api/customers/:id/reveal: requires field and reason, and accepts masked fields only', async () => {
  const bad = await show('sales', `customers/${chenxi}`, 'remark', ' ')
  assert.equal(bad.status, 400)
  assert.deepEqual(Object.keys(bad.data.fields), ['field', 'reason'])
  const short = await show('sales', `customers/${chenxi}`, 'mobile', '查')
  assert.deepEqual(short.data.fields, { reason: '查看原因至少 2 个字符' })
})

test('POST /api/customers/:id/reveal: an empty field gets 409', async () => {
  await as('sales').patch(`/api/customers/${chenxi}`, { version: 1, wechat: null })
  const { status, body } = await show('sales', `customers/${chenxi}`, 'wechat')
  assert.deepEqual([status, body.errorCode], [409, 'WRONG_STATE'])
})

test('POST /api/staff/:id/reveal: a head sees the mobiles of their own team, never the card', async () => {
  await as('admin').patch(`/api/staff/${agent}`, { version: 1, payeeCard: '6222020200112233445' })
  assert.equal((await show('head', `staff/${agent}`, 'mobile')).data.value, '13800000004')
  assert.equal((await show('head', `staff/${agent}`, 'payeeCard')).status, 403)
  assert.equal((await show('head2', `staff/${agent}`, 'mobile')).status, 404)
  assert.equal((await show('sales', `staff/${agent}`, 'mobile')).status, 403)
  assert.equal((await show('admin', `staff/${agent}`, 'payeeCard')).data.value, '6222020200112233445')
})

test('reveal: 30 an hour per person, even for concurrent requests; an hour later the limit is free again', async () => {
  const path = `customers/${await customerId('宏远数码')}`
  const answers = await Promise.all(Array.from({ length: 34 }, () => show('sales2', path, 'mobile')))
  const successful = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  assert.deepEqual([successful.length, refused.length], [30, 4])
  assert.match(refused[0]?.body.errorMessage ?? '', /30 次.*60 分钟后/)
  assert.equal(refused[0]?.data.retryAfterSeconds, 3600)
  assert.equal((await show('finance', path, 'mobile')).status, 200)
  clock.now = new Date(NOON.getTime() + 3_600_001)
  assert.equal((await show('sales2', path, 'mobile')).status, 200)
})

test('responses contain the name of the record’s last editor', async () => {
  await as('finance').patch(`/api/customers/${chenxi}`, { version: 2, remark: '每周三对账' })
  const stale = await as('sales').patch(`/api/customers/${chenxi}`, { version: 2, remark: '改' })
  assert.equal(stale.body.errorCode, 'STALE')
  assert.equal(stale.data.current.updatedByName, '郑敏')
  const store = await storeId('晨曦家居旗舰店')
  assert.equal((await as('admin').get(`/api/stores/${store}`)).data.updatedByName, null)
  await as('admin').patch(`/api/stores/${store}`, { version: 1, remark: '备注' })
  assert.equal((await as('agent').get(`/api/stores/${store}`)).data.updatedByName, '林知远')
  assert.equal((await as('head').get(`/api/staff/${agent}`)).data.updatedByName, '林知远')
})
