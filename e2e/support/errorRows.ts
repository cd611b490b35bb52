import type { Fake } from './fakes.ts'

/** What the console shows for a response; `kit/failures.test.ts` tests the English texts. */
type Expected =
  | { kind: 'silent' }
  | { kind: 'warning' | 'error'; text: string }
  | { kind: 'notification'; title: string; text: string }

export interface Row {
  what: string
  fake: Fake
  expected: Expected
}

const MESSAGE = '有人刚改过这条记录。'
const envelope = (showType: unknown): Fake => ({
  status: 409,
  body: { success: false, errorCode: 'STALE', errorMessage: MESSAGE, showType },
})

const envelopes: Row[] = [
  { what: 'showType 0', fake: envelope(0), expected: { kind: 'silent' } },
  { what: 'showType 1', fake: envelope(1), expected: { kind: 'warning', text: MESSAGE } },
  { what: 'showType 2', fake: envelope(2), expected: { kind: 'error', text: MESSAGE } },
  {
    what: 'showType 4',
    fake: envelope(4),
    expected: { kind: 'notification', title: 'STALE', text: MESSAGE },
  },
  { what: 'showType 7', fake: envelope(7), expected: { kind: 'error', text: MESSAGE } },
  { what: 'no showType', fake: envelope(undefined), expected: { kind: 'error', text: MESSAGE } },
  {
    what: 'success false with 200',
    fake: { status: 200, body: { success: false, errorMessage: MESSAGE } },
    expected: { kind: 'error', text: MESSAGE },
  },
  {
    what: 'success false and nothing more',
    fake: { status: 200, body: { success: false } },
    expected: {
      kind: 'error',
      text: '请求出错，请重试。',
    },
  },
  {
    what: 'body code 1',
    fake: { status: 200, body: { code: 1, message: MESSAGE } },
    expected: { kind: 'error', text: MESSAGE },
  },
  {
    what: 'body code 2',
    fake: { status: 200, body: { code: 2, message: MESSAGE } },
    expected: { kind: 'warning', text: MESSAGE },
  },
]

/** Every error status of the catalogue except 401, which ends the session, and one status outside the catalogue. */
const statuses: [status: number, text: string][] = [
  [400, '发出的请求有错误，服务器没有新建或修改数据。'],
  [403, '您已登录，但不允许访问。'],
  [404, '请求的记录不存在。'],
  [405, '请求的方法不被允许。'],
  [406, '请求的格式不可得。'],
  [410, '请求的资源已被永久删除。'],
  [422, '创建对象时发生验证错误。'],
  [500, '服务器发生错误，请检查服务器。'],
  [502, '网关错误。'],
  [503, '服务不可用，服务器过载或正在维护。'],
  [504, '网关超时。'],
  [418, "I'm a teapot"],
]

function statusRows(url: string): Row[] {
  return statuses.map(([status, text]) => ({
    what: `a bare ${status}`,
    fake: { status, body: '<h1>nginx</h1>' },
    expected: { kind: 'notification', title: `请求错误 ${status}: ${url}`, text },
  }))
}

const unreachable: Row = {
  what: 'no answer',
  fake: 'nothing',
  expected: { kind: 'notification', title: '网络异常', text: '您的网络发生异常，无法连接服务器' },
}

/** The specification's error catalogue (§8) for a request to the given address. */
export function catalogue(url: string): Row[] {
  return [...envelopes, ...statusRows(url), unreachable]
}
