import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import fastify from 'fastify'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { limitClients } from './limits.ts'

// `npm run test:load` uses the numbers of design/trust.md; the everyday suite just enough to show the behaviour.
const LOAD = process.env.LOAD === '1'
const SLOW = LOAD ? 300 : 30
const IDLE = LOAD ? 2_000 : 100
const ABORTED = LOAD ? 2_000 : 60

const { app, as } = await testApp(seedWorld)
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo
const sockets = new Set<Socket>()
after(() => {
  for (const socket of sockets) socket.destroy()
})

/** Opens a connection and sends a text; `closed` resolves when the connection is closed. */
function open(text: string): { socket: Socket; closed: Promise<void>; opened: Promise<void> } {
  const socket = connect(port, '127.0.0.1')
  sockets.add(socket)
  const opened = new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  socket.resume()
  if (text) socket.write(text)
  return { socket, closed, opened }
}

const ROUND = 50

/** Opens many connections, in rounds that fit into the kernel's queue for the server. */
async function many(count: number, text: string) {
  const all = []
  for (let left = count; left > 0; left -= ROUND) {
    const round = Array.from({ length: Math.min(ROUND, left) }, () => open(text))
    await Promise.all(round.map(({ opened }) => opened))
    all.push(...round)
  }
  return all
}

const { data } = await as(null).post('/api/login/account', {
  type: 'account',
  username: 'sales',
  password: PASSWORD,
})
const answers = async () =>
  (await fetch(`http://127.0.0.1:${port}/api/currentUser`, { headers: { authorization: data.token } })).status
const descriptors = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)

/** Waits until the server has noticed that its clients have disconnected. */
async function untilGone(limit: number): Promise<void> {
  for (;;) {
    const count = await new Promise<number>((resolve) =>
      app.server.getConnections((_error, found) => resolve(found)),
    )
    if (count <= limit) return
    await setTimeout(20)
  }
}

test('silent connections and those with slow headers are closed; others get responses meanwhile', async () => {
  const silent = await many(IDLE, '')
  const slow = await many(SLOW, 'GET /api/currentUser HTTP/1.1\r\nhost: x\r\n')
  const bodies = LOAD
    ? await many(
        SLOW,
        'POST /api/login/account HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
      )
    : []
  const drip = setInterval(() => {
    for (const { socket } of slow) socket.write('x-a: b\r\n')
    for (const { socket } of bodies) socket.write(' ')
  }, 1_000)
  for (let n = 0; n < 20; n += 1) assert.equal(await answers(), 200)
  await Promise.all([...silent, ...slow, ...bodies].map(({ closed }) => closed))
  clearInterval(drip)
  assert.equal(await answers(), 200)
})

test('aborted uploads leave no connection and no descriptor', async () => {
  const before = descriptors()
  const head = `POST /api/imports HTTP/1.1\r\nhost: x\r\nauthorization: ${data.token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`
  for (let start = 0; start < ABORTED; start += ROUND) {
    for (const { socket } of await many(ROUND, head + 'x'.repeat(1_000))) socket.destroy()
  }
  await untilGone(2)
  assert.equal(await answers(), 200)
  await untilGone(2)
  assert.ok(descriptors() <= before + 10, `${before} descriptors before, ${descriptors()} after`)
})

test('a connection stays open during a slow response, and is closed if the client is silent', async () => {
  const impatient = fastify({ connectionTimeout: 50 })
  await limitClients(impatient, 1_000, () => new Date())
  impatient.get('/slow', () => setTimeout(300, 'done'))
  const address = await impatient.listen({ host: '127.0.0.1', port: 0 })
  assert.equal(await fetch(`${address}/slow`).then((answer) => answer.text()), 'done')
  const silent = connect(Number(new URL(address).port), '127.0.0.1')
  await once(silent, 'close')
  await impatient.close()
})
