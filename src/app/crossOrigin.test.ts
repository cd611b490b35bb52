import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { buildServer } from './server.ts'

const PAGE = 'https://console.houtai.cn'
const STRANGER = 'https://evil.example'

const { app: closed, db, clock } = await testApp(seedWorld)
const app = await buildServer({ db, clock: () => clock.now, keyFor: TEST_KEYS, allowedOrigins: [PAGE] })
after(() => app.close())

const headersOf = (origin: string) => ({
  origin,
  'access-control-request-method': 'PATCH',
  'access-control-request-headers': 'authorization,content-type',
})
const preflight = (server: typeof app, origin: string) =>
  server.inject({ method: 'OPTIONS', url: '/api/customers/1', headers: headersOf(origin) })

test('a page of an allowed origin may send and read what our client does', async () => {
  const allowed = await preflight(app, PAGE)
  assert.equal(allowed.statusCode, 204)
  assert.equal(allowed.headers['access-control-allow-origin'], PAGE)
  assert.equal(allowed.headers['access-control-allow-methods'], 'GET, POST, PATCH, DELETE')
  assert.equal(
    allowed.headers['access-control-allow-headers'],
    'authorization, content-type, idempotency-key',
  )
  assert.equal(allowed.headers['access-control-allow-credentials'], undefined)

  const payload = { type: 'account', username: 'agent', password: PASSWORD }
  const url = '/api/login/account'
  const signedIn = await app.inject({ method: 'POST', url, payload, headers: { origin: PAGE } })
  assert.equal(signedIn.statusCode, 200)
  assert.equal(signedIn.headers['access-control-allow-origin'], PAGE)
  assert.match(String(signedIn.headers['access-control-expose-headers']), /content-disposition/)
  assert.match(String(signedIn.headers.vary), /origin/i)
})

test('a page of an allowed origin can read errors as well', async () => {
  const refused = await app.inject({ url: '/api/currentUser', headers: { origin: PAGE } })
  assert.equal(refused.statusCode, 401)
  assert.equal(refused.headers['access-control-allow-origin'], PAGE)
})

test('other origins get no CORS headers, and no origin gets them if none is configured', async () => {
  for (const [server, origin] of [
    [app, STRANGER],
    [app, `${PAGE}.evil.example`],
    [app, 'null'],
    [closed, PAGE],
    [closed, STRANGER],
  ] as const) {
    const rejected = await preflight(server, origin)
    assert.equal(rejected.statusCode, 405, origin)
    const read = await server.inject({ url: '/api/currentUser', headers: { origin } })
    for (const { headers } of [rejected, read]) {
      const names = Object.keys(headers).filter((name) => name.startsWith('access-control-'))
      assert.deepEqual(names, [], origin)
    }
  }
})
