import type { Fake } from './fakes.ts'

/** The specification's error catalogue (§8), row by row, as a person meets it in the two languages that are ours. */
export const LANGUAGES = ['zh-CN', 'en-US'] as const

export type Words = Record<(typeof LANGUAGES)[number], string>
type Expected =
  | { kind: 'silent' }
  | { kind: 'warning' | 'error'; text: Words }
  | { kind: 'notification'; title: Words; text: Words }

export interface Row {
  what: string
  fake: Fake
  expected: Expected
}

const both = (text: string): Words => ({ 'zh-CN': text, 'en-US': text })
const SAID = '有人刚改过这条记录。'
const envelope = (showType: unknown): Fake => ({
  status: 409,
  body: { success: false, errorCode: 'STALE', errorMessage: SAID, showType },
})

const envelopes: Row[] = [
  { what: 'showType 0', fake: envelope(0), expected: { kind: 'silent' } },
  { what: 'showType 1', fake: envelope(1), expected: { kind: 'warning', text: both(SAID) } },
  { what: 'showType 2', fake: envelope(2), expected: { kind: 'error', text: both(SAID) } },
  {
    what: 'showType 4',
    fake: envelope(4),
    expected: { kind: 'notification', title: both('STALE'), text: both(SAID) },
  },
  { what: 'showType 7', fake: envelope(7), expected: { kind: 'error', text: both(SAID) } },
  { what: 'no showType', fake: envelope(undefined), expected: { kind: 'error', text: both(SAID) } },
  {
    what: 'success false with 200',
    fake: { status: 200, body: { success: false, errorMessage: SAID } },
    expected: { kind: 'error', text: both(SAID) },
  },
  {
    what: 'success false and nothing more',
    fake: { status: 200, body: { success: false } },
    expected: {
      kind: 'error',
      text: { 'zh-CN': '请求出错，请重试。', 'en-US': 'Request error, please retry.' },
    },
  },
  {
    what: 'body code 1',
    fake: { status: 200, body: { code: 1, message: SAID } },
    expected: { kind: 'error', text: both(SAID) },
  },
  {
    what: 'body code 2',
    fake: { status: 200, body: { code: 2, message: SAID } },
    expected: { kind: 'warning', text: both(SAID) },
  },
]

/** Every status of the catalogue that is an error, but for 401, which ends the session; and one that is not in it. */
const statuses: [status: number, chinese: string, english: string][] = [
  [400, '发出的请求有错误，服务器没有新建或修改数据。', 'the request was wrong, nothing created or changed'],
  [403, '您已登录，但不允许访问。', 'authorised but access is forbidden'],
  [404, '请求的记录不存在。', 'the record does not exist'],
  [405, '请求的方法不被允许。', 'method not allowed'],
  [406, '请求的格式不可得。', 'requested format unavailable'],
  [410, '请求的资源已被永久删除。', 'resource permanently deleted'],
  [422, '创建对象时发生验证错误。', 'validation error when creating an object'],
  [500, '服务器发生错误，请检查服务器。', 'server error, check the server'],
  [502, '网关错误。', 'gateway error'],
  [503, '服务不可用，服务器过载或正在维护。', 'service unavailable, overloaded or under maintenance'],
  [504, '网关超时。', 'gateway timeout'],
  [418, "I'm a teapot", "I'm a teapot"],
]

const titleOf = (status: number, url: string): Words => ({
  'zh-CN': `请求错误 ${status}: ${url}`,
  'en-US': `request error ${status}: ${url}`,
})

function bareRows(url: string): Row[] {
  return statuses.map(([status, chinese, english]) => ({
    what: `a bare ${status}`,
    fake: { status, body: '<h1>nginx</h1>' },
    expected: {
      kind: 'notification',
      title: titleOf(status, url),
      text: { 'zh-CN': chinese, 'en-US': english },
    },
  }))
}

const unreachable: Row = {
  what: 'no answer',
  fake: 'nothing',
  expected: {
    kind: 'notification',
    title: { 'zh-CN': '网络异常', 'en-US': 'network error' },
    text: {
      'zh-CN': '您的网络发生异常，无法连接服务器',
      'en-US': 'your network is abnormal, cannot connect to the server',
    },
  },
}

/** All rows, for a call to the given address. */
export function catalogue(url: string): Row[] {
  return [...envelopes, ...bareRows(url), unreachable]
}
