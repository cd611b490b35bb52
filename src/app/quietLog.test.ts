import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Writable } from 'node:stream'
import { after, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect as openDatabase } from '#db/connect.ts'
import { PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { loggerOptions } from './logger.ts'
import { buildServer } from './server.ts'

const { db, clock } = await testApp(seedWorld)

interface Line {
  level: string
  msg: string
  path?: string
  status?: number
  err?: { stack: string }
  [field: string]: unknown
}

let lines: Line[] = []
beforeEach(() => {
  lines = []
  closed = []
})
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)))
    done()
  },
})
let isDraining = false
const parts = {
  clock: () => clock.now,
  keyFor: TEST_KEYS,
  demo: true,
  logger: { ...loggerOptions('info'), stream },
  requestsPerSecond: 1_000_000,
}
const app = await buildServer({ ...parts, db, isDraining: () => isDraining })
let closed: string[] = []
app.addHook('onRequest', async ({ url }, reply) => {
  reply.raw.once('close', () => closed.push(url))
})
app.get('/api/boom', async () => {
  throw new TypeError('a fault of the program')
})
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const unreachable = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none' }, () => {})
const withoutDatabase = await buildServer({ ...parts, db: unreachable })
after(async () => {
  await Promise.all([app.close(), withoutDatabase.close()])
  await unreachable.destroy()
})

const payload = { type: 'account', username: 'sales', password: PASSWORD }
const signedIn = await app.inject({ method: 'POST', url: '/api/login/account', payload })
const authorization: string = signedIn.json().data.token

/** Sends the beginning of a request on a connection of its own. */
async function begin(head: string[], body = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(`${[...head, 'host: x', `authorization: ${authorization}`].join('\r\n')}\r\n\r\n${body}`)
  return socket
}

/** Waits until the server has noticed that the connection of a request is closed, and has logged what it logs then. */
async function ended(url: string): Promise<void> {
  while (!closed.includes(url)) await setTimeout(10)
  await setTimeout(100)
}

function assertQuiet(): void {
  for (const line of lines) {
    assert.equal(line.err, undefined, JSON.stringify(line))
    assert.ok(!/\n\s+at /.test(Object.values(line).join(' ')), JSON.stringify(line))
    assert.notEqual(line.level, 'error', JSON.stringify(line))
  }
}

test('an upload that its client aborts leaves no stack', async () => {
  const socket = await begin(
    ['POST /api/imports HTTP/1.1', 'content-type: multipart/form-data; boundary=b', 'content-length: 100000'],
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'x'.repeat(2_000)}`,
  )
  await setTimeout(50)
  socket.destroy()
  await ended('/api/imports')
  assertQuiet()
})

test('a body that its client aborts leaves no stack and is no fault of the database', async () => {
  const head = ['POST /api/customers HTTP/1.1', 'content-type: application/json', 'content-length: 500']
  const socket = await begin(head, '{"name":')
  await setTimeout(50)
  socket.resetAndDestroy()
  await ended('/api/customers')
  assert.ok(lines.some(({ msg }) => msg === 'the client left before the response'))
  assertQuiet()
})

test('a response that its client does not wait for leaves no stack', async () => {
  for (const encoding of ['gzip', 'identity']) {
    closed = []
    const socket = await begin(['GET /api/openapi.json HTTP/1.1', `accept-encoding: ${encoding}`])
    await once(socket, 'readable')
    socket.resetAndDestroy()
    await ended('/api/openapi.json')
    assertQuiet()
  }
})

test('a read whose client leaves while it waits for the database leaves no stack', async (t) => {
  if (!process.env.TEST_DATABASE_URL) return t.skip('the embedded engine has one connection, which is locked')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table customer in access exclusive mode`.execute(tx)
    locked()
    await held
  })
  await isLocked
  const socket = await begin(['GET /api/customers HTTP/1.1'])
  await setTimeout(100)
  socket.destroy()
  await ended('/api/customers')
  release()
  await holding
  while (!lines.some(({ msg }) => msg === 'the client left before the response')) await setTimeout(10)
  assertQuiet()
})

test('BUSY leaves one line with its reason: while the program stops, and without a database', async () => {
  isDraining = true
  assert.equal((await app.inject({ url: '/api/customers', headers: { authorization } })).statusCode, 503)
  isDraining = false
  for (const url of ['/api/customers', '/s/a-token-that-does-not-exist']) {
    const answer = await withoutDatabase.inject({ url, headers: { authorization } })
    assert.equal(answer.statusCode, 503, url)
  }
  const busy = lines.filter(({ msg }) => msg === 'busy')
  assert.equal(busy.length, 3)
  assert.ok(busy.every(({ code, reason, level }) => code && reason && level === 'warn'))
  assertQuiet()
})

test('a fault of the program is logged with its stack', async () => {
  assert.equal((await app.inject({ url: '/api/boom' })).statusCode, 500)
  const fault = lines.find(({ msg }) => msg === 'fault')
  assert.equal(fault?.level, 'error')
  assert.match(fault?.err?.stack ?? '', /a fault of the program\n\s+at /)
})
