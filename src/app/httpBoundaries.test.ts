import assert from 'node:assert/strict'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'

const { app, as } = await testApp(seedWorld)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

/** Sends raw bytes; returns the status lines of all answers, once the server has closed the connection. */
function statusesOf(text: string): Promise<string[]> {
  return new Promise((resolve) => {
    let received = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    socket.on('data', (part) => {
      received += part
    })
    socket.on('error', () => {})
    socket.on('close', () =>
      resolve([...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status)),
    )
  })
}

const lines = (...parts: string[]) => parts.join('\r\n')
const SMUGGLED = lines('GET /api/health/live HTTP/1.1', 'host: x', '', '')

test('a request whose end is ambiguous is refused, and what follows it is not taken for another request', async () => {
  const head = ['POST /api/login/account HTTP/1.1', 'host: x', 'content-type: application/json']
  for (const bounds of [
    ['content-length: 5', 'transfer-encoding: chunked'],
    ['transfer-encoding: chunked', 'content-length: 0'],
    ['content-length: 0', `content-length: ${SMUGGLED.length}`],
    ['content-length: +0'],
    ['content-length: 0x0'],
    ['transfer-encoding: chunked, identity'],
    ['transfer-encoding: xchunked'],
    ['transfer-encoding : chunked'],
  ]) {
    const statuses = await statusesOf(lines(...head, ...bounds, '', '0', '', SMUGGLED))
    assert.ok(statuses.length <= 1, bounds.join(' '))
    assert.notEqual(statuses[0], '200', bounds.join(' '))
  }
})

test('a header line without a name, with a break in it or after a bare line feed is refused', async () => {
  for (const line of [': value', 'x y: value', ' folded', 'x: a\rb', `x: ${'\0'}`]) {
    const statuses = await statusesOf(lines('GET /api/health/live HTTP/1.1', 'host: x', line, '', ''))
    assert.deepEqual(statuses, ['400'], JSON.stringify(line))
  }
  assert.deepEqual(await statusesOf(SMUGGLED), ['200'])
})

test('no path of the API or of a page redirects, also not from HTTP to HTTPS', async () => {
  for (const url of [
    '/api/currentUser',
    '/api/customers/',
    '//evil.example/',
    '/api//customers',
    '/s/none',
  ]) {
    const { statusCode, headers } = await app.inject({ url, headers: { 'x-forwarded-proto': 'http' } })
    assert.ok(statusCode < 300 || statusCode >= 400, `${url}: ${statusCode}`)
    assert.equal(headers.location, undefined)
  }
})

test('headers of a proxy that is not trusted change neither the address nor the protocol', async () => {
  const forged = {
    'x-forwarded-for': '203.0.113.9',
    'x-real-ip': '203.0.113.9',
    forwarded: 'for=203.0.113.9',
  }
  const payload = { type: 'account', username: 'agent', password: 'Demo@2026' }
  const url = '/api/login/account'
  const { token } = (await app.inject({ method: 'POST', url, payload, headers: forged })).json().data
  const headers = { authorization: token, 'x-user-id': '1', 'x-forwarded-user': 'admin' }
  const [session] = (await app.inject({ url: '/api/currentUser/sessions', headers })).json().data
  assert.equal(session.ip, '127.0.0.1')
  assert.equal((await app.inject({ url: '/api/currentUser', headers })).json().data.username, 'agent')
})

test('a repeated parameter is taken only where the schema has a list, and the body is not taken from the query', async () => {
  const { status, data } = await as('admin').get('/api/customers?current=1&current=2')
  assert.equal(status, 400)
  assert.ok(data.fields.current)
  assert.equal((await as('admin').get('/api/staff?keyword=a&keyword=b')).status, 400)
  assert.equal((await as('admin').get('/api/staff?role=1&role=2')).status, 200)
  const version = 0
  const moved = await as('admin').patch(`/api/statement-rules?isOn=true&version=${version}`, {})
  assert.equal(moved.status, 400)
})

test('a request that changes something is taken only as JSON with the authorization header', async () => {
  const payload = { type: 'account', username: 'admin', password: 'Demo@2026' }
  const signedIn = await app.inject({ method: 'POST', url: '/api/login/account', payload })
  assert.equal(signedIn.headers['set-cookie'], undefined)
  const authorization: string = signedIn.json().data.token
  const url = '/api/sign-in-security'
  const before = (await as('admin').get(url)).data
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const body = JSON.stringify({ roles: [4], version: before.version })
    const answer = await app.inject({
      method: 'PATCH',
      url,
      headers: { authorization, 'content-type': type },
      payload: body,
    })
    assert.equal(answer.statusCode, 400, type)
  }
  for (const headers of [
    { cookie: `token=${authorization}` },
    { cookie: `authorization=${authorization}` },
  ]) {
    assert.equal((await app.inject({ method: 'PATCH', url, headers, payload: {} })).statusCode, 401)
  }
  assert.equal((await app.inject({ url: `/api/currentUser?token=${authorization}` })).statusCode, 401)
  assert.deepEqual((await as('admin').get(url)).data, before)
})
