import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { buildServer } from './server.ts'

const { db, clock } = await testApp(seedWorld)
let log = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    log += chunk
    done()
  },
})
const METRICS_TOKEN = 'a-token-for-prometheus'
const parts = { db, clock: () => clock.now, keyFor: TEST_KEYS }
const app = await buildServer({
  ...parts,
  logger: { level: 'info', stream },
  metricsToken: METRICS_TOKEN,
  clockOffsetMs: () => -1_500,
  requestsPerSecond: 1_000_000,
  budgetFactor: null,
})
const strict = await buildServer({ ...parts, requestsPerSecond: 200 })
after(() => Promise.all([app.close(), strict.close()]))

const signIn = async (password = PASSWORD) => {
  const payload = { type: 'account', username: 'sales', password }
  return (await app.inject({ method: 'POST', url: '/api/login/account', payload })).json()
}
const authorization: string = (await signIn()).data.token
const events = () =>
  log
    .split('\n')
    .filter((line) => line.includes('"security"'))
    .map((line) => JSON.parse(line))

test('/metrics responds to this machine and to requests with the token; others get 404', async () => {
  await app.inject({ url: '/api/customers/123456', headers: { authorization } })
  const local = await app.inject({ url: '/metrics' })
  assert.equal(local.statusCode, 200)
  assert.match(local.headers['content-type'] as string, /^text\/plain;.*charset=utf-8/)
  assert.match(
    local.body,
    /http_request_duration_seconds_count\{route="\/api\/customers\/:id",method="GET",status="404"\} 1/,
  )
  for (const name of [
    'db_up 1',
    'db_clock_offset_seconds -1.5',
    'db_pool_total',
    'http_requests_in_flight',
    'nodejs_eventloop_lag_seconds',
  ]) {
    assert.ok(local.body.includes(name), name)
  }
  assert.ok(!local.body.includes('123456'))

  const from = (remoteAddress: string, headers: InjectOptions['headers'] = {}) =>
    app.inject({ url: '/metrics', remoteAddress, headers })
  assert.equal((await from('10.0.0.5')).statusCode, 404)
  assert.equal((await from('::ffff:127.0.0.1')).statusCode, 200)
  // Neither a request that a local proxy forwards nor a forged header counts as local.
  assert.equal((await from('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).statusCode, 404)
  assert.equal((await from('10.0.0.5', { 'x-forwarded-for': '127.0.0.1' })).statusCode, 404)
  assert.equal((await from('10.0.0.5', { authorization: `Bearer ${METRICS_TOKEN}` })).statusCode, 200)
  assert.equal((await from('10.0.0.5', { authorization: 'Bearer wrong' })).statusCode, 404)
})

test('an address may send 200 requests per second, also concurrently; more get 429 with Retry-After', async () => {
  const requestFrom = (url: string, remoteAddress = '10.1.1.1') => strict.inject({ url, remoteAddress })
  const atOnce = (count: number) =>
    Promise.all(Array.from({ length: count }, () => requestFrom('/api/currentUser')))
  const statuses = (answers: Awaited<ReturnType<typeof atOnce>>) =>
    answers.map(({ statusCode }) => statusCode)
  assert.deepEqual(statuses(await atOnce(200)), Array(200).fill(401))
  const [refused, ...others] = await atOnce(250)
  assert.ok(others.every(({ statusCode }) => statusCode === 429))
  assert.equal(refused?.headers['retry-after'], '1')
  const { traceId, ...envelope } = refused?.json() ?? {}
  assert.ok(traceId)
  assert.deepEqual(envelope, {
    success: false,
    errorCode: 'TOO_MANY',
    errorMessage: '您的请求太频繁，请 1 秒后再试。',
    showType: 1,
    data: { retryAfterSeconds: 1 },
  })
  assert.equal((await requestFrom('/api/health/live')).statusCode, 200)
  assert.equal((await requestFrom('/api/currentUser', '10.1.1.2')).statusCode, 401)
  clock.now = new Date(clock.now.getTime() + 1_000)
  const mixed = statuses(await atOnce(450))
  assert.equal(mixed.filter((status) => status === 401).length, 200)
  assert.equal(mixed.filter((status) => status === 429).length, 250)
})

test('a wrong method gets 405 with Allow, TRACE is off, and an unknown API path gets a JSON 404', async () => {
  const call = (method: InjectOptions['method'], url: string) => app.inject({ method, url } as InjectOptions)
  for (const method of ['PUT', 'OPTIONS', 'TRACE'] as InjectOptions['method'][]) {
    const answer = await call(method, '/api/customers')
    assert.equal(answer.statusCode, 405, String(method))
    assert.equal(answer.headers.allow, 'GET, POST')
  }
  const unknown = await call('GET', '/api/no/such')
  assert.equal(unknown.statusCode, 404)
  assert.equal(unknown.headers['content-type'], 'application/json; charset=utf-8')
  for (const name of ['x-powered-by', 'server']) assert.equal(unknown.headers[name], undefined)
  assert.match(unknown.headers['strict-transport-security'] as string, /max-age=31536000; includeSubDomains/)
  assert.equal(unknown.headers['x-content-type-options'], 'nosniff')
})

test('signing out clears the browser’s cache', async () => {
  const { token } = (await signIn()).data
  const headers = { authorization: token }
  const answer = await app.inject({ method: 'POST', url: '/api/login/outLogin', headers, payload: {} })
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['clear-site-data'], '"cache"')
})

test('deeply nested JSON and a malformed path are refused in the envelope', async () => {
  const headers = { authorization, 'content-type': 'application/json' }
  const payload = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  const deep = await app.inject({ method: 'POST', url: '/api/customers', headers, payload })
  const noText = await app.inject({ url: '/api/customers/%', headers: { authorization } })
  for (const answer of [deep, noText]) {
    assert.equal(answer.statusCode, 400)
    assert.equal(answer.json().errorCode, 'INVALID')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
})

test('JSON that parsers may interpret differently is refused', async () => {
  for (const payload of [
    '{"name":"甲","name":"乙"}',
    '{"name":"甲","__proto__":{"role":1}}',
    '{"name":"甲","constructor":{"prototype":{"role":1}}}',
    '{"name":"\\u0000"}',
    '{"name":"\\ud800"}',
    '[1]',
    '"x"',
    '{',
  ]) {
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'POST', url: '/api/customers', headers, payload })
    assert.equal(answer.statusCode, 400, payload)
    assert.equal(answer.json().errorCode, 'INVALID')
  }
})

test('the log contains sign-ins, failures and denials, and never what the user typed', async () => {
  await signIn('not-the-password-1')
  await app.inject({ url: '/api/staff', headers: { authorization } })
  await app.inject({ url: '/api/staff?keyword=13912345678', headers: { authorization: 'stolen-token' } })
  await app.inject({ url: '/api/x%0a{"event":"forged"}', headers: { 'user-agent': 'a\tb' } })
  const found = events().map(({ event, route }) => `${event} ${route}`)
  for (const expected of [
    'sign-in /api/login/account',
    'sign-in-failed /api/login/account',
    'denied /api/staff',
    'session-refused /api/staff',
    'invalid-input /api/customers',
    'sign-out /api/login/outLogin',
  ]) {
    assert.ok(found.includes(expected), expected)
  }
  assert.ok(events().every(({ ip, level }) => ip && level))
  for (const line of log.trim().split('\n')) assert.notEqual(JSON.parse(line).event, 'forged')
  for (const secret of [authorization, PASSWORD, 'not-the-password-1', 'stolen-token', '13912345678']) {
    assert.ok(!log.includes(secret), secret)
  }
})
