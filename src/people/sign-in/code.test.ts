import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import pg from 'pg'
import { buildServer } from '#app/server.ts'
import { type Answer, NOON, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { SIGN_IN } from '#testing/testSignIn.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { sessionServer } from './server.ts'

const { app, as, clock, db, sentCodes } = await testApp(seedWorld)

const AGENT = '13800000004'
const NOBODY = '13899999999'
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

const requestCode = (mobile: string, ip = '10.0.0.1') => callFrom(ip, `/api/login/captcha?mobile=${mobile}`)
const signIn = (mobile: string, captcha: string, more = {}, ip = '10.0.0.1') =>
  callFrom(ip, '/api/login/account', { type: 'mobile', mobile, captcha, ...more })

async function callFrom(remoteAddress: string, url: string, payload: object = {}): Promise<Answer> {
  const answer = await app.inject({ method: 'POST', url, payload, remoteAddress })
  const body = answer.json()
  return { status: answer.statusCode, body, data: body.data }
}

/** Requests a code for a known number and returns the code that was sent. */
async function codeOf(mobile: string): Promise<string> {
  assert.equal((await requestCode(mobile)).status, 200)
  const last = sentCodes.at(-1)
  assert.equal(last?.mobile, mobile)
  return last?.code ?? ''
}

const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const later = (ms: number) => {
  clock.now = new Date(clock.now.getTime() + ms)
}

beforeEach(async () => {
  clock.now = NOON
  sentCodes.length = 0
  for (const table of ['signInCode', 'signInCodeRequest', 'signInFailure', 'signInStreak'] as const) {
    await db.deleteFrom(table).execute()
  }
})

test('a six-digit code is sent to the number and signs in its owner', async () => {
  const code = await codeOf(AGENT)
  assert.match(code, /^\d{6}$/)
  const answer = await signIn('+86 138-0000-0004', code, { autoLogin: true })
  assert.equal(answer.status, 200, answer.body.errorMessage)
  assert.match(answer.data.token, /^[\w-]{43}$/)
  assert.equal(answer.data.expiresAt, new Date(NOON.getTime() + 30 * 24 * 60 * MINUTE_MS).toISOString())
})

test('the code is stored only as a keyed hash', async () => {
  const code = await codeOf(AGENT)
  const row = await db.selectFrom('signInCode').selectAll().executeTakeFirstOrThrow()
  assert.equal(row.codeHash.length, 32)
  assert.ok(!JSON.stringify(row).includes(code))
})

test('an invalid number is rejected before any limit is counted', async () => {
  for (let n = 0; n < 40; n += 1) {
    const answer = await requestCode('12345')
    assert.equal(answer.status, 400)
    assert.equal(answer.data.fields.mobile, '请输入 11 位手机号')
  }
  assert.equal((await requestCode(AGENT)).status, 200)
})

test('known, unknown, disabled and former users get the same response; only the known one gets a code', async () => {
  await db.updateTable('staff').set({ status: 'disabled' }).where('username', '=', 'agent2').execute()
  await db.updateTable('staff').set({ status: 'left' }).where('username', '=', 'sales2').execute()
  const answers = []
  for (const mobile of [AGENT, NOBODY, '13800000007', '13800000009']) answers.push(await requestCode(mobile))
  const bodies = answers.map(({ status, body }) => [status, JSON.stringify(body)])
  assert.equal(new Set(bodies.map(String)).size, 1)
  assert.deepEqual(
    sentCodes.map(({ mobile }) => mobile),
    [AGENT],
  )
  // A second request within the minute gets the same refusal for a known and an unknown number.
  assert.equal((await requestCode(AGENT)).body.errorMessage, (await requestCode(NOBODY)).body.errorMessage)
})

test('known and unknown numbers run the same statements and respond without waiting for the SMS', async (context) => {
  await requestCode('13811112222', '10.0.0.3')
  const queryMock = context.mock.method(pg.Client.prototype, 'query')
  const statements: string[][] = []
  for (const mobile of [AGENT, NOBODY]) {
    queryMock.mock.resetCalls()
    assert.equal((await requestCode(mobile)).status, 200)
    statements.push(queryMock.mock.calls.map(({ arguments: [query] }) => textOf(query)))
  }
  assert.ok(statements[0]?.some((text) => text.startsWith('insert into "sign_in_code"')))
  assert.deepEqual(statements[0], statements[1])

  const never = await buildServer({
    db,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    sendCode: () => new Promise(() => {}),
  })
  later(MINUTE_MS)
  const answer = await never.inject({
    method: 'POST',
    url: `/api/login/captcha?mobile=${AGENT}`,
    payload: {},
  })
  assert.equal(answer.statusCode, 200)
  await never.close()
})

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '')
}

