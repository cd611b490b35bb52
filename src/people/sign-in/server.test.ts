import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const world = await testApp(seedWorld)
const { as, db } = world

const signIn = (username: string, password = PASSWORD, more = {}) =>
  as(null).post('/api/login/account', { type: 'account', username, password, ...more })

test('POST /api/login/account: the user name is case-insensitive', async () => {
  const answer = await signIn('Agent')
  assert.equal(answer.status, 200)
  assert.match(answer.data.token, /^[\w-]{43}$/)
  assert.equal(answer.data.mustChangePassword, false)
  assert.equal(answer.data.expiresAt, new Date(NOON.getTime() + 12 * 3_600_000).toISOString())
})

test('POST /api/login/account: the token is stored only as a hash', async () => {
  const { data } = await signIn('finance')
  const rows = await db.selectFrom('session').selectAll().execute()
  assert.ok(rows.length > 0)
  assert.ok(rows.every((row) => row.tokenHash.length === 32 && !JSON.stringify(row).includes(data.token)))
})

test('POST /api/login/account: a wrong password and an unknown name get the same response', async () => {
  const wrong = await signIn('sales', 'not-the-password')
  const unknown = await signIn('nobody-at-all', 'not-the-password')
  assert.equal(wrong.status, 401)
  assert.equal(unknown.status, 401)
  assert.equal(wrong.body.errorMessage, '用户名或密码错误。')
  assert.equal(unknown.body.errorMessage, wrong.body.errorMessage)
})

test('POST /api/login/account: a missing or unknown field is reported', async () => {
  const answer = await as(null).post('/api/login/account', { type: 'account', username: 'a', extra: 1 })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.data.fields, { password: '请输入密码', extra: '不认识的字段：extra' })
})

test('GET /api/currentUser: returns the specified fields and our own, with the mobile masked', async () => {
  const { data } = await as('agent').get('/api/currentUser')
  assert.equal(data.name, '周小禾')
  assert.equal(data.role, 2)
  assert.equal(typeof data.parentId, 'number')
  assert.equal(data.companyCode, '001')
  assert.equal(data.mobile, '138****0004')
})

test('GET /api/currentUser: accepts the token bare or after Bearer; an unknown token gets 401', async () => {
  const { data } = await signIn('admin')
  const call = async (authorization: string) => {
    const { app } = world
    return (await app.inject({ url: '/api/currentUser', headers: { authorization } })).statusCode
  }
  assert.equal(await call(data.token), 200)
  assert.equal(await call(`Bearer ${data.token}`), 200)
  assert.equal(await call('x'.repeat(43)), 401)
  assert.equal((await as(null).get('/api/currentUser')).body.errorCode, 'UNAUTHENTICATED')
})
