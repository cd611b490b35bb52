import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { featuresWith } from '#app/features.ts'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { app, as, clock, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const STEP_MS = 30_000

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

const tokenOf = async (username: string) => (await firstStep(username)).data.token

const otpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now.getTime() })

async function post(url: string, payload: object, token = '') {
  const answer = await app.inject({ method: 'POST', url, payload, headers: { authorization: token } })
  const body = answer.json()
  return { status: answer.statusCode, body, data: body.data }
}

const firstStep = (username: string, more = {}) =>
  post('/api/login/account', { type: 'account', username, password: PASSWORD, ...more })
const secondStep = (ticket: string, otp: string) =>
  post('/api/login/account', { type: 'ticket', ticket, otp })

/** Sets up a second factor; returns its secret and recovery codes. */
async function setUp(username: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const begun = await as(username).post('/api/currentUser/second-factor/begin', { password: PASSWORD })
  assert.equal(begun.status, 200, begun.body.errorMessage)
  const { secret } = begun.data
  const confirmed = await as(username).post('/api/currentUser/second-factor/confirm', { otp: otpOf(secret) })
  assert.equal(confirmed.status, 200, confirmed.body.errorMessage)
  later(STEP_MS)
  return { secret, recoveryCodes: confirmed.data.recoveryCodes }
}

async function actionsOf(username: string): Promise<string[]> {
  const recordId = String(await staffId(username))
  const query = db.selectFrom('audit').select('action').where('entity', '=', 'staff').orderBy('id')
  return (await query.where('recordId', '=', recordId).execute()).map(({ action }) => action)
}

test('a code confirms the secret, ten recovery codes are returned, and sign-in then takes two steps', async () => {
  const { secret, recoveryCodes } = await setUp('agent')
  assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.equal(new Set(recoveryCodes).size, 10)
  assert.ok(recoveryCodes.every((code) => /^([a-z2-9]{6}-){3}[a-z2-9]{6}$/.test(code)))
  const state = await as('agent').get('/api/currentUser/second-factor')
  assert.equal(state.data.recoveryCodesLeft, 10)
  assert.ok(state.data.since)

  const first = await firstStep('agent', { autoLogin: true })
  assert.equal(first.status, 401)
  assert.equal(first.body.errorCode, 'SECOND_FACTOR')
  assert.equal(first.body.showType, 0)
  assert.deepEqual(Object.keys(first.data), ['ticket'])
  const second = await secondStep(first.data.ticket, otpOf(secret))
  assert.equal(second.status, 200, second.body.errorMessage)
  assert.equal(Date.parse(second.data.expiresAt) - clock.now.getTime(), 30 * 24 * 3_600_000)
  assert.equal((await secondStep(first.data.ticket, otpOf(secret))).status, 401)
  assert.deepEqual(await actionsOf('agent'), ['enable-second-factor'])
})

test('the database contains neither the secret nor a recovery code in plain text', async () => {
  const { secret, recoveryCodes } = await setUp('agent3')
  const factor = await db.selectFrom('secondFactor').selectAll().execute()
  const codes = await db.selectFrom('recoveryCode').selectAll().execute()
  const plain = Buffer.from(Secret.fromBase32(secret).bytes)
  assert.ok(factor.every((row) => !row.secret.includes(plain)))
  const text = JSON.stringify(codes)
  assert.ok(recoveryCodes.every((code) => !text.includes(code)))
})