test('a wrong code and any code for an unknown number get the same response', async () => {
  const code = await codeOf(AGENT)
  await requestCode(NOBODY)
  const wrong = await signIn(AGENT, wrongFor(code))
  const unknown = await signIn(NOBODY, '123456')
  const never = await signIn('13811112222', '123456')
  for (const answer of [wrong, unknown, never]) {
    assert.equal(answer.status, 401)
    assert.equal(answer.body.errorMessage, '验证码错误或已过期，请核对，或重新获取。')
  }
})

test('a code expires after five minutes', async () => {
  const code = await codeOf(AGENT)
  later(5 * MINUTE_MS)
  assert.equal((await signIn(AGENT, code)).status, 401)
  const newCode = await codeOf(AGENT)
  later(5 * MINUTE_MS - 1)
  assert.equal((await signIn(AGENT, newCode)).status, 200)
})

test('a code works only once', async () => {
  const code = await codeOf(AGENT)
  assert.equal((await signIn(AGENT, code)).status, 200)
  assert.equal((await signIn(AGENT, code)).status, 401)
})

test('of twenty concurrent requests with the right code, one succeeds', async () => {
  const code = await codeOf(AGENT)
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(AGENT, code)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  assert.ok(answers.every(({ status }) => [200, 401, 429].includes(status)))
})

test('after five wrong attempts the right code is rejected', async () => {
  const code = await codeOf(AGENT)
  for (let n = 0; n < 5; n += 1) assert.equal((await signIn(AGENT, wrongFor(code))).status, 401)
  assert.equal((await signIn(AGENT, code)).status, 401)
})

test('a new code invalidates the previous one', async () => {
  const first = await codeOf(AGENT)
  later(MINUTE_MS)
  const second = await codeOf(AGENT)
  if (first !== second) assert.equal((await signIn(AGENT, first)).status, 401)
  assert.equal((await signIn(AGENT, second)).status, 200)
})

test('a number gets one code a minute, even with concurrent requests', async () => {
  const answers = await Promise.all([requestCode(AGENT, '10.0.0.1'), requestCode(AGENT, '10.0.0.2')])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 429])
  later(12 * SECOND_MS)
  const refused = await requestCode(AGENT)
  assert.equal(refused.body.errorMessage, '刚刚发过验证码，请 48 秒后再获取。')
  assert.equal(refused.data.retryAfterSeconds, 48)
})

test('a number gets ten codes in 24 hours', async () => {
  for (let n = 0; n < 10; n += 1) {
    await codeOf(AGENT)
    later(MINUTE_MS)
  }
  const refused = await requestCode(AGENT)
  assert.equal(refused.status, 429)
  assert.match(refused.body.errorMessage ?? '', /请 24 小时后再试/)
  later(24 * 60 * MINUTE_MS)
  await codeOf(AGENT)
})

test('an IP address gets thirty codes a minute across all numbers', async () => {
  const numbers = Array.from({ length: 31 }, (_, n) => `139000000${String(n).padStart(2, '0')}`)
  const answers = []
  for (const mobile of numbers) answers.push((await requestCode(mobile, '10.0.0.9')).status)
  assert.deepEqual(answers, [...Array(30).fill(200), 429])
  assert.equal((await requestCode('13900000099', '10.0.0.10')).status, 200)
})

test('ten failures lock code sign-in for a mobile, known or not, but not password sign-in', async () => {
  for (const mobile of [AGENT, NOBODY]) {
    for (let n = 0; n < 10; n += 1) assert.equal((await signIn(mobile, '000000')).status, 401)
    const locked = await signIn(mobile, '000000')
    assert.equal(locked.status, 429)
    assert.match(locked.body.errorMessage ?? '', /请 15 分钟后再试/)
  }
  const body = { type: 'account', username: 'agent', password: 'Demo@2026' }
  assert.equal((await as(null).post('/api/login/account', body)).status, 200)
})

test('a user disabled after the code was sent cannot sign in', async () => {
  const mobile = '13800000005'
  const code = await codeOf(mobile)
  await db.updateTable('staff').set({ status: 'disabled' }).where('mobile', '=', mobile).execute()
  assert.equal((await signIn(mobile, code)).status, 401)
})

test('missing fields are reported with their labels', async () => {
  const answer = await as(null).post('/api/login/account', { type: 'mobile', captcha: '12' })
  assert.equal(answer.status, 400)
  assert.deepEqual(answer.data.fields, { mobile: '请输入手机号', captcha: '请输入 6 位验证码' })
})

test('without SMS delivery a code request fails with the advice to use a password', async () => {
  const { endpoints } = sessionServer(SIGN_IN)
  const { handler } = endpoints.find(({ endpoint }) => endpoint.path === '/api/login/captcha') ?? {}
  assert.ok(handler && 'ownTransaction' in handler)
  await assert.rejects(
    async () => handler.ownTransaction({} as never, { mobile: NOBODY }, (() => {}) as never),
    { code: 'WRONG_STATE', message: '系统没有开通验证码登录，请用用户名和密码登录。' },
  )
})
