import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { codeSender, webhookSender } from './codeSender.ts'
import { readSettings } from './settings.ts'

const MOBILE = '13800000004'

interface Received {
  headers: IncomingMessage['headers']
  body: string
}

/** A webhook server that replies with `answer`; with null it never replies. */
async function webhook(answer: ((reply: ServerResponse) => void) | null) {
  const received: Received[] = []
  const server = createServer(async (request, reply) => {
    const body = (await request.toArray()).join('')
    received.push({ headers: request.headers, body })
    answer?.(reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve)
      server.closeAllConnections()
    })
  after(close)
  return { url: `http://127.0.0.1:${port}/sms`, received, close }
}

async function failuresOf(url: string, timeoutMs?: number): Promise<object[]> {
  const failures: object[] = []
  await webhookSender(
    { url, token: 'secret-token' },
    (facts) => failures.push(facts),
    timeoutMs,
  )(MOBILE, '482013')
  return failures
}

test('the webhook receives number, code and validity in minutes, with the token', async () => {
  const { url, received } = await webhook((reply) => reply.writeHead(204).end())
  assert.deepEqual(await failuresOf(url), [])
  assert.deepEqual(JSON.parse(received[0]?.body ?? ''), { mobile: MOBILE, code: '482013', minutes: 5 })
  assert.equal(received[0]?.headers.authorization, 'Bearer secret-token')
})

test('a failure is reported without the code and with a masked number', async () => {
  const { url } = await webhook((reply) => reply.writeHead(500).end('482013'))
  assert.deepEqual(await failuresOf(url), [{ mobile: '138****0004', reason: 'status 500' }])
})

test('a redirect is not followed', async () => {
  const { url: elsewhere, received } = await webhook((reply) => reply.end())
  const { url } = await webhook((reply) => reply.writeHead(307, { location: elsewhere }).end())
  assert.equal((await failuresOf(url)).length, 1)
  assert.equal(received.length, 0)
})

test('a webhook that does not respond times out', async () => {
  const { url } = await webhook(null)
  assert.deepEqual(await failuresOf(url, 50), [{ mobile: '138****0004', reason: 'TimeoutError' }])
})

test('an unreachable webhook is reported by its error code only', async () => {
  const { url, close } = await webhook(null)
  await close()
  assert.deepEqual(await failuresOf(`${url}?key=secret`), [{ mobile: '138****0004', reason: 'ECONNREFUSED' }])
})

test('the demo prints the code on its terminal; without a webhook a real server sends no codes', async () => {
  const printed: string[] = []
  const send = codeSender(
    readSettings({}, true),
    (text) => printed.push(text),
    () => {},
  )
  await send?.(MOBILE, '482013')
  assert.match(printed.join(), /【演示】.*138\*\*\*\*0004.*482013/)
  const none = codeSender(
    readSettings({}, false),
    () => {},
    () => {},
  )
  assert.equal(none, null)
})