test('a code of the app works once, even with concurrent requests', async () => {
  const { secret } = await setUp('head')
  const otp = otpOf(secret)
  const tickets = await Promise.all([firstStep('head'), firstStep('head')])
  const answers = await Promise.all(tickets.map(({ data }) => secondStep(data.ticket, otp)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
  const { data } = await firstStep('head')
  const replay = await secondStep(data.ticket, otp)
  assert.equal(replay.body.errorMessage, '动态码不正确，或已经用过，请输入最新的动态码。')
  later(STEP_MS)
  assert.equal((await secondStep(data.ticket, otpOf(secret))).status, 200)
})

test('a recovery code replaces a code of the app, once', async () => {
  const { recoveryCodes } = await setUp('head2')
  const code = recoveryCodes[3] ?? ''
  const ways = [code.replace('-', ' ').toUpperCase(), code]
  const statuses: number[] = []
  for (const way of ways) {
    const { data } = await firstStep('head2')
    statuses.push((await secondStep(data.ticket, way)).status)
  }
  assert.deepEqual(statuses, [200, 401])
  assert.equal((await as('head2').get('/api/currentUser/second-factor')).data.recoveryCodesLeft, 9)
})

test('ten wrong codes lock the second step, with every ticket, for the rest of 15 minutes', async () => {
  const { secret } = await setUp('agent2')
  const { data } = await firstStep('agent2')
  for (let n = 0; n < 10; n += 1) assert.equal((await secondStep(data.ticket, '000000')).status, 401)
  assert.equal((await secondStep(data.ticket, otpOf(secret))).status, 429)
  const another = await firstStep('agent2')
  assert.equal((await secondStep(another.data.ticket, otpOf(secret))).status, 429)
  later(15 * 60_000 + 1)
  const { data: fresh } = await firstStep('agent2')
  assert.equal((await secondStep(fresh.ticket, otpOf(secret))).status, 200)
})

test('a stranger without the password cannot lock the second step', async () => {
  const { secret } = await setUp('admin2')
  const { data } = await firstStep('admin2')
  for (let n = 0; n < 11; n += 1)
    await post('/api/login/account', { type: 'account', username: 'admin2', password: 'guess' })
  assert.equal((await firstStep('admin2')).status, 429)
  assert.equal((await secondStep(data.ticket, otpOf(secret))).status, 200)
})

test('passing the first step does not clear failures of the second', async () => {
  const { secret } = await setUp('sales2')
  for (let n = 0; n < 9; n += 1) {
    const { data } = await firstStep('sales2')
    assert.equal((await secondStep(data.ticket, '000000')).status, 401)
  }
  const { data } = await firstStep('sales2')
  assert.equal((await secondStep(data.ticket, otpOf(secret))).status, 200)
})

test('a ticket for the second step expires after five minutes', async () => {
  const { secret } = await setUp('finance')
  const { data } = await firstStep('finance')
  later(5 * 60_000)
  const late = await secondStep(data.ticket, otpOf(secret))
  assert.equal(late.body.errorMessage, '登录等候的时间过长，请返回重新登录。')
  assert.equal((await secondStep('x'.repeat(43), '000000')).status, 401)
})

test('a password reset invalidates pending second steps', async () => {
  const { secret } = await setUp('sales')
  const { data } = await firstStep('sales')
  const id = await staffId('sales')
  const { version } = (await as('admin').get(`/api/staff/${id}`)).data
  assert.equal((await as('admin').post(`/api/staff/${id}/reset-password`, { version })).status, 200)
  assert.equal((await secondStep(data.ticket, otpOf(secret))).status, 401)
})

test('the second factor is active only after a right code, and cannot be set up again while active', async () => {
  const path = '/api/currentUser/second-factor'
  const begun = await as('sales-b').post(`${path}/begin`, { password: PASSWORD })
  const wrong = await as('sales-b').post('/api/currentUser/second-factor/confirm', { otp: '000000' })
  assert.equal(wrong.status, 400)
  assert.match(wrong.data.fields.otp, /动态码不正确/)
  const bad = await as('sales-b').post('/api/currentUser/second-factor/confirm', { otp: '12' })
  assert.equal(bad.data.fields.otp, '请输入 6 位动态码')
  assert.equal((await firstStep('sales-b')).status, 200)
  const early = await as('sales-b').post('/api/currentUser/second-factor/disable', { password: PASSWORD })
  assert.equal(early.status, 409)
  const otp = otpOf(begun.data.secret)
  assert.equal((await as('sales-b').post('/api/currentUser/second-factor/confirm', { otp })).status, 200)
  for (const step of ['begin', 'confirm']) {
    const again = await as('sales-b').post(
      `${path}/${step}`,
      step === 'confirm' ? { otp } : { password: PASSWORD },
    )
    assert.equal(again.status, 409)
  }
})

test('a set-up begins with the password, is limited, and is confirmed within 15 minutes', async () => {
  const path = '/api/currentUser/second-factor'
  const without = await as('admin').post(`${path}/begin`)
  assert.equal(without.status, 400)
  const early = await as('admin').post(`${path}/confirm`, { otp: '000000' })
  assert.equal(early.body.errorMessage, '设置两步验证的时间已过，请输入密码重新开始。')
  const statuses: number[] = []
  for (let n = 0; n < 11; n += 1)
    statuses.push((await as('admin').post(`${path}/begin`, { password: 'guess' })).status)
  assert.deepEqual(statuses, [...Array(10).fill(400), 429])
  later(15 * 60_000 + 1)
  const begun = await as('admin').post(`${path}/begin`, { password: PASSWORD })
  assert.equal(begun.status, 200)
  later(15 * 60_000 + 1)
  const late = await as('admin').post(`${path}/confirm`, { otp: otpOf(begun.data.secret) })
  assert.equal(late.status, 409)
  assert.equal((await as('admin').get(path)).data.since, null)
})

test('renewing recovery codes and disabling require the password', async () => {
  const old = await db
    .selectFrom('recoveryCode')
    .selectAll()
    .where('staffId', '=', await staffId('sales-b'))
    .execute()
  const path = '/api/currentUser/second-factor'
  const refused = await as('sales-b').post(`${path}/recovery-codes`, { password: 'wrong' })
  assert.deepEqual(refused.data.fields, { password: '密码不正确。' })
  const renewed = await as('sales-b').post(`${path}/recovery-codes`, { password: PASSWORD })
  assert.equal(renewed.data.recoveryCodes.length, 10)
  const now = await db
    .selectFrom('recoveryCode')
    .selectAll()
    .where('staffId', '=', await staffId('sales-b'))
    .execute()
  assert.equal(now.length, 10)
  assert.ok(old.every((before) => now.every((after) => !after.codeHash.equals(before.codeHash))))
  assert.equal((await as('sales-b').post(`${path}/disable`, { password: 'wrong' })).status, 400)
  assert.equal((await as('sales-b').post(`${path}/disable`, { password: PASSWORD })).status, 200)
  assert.equal((await as('sales-b').post(`${path}/disable`, { password: PASSWORD })).status, 409)
  assert.equal((await as('sales-b').post(`${path}/recovery-codes`, { password: PASSWORD })).status, 409)
  assert.equal((await firstStep('sales-b')).status, 200)
})

test('an admin or the head can reset a person’s second factor; others, and the person, cannot', async () => {
  const id = await staffId('agent')
  const path = `/api/staff/${id}/reset-second-factor`
  assert.equal((await as('agent3').post(path)).status, 403)
  assert.equal((await as('head2').post(path)).status, 404)
  assert.equal((await as('admin2').post(path)).status, 404)
  assert.equal((await as('head').post(path)).status, 200)
  assert.equal((await as('head').post(path)).status, 409)
  assert.equal((await firstStep('agent')).status, 200)
  assert.deepEqual((await actionsOf('agent')).at(-1), 'reset-second-factor')
  const self = await as('admin').post(`/api/staff/${await staffId('admin')}/reset-second-factor`)
  assert.equal(self.status, 409)
})

test('setting up, turning off and resetting a second factor end the person’s other sessions', async () => {
  const tokens = async () => [await tokenOf('agent'), await tokenOf('agent')] as const
  const call = async (token: string, path: string, payload?: object) =>
    (
      await app.inject({
        method: payload ? 'POST' : 'GET',
        url: `/api/currentUser${path}`,
        headers: { authorization: token },
        payload,
      })
    ).json()
  const isAlive = async (token: string) => (await call(token, '')).success
  const [here, there] = await tokens()
  const { secret } = (await call(here, '/second-factor/begin', { password: PASSWORD })).data
  assert.equal(await isAlive(there), true)
  await call(here, '/second-factor/confirm', { otp: otpOf(secret) })
  assert.deepEqual([await isAlive(here), await isAlive(there)], [true, false])
  assert.equal((await call(here, '/second-factor/disable', { password: PASSWORD })).success, true)
  const [first, second] = await tokens()
  assert.equal(await isAlive(here), true)
  const again = (await call(first, '/second-factor/begin', { password: PASSWORD })).data
  later(30_000)
  await call(first, '/second-factor/confirm', { otp: otpOf(again.secret) })
  assert.deepEqual([await isAlive(first), await isAlive(second), await isAlive(here)], [true, false, false])
  const path = `/api/staff/${await staffId('agent')}/reset-second-factor`
  assert.equal((await as('admin').post(path)).status, 200)
  assert.equal(await isAlive(first), false)
})

test('until a required second factor is set up, every endpoint is refused except those of the set-up', async () => {
  const { version } = (await as('admin2').get('/api/sign-in-security')).data
  await as('admin2').patch('/api/sign-in-security', { roles: [3], version })
  const reachable: string[] = []
  const headers = { authorization: await tokenOf('sales-b') }
  const endpoints = featuresWith(SIGN_IN).flatMap((feature) =>
    feature.endpoints.map(({ endpoint }) => endpoint),
  )
  const signOut = (path: string) => path === '/api/login/outLogin'
  // Signing out comes last: it ends the session.
  for (const { method, path } of endpoints
    .filter(({ needs }) => needs !== null)
    .toSorted((a, b) => Number(signOut(a.path)) - Number(signOut(b.path)))) {
    const answer = await app.inject({ method, url: path.replace(/:\w+/g, '1'), headers, payload: {} })
    const { errorCode } = answer.json()
    if (errorCode !== 'SECOND_FACTOR_REQUIRED') reachable.push(`${method} ${path}`)
  }
  assert.deepEqual(reachable.toSorted(), [
    'GET /api/currentUser',
    'GET /api/currentUser/second-factor',
    'POST /api/currentUser/password',
    'POST /api/currentUser/second-factor/begin',
    'POST /api/currentUser/second-factor/confirm',
    'POST /api/login/outLogin',
  ])
  const docs = await app.inject({ url: '/api/docs', headers })
  assert.notEqual(docs.statusCode, 200)
  await as('admin2').patch('/api/sign-in-security', { roles: [], version: version + 1 })
})

test('a user whose role requires a second factor must set it up before other requests', async () => {
  const path = '/api/sign-in-security'
  assert.deepEqual((await as('admin2').get(path)).data, { roles: [], version: 2 })
  const set = await as('admin2').patch(path, { roles: [3, 3], version: 2 })
  assert.deepEqual(set.data, { roles: [3], version: 3 })
  assert.equal((await as('admin2').patch(path, { roles: [], version: 2 })).body.errorCode, 'STALE')
  assert.equal((await as('admin2').patch(path, { roles: [5], version: 3 })).status, 400)

  const refused = await as('sales-b').get('/api/customers')
  assert.equal(refused.status, 403)
  assert.equal(refused.body.errorCode, 'SECOND_FACTOR_REQUIRED')
  assert.equal((await as('sales-b').get('/api/currentUser')).data.mustSetSecondFactor, true)
  assert.equal((await as('sales-b').get('/api/currentUser/second-factor')).data.required, true)
  await setUp('sales-b')
  assert.equal((await as('sales-b').get('/api/customers')).status, 200)
  assert.equal((await as('sales-b').get('/api/currentUser')).data.mustSetSecondFactor, false)
  // The rule does not affect the other company or other roles.
  assert.equal((await as('admin2').get('/api/customers')).status, 200)
  assert.equal((await as('sales').get('/api/currentUser')).data?.mustSetSecondFactor ?? false, false)
  clock.now = NOON
})
