import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import * as z from 'zod'
import { baseUrlOf, type Client, createClient } from './client.ts'
import { endpoint, many } from './contract.ts'
import { CallError } from './failures.ts'
import './statusTexts.ts'
import { setLocale } from './text.ts'

const output = z.object({ n: z.int() })
const stores = {
  list: endpoint('GET /api/stores', {
    needs: 'signedIn',
    summary: '',
    input: z.object({ current: z.int().optional(), platform: many(z.string()), name: z.string().optional() }),
    output,
  }),
  update: endpoint('PATCH /api/stores/:id', {
    needs: 'signedIn',
    summary: '',
    input: z.object({ id: z.int(), name: z.string() }),
    output,
  }),
  captcha: endpoint('POST /api/login/captcha', {
    needs: null,
    summary: '',
    input: z.object({ mobile: z.string() }),
    output,
    takes: 'query',
  }),
}

interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

let requests: ReceivedRequest[] = []
let answerWith: (response: ServerResponse) => void
let token = ''
let reported: CallError[] = []
let ended: CallError[] = []
let redirected: string[] = []
let barred = 0
let client: Client
let origin = ''

const json = (status: number, body: unknown) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const right = json(200, { success: true, data: { n: 7 } })
const refused = json(401, {
  success: false,
  errorCode: 'UNAUTHENTICATED',
  errorMessage: '请重新登录。',
  showType: 2,
})

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url = '', headers } = request
  requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
  answerWith(response)
})

