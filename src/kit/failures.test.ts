import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import {
  type Answer,
  CallError,
  failureOf,
  fieldsOf,
  type Notice,
  networkError,
  retryAfterOf,
  sentenceOf,
  timeoutError,
} from './failures.ts'
import { setLocale } from './text.ts'

const url = 'http://127.0.0.1/api/stores?current=1'
const answer = (status: number, body: unknown, statusText = ''): Answer => ({ status, statusText, url, body })
const envelope = (showType: unknown, more: object = {}) =>
  answer(409, { success: false, errorCode: 'STALE', errorMessage: '有人刚改过。', showType, ...more })

function noticeOf(happened: Answer): Notice | undefined {
  return failureOf(happened)?.notice
}

afterEach(() => setLocale('zh-CN'))

test('an envelope is shown by its showType', () => {
  const text = '有人刚改过。'
  assert.deepEqual(noticeOf(envelope(0)), { kind: 'silent' })
  assert.deepEqual(noticeOf(envelope(1)), { kind: 'message', level: 'warning', text })
  assert.deepEqual(noticeOf(envelope(2)), { kind: 'message', level: 'error', text })
  assert.deepEqual(noticeOf(envelope(4)), { kind: 'notification', title: 'STALE', description: text })
  assert.deepEqual(noticeOf(envelope(9)), { kind: 'exception', errorCode: 'STALE', errorMessage: text })
})

test('a missing message does not change how an envelope is shown', () => {
  const text = '请求出错，请重试。'
  const shownAs = (showType: unknown) => noticeOf(answer(409, { success: false, showType }))
  assert.deepEqual(shownAs(0), { kind: 'silent' })
  assert.deepEqual(shownAs(1), { kind: 'message', level: 'warning', text })
  assert.deepEqual(shownAs(2), { kind: 'message', level: 'error', text })
  assert.deepEqual(shownAs(4), { kind: 'notification', title: text, description: text })
  assert.deepEqual(shownAs(9), { kind: 'exception', errorCode: '', errorMessage: text })
})

test('a failure states whether the server refused, was unreachable or sent a broken response, and the address', () => {
  const address = '/api/stores?current=1'
  const about = (failure: CallError | null) => [failure?.kind, failure?.address]
  assert.deepEqual(about(failureOf(envelope(2))), ['refused', address])
  assert.deepEqual(about(failureOf(answer(200, { code: 2, message: '数据延迟' }))), ['refused', address])
  assert.deepEqual(about(failureOf(answer(502, '<html>'))), ['broken', address])
  assert.deepEqual(about(failureOf(answer(200, '<html>'))), ['broken', address])
  assert.deepEqual(about(networkError(url)), ['unreachable', address])
  assert.deepEqual(about(timeoutError(url, 3000)), ['unreachable', address])
})

test('any other showType is an error message', () => {
  for (const showType of [undefined, null, 3, 5, '1', 'silent']) {
    assert.deepEqual(noticeOf(envelope(showType)), { kind: 'message', level: 'error', text: '有人刚改过。' })
  }
})

test('success false is an error for any status and keeps code, fields and trace id', () => {
  const failure = failureOf(answer(200, { success: false, errorMessage: '库存不足', errorCode: 1003 }))
  assert.ok(failure instanceof CallError)
  assert.equal(failure.message, '库存不足')
  assert.equal(failure.code, '1003')
  const withFields = failureOf(envelope(0, { data: { fields: { name: '请输入名称' } }, traceId: 'r-1' }))
  assert.deepEqual(fieldsOf(withFields), { name: '请输入名称' })
  assert.equal(withFields?.traceId, 'r-1')
  assert.equal(withFields?.status, 409)
})

test('a notification includes the trace id', () => {
  const notice = noticeOf(envelope(4, { traceId: 'r-2' }))
  assert.deepEqual(notice, {
    kind: 'notification',
    title: 'STALE',
    description: '有人刚改过。',
    traceId: 'r-2',
  })
})

test('body code 1 is an error toast, 2 a warning toast, with the body message', () => {
  assert.deepEqual(noticeOf(answer(200, { code: 1, message: '昵称重复' })), {
    kind: 'message',
    level: 'error',
    text: '昵称重复',
  })
  assert.deepEqual(noticeOf(answer(200, { code: 2, message: '数据延迟' })), {
    kind: 'message',
    level: 'warning',
    text: '数据延迟',
  })
  assert.equal(failureOf(answer(200, { code: 0, data: [] })), null)
})

