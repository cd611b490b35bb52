import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordWork } from '#kit/secret.ts'
import { MIN_WORK, NOON, PASSWORD, testApp } from '#testing/testApp.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'

const { app, as, clock, db } = await testApp(seedWorld)

const { staffId: idOf } = idsIn(db)

const HOUR_MS = 3_600_000

async function signIn(username: string, autoLogin = false, password = PASSWORD): Promise<string> {
  const body = { type: 'account', username, password, autoLogin }
  const answer = await as(null).post('/api/login/account', body)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.data.token
}

async function call(token: string, method: 'GET' | 'POST', url: string, payload?: object) {
  const answer = await app.inject({ method, url, headers: { authorization: token }, payload })
  return { status: answer.statusCode, body: answer.json() }
}

const alive = async (token: string) => (await call(token, 'GET', '/api/currentUser')).status === 200

test('a session ends after 12 idle hours; each request restarts the limit', async () => {
  const token = await signIn('agent')
  clock.now = new Date(NOON.getTime() + 11 * HOUR_MS)
  assert.equal(await alive(token), true)
  clock.now = new Date(NOON.getTime() + (11 + 12) * HOUR_MS + 1)
  assert.equal(await alive(token), false)
  clock.now = NOON
})

/** No session is used longer than this. */
const MAX_HOURS = 60 * 24

/** Uses a session at equal intervals until it is over; returns how many hours after the sign-in it still worked. */
async function useUntil(token: string, everyHours: number): Promise<number> {
  let hours = 0
  while (await alive(token)) {
    assert.ok(hours < MAX_HOURS, `the session still works after ${hours} hours`)
    hours += everyHours
    clock.now = new Date(NOON.getTime() + hours * HOUR_MS)
  }
  clock.now = NOON
  return hours - everyHours
}

test('a session that is always used ends 24 hours after the sign-in, with autoLogin after 30 days', async () => {
  assert.equal(await useUntil(await signIn('agent'), 6), 24)
  assert.equal(await useUntil(await signIn('agent', true), 5 * 24), 30 * 24)
})

test('a session that is over is neither listed nor counted', async () => {
  const id = await idOf('sales2')
  const old = await signIn('sales2', true)
  clock.now = new Date(NOON.getTime() + 20 * 24 * HOUR_MS)
  assert.equal(await alive(old), true)
  clock.now = new Date(NOON.getTime() + 30 * 24 * HOUR_MS + 1)
  assert.equal((await as('admin').get(`/api/staff/${id}/sign-in`)).data.sessions, 0)
  const here = await signIn('sales2')
  assert.equal((await call(here, 'GET', '/api/currentUser/sessions')).body.data.length, 1)
  await call(here, 'POST', '/api/login/outLogin', {})
  clock.now = NOON
})

test('an admin who views the console as another user is signed out 24 hours after the own sign-in', async () => {
  const token = await signIn('admin')
  const view = await call(token, 'POST', `/api/staff/${await idOf('agent')}/view`, {})
  assert.equal(view.status, 200)
  for (const [hours, isAlive] of [
    [12, true],
    [24, true],
    [25, false],
  ] as const) {
    clock.now = new Date(NOON.getTime() + hours * HOUR_MS)
    assert.equal(await alive(token), isAlive, `${hours} h`)
  }
  clock.now = NOON
})

test('an answer gives the end of a session that is not used again', async () => {
  const body = { type: 'account', username: 'agent', password: PASSWORD }
  const end = async (autoLogin: boolean) =>
    Date.parse((await as(null).post('/api/login/account', { ...body, autoLogin })).data.expiresAt)
  assert.equal((await end(false)) - NOON.getTime(), 12 * HOUR_MS)
  assert.equal((await end(true)) - NOON.getTime(), 30 * 24 * HOUR_MS)
})

test('a session with autoLogin ends after 30 idle days', async () => {
  const token = await signIn('agent', true)
  clock.now = new Date(NOON.getTime() + 30 * 24 * HOUR_MS)
  assert.equal(await alive(token), true)
  clock.now = new Date(NOON.getTime() + 61 * 24 * HOUR_MS)
  assert.equal(await alive(token), false)
  clock.now = NOON
})

test('POST /api/login/outLogin: the token is rejected from then on, other sessions continue', async () => {
  const [here, there] = [await signIn('head'), await signIn('head')]
  assert.equal((await call(here, 'POST', '/api/login/outLogin', {})).status, 200)
  assert.equal(await alive(here), false)
  assert.equal(await alive(there), true)
})