before(async () => {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

after(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  requests = []
  reported = []
  ended = []
  redirected = []
  barred = 0
  token = 'abc'
  answerWith = right
  client = createClient({
    baseUrl: origin,
    token: () => token,
    locale: () => 'zh-CN',
    textsLoaded: async () => {},
    report: (failure) => reported.push(failure),
    redirect: ({ errorCode }) => redirected.push(errorCode),
    onUnauthenticated: (failure) => {
      ended.push(failure)
      token = ''
    },
    onBarred: () => {
      barred += 1
    },
  })
})

test('the base of the API is the setting without its last character', () => {
  assert.equal(baseUrlOf('/'), '')
  assert.equal(baseUrlOf('https://api.example/'), 'https://api.example')
})

test('a read sends its input as a query, arrays repeated and absent fields left out, and returns the data', async () => {
  const data = await client.call(stores.list, { current: 2, platform: ['taobao', 'jd'], name: undefined })
  assert.deepEqual(data, { n: 7 })
  assert.equal(requests[0]?.url, '/api/stores?current=2&platform=taobao&platform=jd')
  assert.equal(requests[0]?.headers.authorization, 'abc')
  assert.equal(requests[0]?.headers['accept-language'], 'zh-CN')
})

test('without a session the authorization header is sent empty', async () => {
  token = ''
  await client.call(stores.list, {})
  assert.equal(requests[0]?.headers.authorization, '')
})

test('a write fills the path and sends the rest as JSON', async () => {
  await client.call(stores.update, { id: 5, name: '甲' })
  assert.equal(requests[0]?.method, 'PATCH')
  assert.equal(requests[0]?.url, '/api/stores/5')
  assert.equal(requests[0]?.headers['content-type'], 'application/json')
  assert.deepEqual(JSON.parse(requests[0]?.body ?? ''), { name: '甲' })
})

test('requests send credentials to their own origin only', async (context) => {
  const fetchMock = context.mock.method(globalThis, 'fetch')
  await client.call(stores.list, {})
  assert.equal(fetchMock.mock.calls[0]?.arguments[1]?.credentials, 'same-origin')
})

test('a failure is thrown and shown, unless the caller shows it itself', async () => {
  answerWith = json(409, { success: false, errorCode: 'STALE', errorMessage: '有人刚改过。', showType: 1 })
  await assert.rejects(client.call(stores.update, { id: 5, name: '甲' }), { message: '有人刚改过。' })
  assert.equal(reported.length, 1)
  await assert.rejects(client.call(stores.update, { id: 5, name: '甲' }, { messagePlace: 'inPage' }))
  assert.equal(reported.length, 1)
})

test('a 401 ends the session once, even if several requests fail', async () => {
  answerWith = refused
  await Promise.allSettled([1, 2, 3].map((current) => client.call(stores.list, { current })))
  assert.deepEqual(
    ended.map(({ message }) => message),
    ['请重新登录。'],
  )
  assert.equal(reported.length, 0)
})

test('the end of a session and the redirect of showType 9 do not depend on where the message is shown', async () => {
  for (const messagePlace of ['overPage', 'inPage'] as const) {
    token = 'abc'
    answerWith = refused
    const failed = await client.call(stores.list, {}, { messagePlace }).catch((error) => error)
    client.report(failed)
    answerWith = json(409, { success: false, errorCode: 'E1207', errorMessage: '本月已结账。', showType: 9 })
    for (const send of [
      () => client.call(stores.list, {}, { messagePlace }),
      () => client.call(stores.update, { id: 5, name: '甲' }, { messagePlace }),
      () => client.download(stores.list, {}, { messagePlace }),
    ]) {
      client.report(await send().catch((error) => error))
    }
  }
  assert.equal(ended.length, 2)
  assert.deepEqual(redirected, Array(6).fill('E1207'))
  assert.deepEqual(reported, [], 'nothing is shown over a page that is being left')
})

test('a failed currentUser does not redirect to /exception: it leads to the sign-in page', async () => {
  const currentUser = endpoint('GET /api/currentUser', {
    needs: null,
    summary: '',
    input: z.object({}),
    output,
  })
  answerWith = json(500, { success: false, errorCode: 'E1', errorMessage: '账号已停用。', showType: 9 })
  await assert.rejects(client.call(currentUser, {}, { messagePlace: 'inPage' }), { message: '账号已停用。' })
  assert.deepEqual(redirected, [])
})

test('a failed sign-in does not end a session', async () => {
  answerWith = refused
  await assert.rejects(client.call(stores.captcha, { mobile: '13800000000' }))
  assert.deepEqual(ended, [])
  assert.equal(reported.length, 1)
})

test('a refusal that requires another step first calls onBarred and is shown; any other is only shown', async () => {
  for (const errorCode of ['PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'FORBIDDEN']) {
    answerWith = json(403, { success: false, errorCode, errorMessage: '请先完成设置。', showType: 1 })
    await assert.rejects(client.call(stores.list, {}), { message: '请先完成设置。' })
  }
  assert.equal(barred, 2)
  assert.equal(reported.length, 3)
})

test('a failure message is built after the texts of the language are loaded', async (t) => {
  t.after(() => setLocale('zh-CN'))
  const unreachable = createClient({
    baseUrl: 'http://127.0.0.1:1',
    token: () => token,
    locale: () => 'en-US',
    textsLoaded: async () => setLocale('en-US'),
    report: (failure) => reported.push(failure),
    redirect: () => {},
    onUnauthenticated: () => {},
    onBarred: () => {},
  })
  await assert.rejects(unreachable.call(stores.list, {}))
  assert.equal(reported[0]?.message, 'your network is abnormal, cannot connect to the server')
})

test('a missing response is a network failure', async () => {
  answerWith = (response) => response.destroy()
  await assert.rejects(client.call(stores.list, {}), (error) => {
    assert.ok(error instanceof CallError)
    assert.equal(error.notice.kind === 'notification' && error.notice.title, '网络异常')
    return true
  })
})

test('a late response is a time-out, with the caller’s sentence if there is one', async () => {
  answerWith = () => undefined
  await assert.rejects(client.call(stores.list, {}, { timeoutMs: 20 }), {
    message: 'timeout of 20ms exceeded',
  })
  const timeoutMessage = '报表太大，请缩短日期范围。'
  await assert.rejects(client.call(stores.list, {}, { timeoutMs: 20, timeoutMessage }), {
    message: timeoutMessage,
  })
})

test('an abort by the caller is not shown as a failure', async () => {
  const abort = new AbortController()
  answerWith = () => abort.abort()
  const call = client.call(stores.list, {}, { signal: abort.signal })
  await assert.rejects(call, { name: 'AbortError' })
  assert.deepEqual(reported, [])
})

test('a cached response is used until a write, or until the cache is cleared', async () => {
  await client.call(stores.list, { current: 1 }, { cache: true })
  await client.call(stores.list, { current: 1 }, { cache: true })
  assert.equal(requests.length, 1)
  await client.call(stores.list, { current: 1 })
  await client.call(stores.list, { current: 2 }, { cache: true })
  assert.equal(requests.length, 3)
  await client.call(stores.update, { id: 5, name: '甲' })
  await client.call(stores.list, { current: 1 }, { cache: true })
  assert.equal(requests.length, 5)
  client.clear()
  await client.call(stores.list, { current: 1 }, { cache: true })
  assert.equal(requests.length, 6)
})

test('a response is cached for a minute unless another time is given', async (context) => {
  let now = 0
  context.mock.method(performance, 'now', () => now)
  const callCached = (cache: boolean | number) => client.call(stores.list, {}, { cache })
  await callCached(true)
  now = 59_999
  await callCached(true)
  assert.equal(requests.length, 1)
  now = 60_000
  await callCached(5000)
  assert.equal(requests.length, 2)
  now = 65_000
  await callCached(5000)
  assert.equal(requests.length, 3)
})

test('a failed response is not cached', async () => {
  answerWith = json(500, {})
  await assert.rejects(client.call(stores.list, {}, { cache: true }))
  answerWith = right
  assert.deepEqual(await client.call(stores.list, {}, { cache: true }), { n: 7 })
})

test('a download has the file name that the server sends', async () => {
  answerWith = (response) => {
    const name = encodeURIComponent('店铺日咨询量_20260519_0842.xlsx')
    response.writeHead(200, { 'content-disposition': `attachment; filename*=UTF-8''${name}` }).end('PK')
  }
  const { name, blob } = await client.download(stores.list, {})
  assert.equal(name, '店铺日咨询量_20260519_0842.xlsx')
  assert.equal(await blob.text(), 'PK')
})

test('a failed download throws the server’s message', async () => {
  answerWith = json(403, {
    success: false,
    errorCode: 'FORBIDDEN',
    errorMessage: '您没有权限。',
    showType: 2,
  })
  await assert.rejects(client.download(stores.list, {}), { message: '您没有权限。' })
})

test('a page or an envelope instead of a file is a failure', async () => {
  answerWith = (response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>nginx</h1>')
  await assert.rejects(client.download(stores.list, {}), { message: '请求出错，请重试。' })
  answerWith = json(200, { success: false, errorMessage: '文件已过期。', showType: 2 })
  await assert.rejects(client.download(stores.list, {}), { message: '文件已过期。' })
  answerWith = right
  await assert.rejects(client.download(stores.list, {}), { message: '请求出错，请重试。' })
})