test('without information from the server the message asks the user to retry', () => {
  for (const happened of [answer(200, { success: false }), answer(200, undefined), answer(200, '<html>')]) {
    setLocale('zh-CN')
    assert.equal(failureOf(happened)?.message, '请求出错，请重试。')
    setLocale('en-US')
    assert.equal(failureOf(happened)?.message, 'Request error, please retry.')
  }
})

test('a bare status is shown with the catalogue text, in Chinese and exactly as specified in English', () => {
  const statusOnly = answer(404, undefined, 'Not Found')
  assert.deepEqual(noticeOf(statusOnly), {
    kind: 'notification',
    title: `请求错误 404: ${url}`,
    description: '请求的记录不存在。',
  })
  setLocale('en-US')
  assert.deepEqual(noticeOf(statusOnly), {
    kind: 'notification',
    title: `request error 404: ${url}`,
    description: 'the record does not exist',
  })
})

test('every status of the catalogue has its specified English sentence', () => {
  setLocale('en-US')
  const catalogue: Record<number, string> = {
    400: 'the request was wrong, nothing created or changed',
    401: 'no permission (token, username or password wrong)',
    403: 'authorised but access is forbidden',
    404: 'the record does not exist',
    405: 'method not allowed',
    406: 'requested format unavailable',
    410: 'resource permanently deleted',
    422: 'validation error when creating an object',
    500: 'server error, check the server',
    502: 'gateway error',
    503: 'service unavailable, overloaded or under maintenance',
    504: 'gateway timeout',
  }
  for (const [status, description] of Object.entries(catalogue)) {
    const notice = noticeOf(answer(Number(status), undefined, 'x'))
    assert.equal(notice?.kind === 'notification' && notice.description, description)
  }
})

test('a status outside the catalogue is shown with its own text', () => {
  const notice = noticeOf(answer(418, undefined, "I'm a teapot"))
  assert.equal(notice?.kind === 'notification' && notice.description, "I'm a teapot")
})

test('an error status without a usable envelope is shown as a bare status', () => {
  assert.equal(noticeOf(answer(500, { success: false }))?.kind, 'notification')
  assert.equal(noticeOf(answer(500, { message: 'boom' }))?.kind, 'notification')
})

test('a successful response is no failure', () => {
  assert.equal(failureOf(answer(200, { success: true, data: 1 })), null)
  assert.equal(failureOf(answer(201, { data: 1 })), null)
  assert.equal(failureOf(answer(204, undefined)), null)
})

test('a missing response is shown as a network error', () => {
  assert.deepEqual(networkError(url).notice, {
    kind: 'notification',
    title: '网络异常',
    description: '您的网络发生异常，无法连接服务器',
  })
  setLocale('en-US')
  assert.deepEqual(networkError(url).notice, {
    kind: 'notification',
    title: 'network error',
    description: 'your network is abnormal, cannot connect to the server',
  })
})

test('a time-out message states the duration, unless the caller supplies a sentence', () => {
  assert.equal(timeoutError(url, 3000).message, 'timeout of 3000ms exceeded')
  assert.match(sentenceOf(timeoutError(url, 3000).notice), /3000 毫秒/)
  setLocale('en-US')
  assert.equal(sentenceOf(timeoutError(url, 3000).notice), 'timeout of 3000ms exceeded')
  assert.equal(sentenceOf(timeoutError(url, 3000, '报表太大').notice), '报表太大')
})

test('a refusal states after how many seconds the call is accepted again', () => {
  const refused = (status: number, data: object) =>
    failureOf(answer(status, { success: false, errorMessage: '太多', showType: 1, data }))
  assert.equal(retryAfterOf(refused(429, { retryAfterSeconds: 7 })), 7)
  assert.equal(retryAfterOf(refused(429, {})), undefined)
  assert.equal(retryAfterOf(refused(503, { retryAfterSeconds: 7 })), undefined)
  assert.equal(retryAfterOf(new Error('else')), undefined)
})
