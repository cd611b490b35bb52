import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { app, as, clock, db } = await testApp(seedWorld)
const { staffId } = idsIn(db)

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1'

async function signIn(username: string, userAgent = WINDOWS, autoLogin = false): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/login/account',
    payload: { type: 'account', username, password: PASSWORD, autoLogin },
    headers: { 'user-agent': userAgent },
    remoteAddress: '10.2.0.1',
  })
  return answer.json().data.token
}

async function call(token: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await app.inject({ method, url, headers: { authorization: token }, payload })
  return { status: answer.statusCode, body: answer.json(), data: answer.json().data }
}

/** What ends the own sessions. */
const CONFIRMED = { password: PASSWORD }

const alive = async (token: string) => (await call(token, 'GET', '/api/currentUser')).status === 200
const list = async (token: string) => (await call(token, 'GET', '/api/currentUser/sessions')).data

test('a user’s sessions are listed with browser, system, address, times and the current one', async () => {
  const phone = await signIn('agent', PHONE, true)
  clock.now = new Date(NOON.getTime() + 120_000)
  const desk = await signIn('agent')
  const [first, second, ...more] = await list(desk)
  assert.deepEqual(more, [])
  assert.deepEqual(
    { ...first, id: 0 },
    {
      id: 0,
      browser: 'Chrome 141',
      system: 'Windows',
      ip: '10.2.0.1',
      autoLogin: false,
      createdAt: clock.now.toISOString(),
      seenAt: clock.now.toISOString(),
      current: true,
    },
  )
  assert.deepEqual([second.browser, second.system, second.current], ['Safari 18', 'iPhone', false])
  assert.equal((await list(phone))[0].current === true || (await list(phone))[1].current === true, true)
  clock.now = NOON
})

test('a session past its idle limit is not listed', async () => {
  await signIn('agent3')
  clock.now = new Date(NOON.getTime() + 13 * 3_600_000)
  assert.equal((await list(await signIn('agent3'))).length, 1)
  clock.now = NOON
})

test('a revoked session ends with its next request, and the log records it', async () => {
  const [lost, here] = [await signIn('head', PHONE), await signIn('head')]
  const { id } = (await list(here)).find(({ current }: { current: boolean }) => !current)
  assert.equal((await call(here, 'POST', `/api/currentUser/sessions/${id}/revoke`, CONFIRMED)).status, 200)
  assert.equal(await alive(lost), false)
  assert.equal(await alive(here), true)
  const again = await call(here, 'POST', `/api/currentUser/sessions/${id}/revoke`, CONFIRMED)
  assert.equal(again.status, 404)
  const recordId = String(await staffId('head'))
  const lines = await db
    .selectFrom('audit')
    .select('action')
    .where('entity', '=', 'staff')
    .where('recordId', '=', recordId)
    .execute()
  assert.deepEqual(lines, [{ action: 'revoke-session' }])
})

test('revoking another user’s session by its id gets 404', async () => {
  const theirs = await signIn('sales')
  const [{ id }] = await list(theirs)
  const mine = await signIn('sales2')
  assert.equal((await call(mine, 'POST', `/api/currentUser/sessions/${id}/revoke`, CONFIRMED)).status, 404)
  assert.equal(await alive(theirs), true)
})

test('revoke-others ends all other sessions; this one stays', async () => {
  const others = [await signIn('finance', PHONE), await signIn('finance')]
  const here = await signIn('finance')
  const answer = await call(here, 'POST', '/api/currentUser/sessions/revoke-others', CONFIRMED)
  assert.deepEqual(answer.data, { count: 2 })
  assert.deepEqual(await Promise.all(others.map(alive)), [false, false])
  assert.equal(await alive(here), true)
})

test('without the right password no session of the user ends, and guesses are counted', async () => {
  const other = await signIn('sales', PHONE)
  const here = await signIn('sales')
  const { id } = (await list(here)).find(({ current }: { current: boolean }) => !current)
  const paths = [`/api/currentUser/sessions/${id}/revoke`, '/api/currentUser/sessions/revoke-others']
  for (const path of paths) {
    assert.deepEqual((await call(here, 'POST', path, {})).data.fields, { password: '请输入密码' })
    const wrong = await call(here, 'POST', path, { password: 'guess' })
    assert.deepEqual([wrong.status, wrong.data.fields], [400, { password: '密码不正确。' }])
  }
  for (let n = 2; n < 10; n += 1) await call(here, 'POST', paths[1] ?? '', { password: `guess-${n}` })
  assert.equal((await call(here, 'POST', paths[1] ?? '', CONFIRMED)).status, 429)
  assert.equal(await alive(other), true)
})

test('a head sees how many sessions a team member has, and ends all of them', async () => {
  const id = await staffId('agent3')
  const token = await signIn('agent3')
  const facts = await as('head').get(`/api/staff/${id}/sign-in`)
  assert.equal(facts.data.secondFactor, false)
  assert.ok(facts.data.sessions >= 1)
  const answer = await as('head').post(`/api/staff/${id}/revoke-sessions`)
  assert.equal(answer.data.count, facts.data.sessions)
  assert.equal(await alive(token), false)
})

const fail = (username: string) =>
  app.inject({
    method: 'POST',
    url: '/api/login/account',
    payload: { type: 'account', username, password: 'guess' },
    remoteAddress: '10.2.0.9',
  })

test('a head sees that a team member is locked, and until when, and lifts the lock without a new password', async () => {
  const id = await staffId('agent3')
  const unlock = (by: string) => as(by).post(`/api/staff/${id}/unlock-sign-in`)
  const lock = async () => (await as('head').get(`/api/staff/${id}/sign-in`)).data.lock
  assert.equal(await lock(), null)
  assert.equal((await unlock('head')).body.errorMessage, '此人的登录没有受到限制。')
  for (let n = 0; n < 10; n += 1) await fail('agent3')
  assert.deepEqual(await lock(), { until: new Date(NOON.getTime() + 15 * 60_000).toISOString() })
  for (const username of ['admin2', 'head2']) assert.equal((await unlock(username)).status, 404, username)
  assert.equal((await unlock('sales')).status, 403)
  assert.equal((await unlock('head')).status, 200)
  assert.equal(await lock(), null)
  assert.ok(await signIn('agent3'))
  const { action } = await db
    .selectFrom('audit')
    .select('action')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  assert.equal(action, 'unlock-sign-in')
})

test('a lock after a hundred failures in a row lasts until an admin lifts it, who cannot lift the own one', async () => {
  const id = await staffId('admin2')
  await db.insertInto('signInStreak').values({ name: 'admin2', failures: 100, lastAt: NOON }).execute()
  assert.deepEqual((await as('admin').get(`/api/staff/${id}/sign-in`)).data.lock, { until: null })
  const own = await as('admin').post(`/api/staff/${await staffId('admin')}/unlock-sign-in`)
  assert.equal(own.body.errorMessage, '不能解除对自己的限制，请另一位管理员操作。')
  assert.equal((await as('admin').post(`/api/staff/${id}/unlock-sign-in`)).status, 200)
  assert.equal((await as('admin').get(`/api/staff/${id}/sign-in`)).data.lock, null)
})

test('staff out of reach get the same 404 as unknown staff', async () => {
  const id = await staffId('agent2')
  for (const username of ['head', 'admin2']) {
    assert.equal((await as(username).get(`/api/staff/${id}/sign-in`)).status, 404)
    assert.equal((await as(username).post(`/api/staff/${id}/revoke-sessions`)).status, 404)
  }
  assert.equal((await as('sales').post(`/api/staff/${id}/revoke-sessions`)).status, 403)
})