test('a sixth session ends the least recently used one', async () => {
  const tokens: string[] = []
  for (let n = 0; n < 6; n += 1) {
    clock.now = new Date(NOON.getTime() + n * 1000)
    tokens.push(await signIn('head2'))
  }
  assert.deepEqual(await Promise.all(tokens.map(alive)), [false, true, true, true, true, true])
  clock.now = NOON
})

/** Changes after which a person's sessions end at the next request and signing in is refused. */
const ENDINGS: Record<string, (username: string) => Promise<unknown>> = {
  'is disabled': (username) =>
    db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', username).execute(),
  leaves: (username) =>
    db.updateTable('staff').set({ status: 'left' }).where('username', '=', username).execute(),
  'has a company that is disabled': () =>
    db.updateTable('company').set({ status: 'disabled' }).where('code', '=', '002').execute(),
}

for (const [index, [what, end]] of Object.entries(ENDINGS).entries()) {
  test(`the sessions of a person who ${what} end at the next request, and signing in is refused`, async () => {
    const username = ['agent3', 'agent2', 'sales-b'][index] ?? ''
    const tokens = [await signIn(username), await signIn(username, true)]
    await end(username)
    for (const token of tokens) {
      const { status, body } = await call(token, 'GET', '/api/currentUser')
      assert.equal(status, 401)
      assert.equal(body.errorCode, 'UNAUTHENTICATED')
    }
    const body = { type: 'account', username, password: PASSWORD }
    assert.equal((await as(null).post('/api/login/account', body)).status, 401)
  })
}

test('a password hash with weaker parameters is updated at sign-in, and nothing else changes', async (t) => {
  t.after(() => Object.assign(passwordWork, MIN_WORK))
  passwordWork.passes = 2
  const stored = () =>
    db.selectFrom('staff').selectAll().where('username', '=', 'finance').executeTakeFirstOrThrow()
  const before = await stored()
  assert.match(before.passwordHash, /m=8,t=1/)
  const wrong = { type: 'account', username: 'finance', password: 'guess' }
  assert.equal((await as(null).post('/api/login/account', wrong)).status, 401)
  assert.deepEqual(await stored(), before)
  await signIn('finance')
  const { passwordHash, ...rest } = await stored()
  assert.match(passwordHash, /m=8,t=2/)
  const { passwordHash: _, ...restBefore } = before
  assert.deepEqual(rest, restBefore)
  await signIn('finance')
  assert.equal((await stored()).passwordHash, passwordHash)
})

test('POST /api/currentUser/password: the new password works, the old one does not, other sessions end', async () => {
  const [here, there] = [await signIn('sales'), await signIn('sales')]
  const change = { oldPassword: PASSWORD, newPassword: '星期二的下午茶' }
  const short = await call(here, 'POST', '/api/currentUser/password', change)
  assert.equal(short.status, 400)
  assert.match(short.body.data.fields.newPassword, /至少 8 个字符/)
  const wrong = await call(here, 'POST', '/api/currentUser/password', { ...change, oldPassword: 'wrong' })
  assert.deepEqual(wrong.body.data.fields, { oldPassword: '原密码不正确。' })
  const good = { ...change, newPassword: '星期二的下午茶和饼干' }
  assert.equal((await call(here, 'POST', '/api/currentUser/password', good)).status, 200)
  assert.equal(await alive(here), true)
  assert.equal(await alive(there), false)
  await signIn('sales', false, good.newPassword)
})

test('until a one-time password is changed, all but three calls return PASSWORD_CHANGE_REQUIRED', async () => {
  await db.updateTable('staff').set({ mustChangePassword: true }).where('username', '=', 'admin').execute()
  const token = await signIn('admin')
  const refused = await call(token, 'GET', '/api/staff')
  assert.equal(refused.status, 403)
  assert.equal(refused.body.errorCode, 'PASSWORD_CHANGE_REQUIRED')
  assert.equal((await call(token, 'GET', '/api/currentUser')).body.data.mustChangePassword, true)
  const change = { oldPassword: PASSWORD, newPassword: '一个全新的管理员口令' }
  assert.equal((await call(token, 'POST', '/api/currentUser/password', change)).status, 200)
  assert.equal((await call(token, 'GET', '/api/staff')).status, 200)
})
