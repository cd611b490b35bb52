import { addTexts } from './text.ts'

/**
 * Specification §8: the meaning of an HTTP status for users. The English is exactly the specification's; the Chinese is
 * shown unless another language is chosen.
 */
const texts: Record<number, readonly [chinese: string, english: string]> = {
  200: ['服务器成功返回请求的数据。', 'server returned the data'],
  201: ['新建或修改数据成功。', 'created or modified successfully'],
  202: ['请求已进入后台排队（异步任务）。', 'request queued in the background (async task)'],
  204: ['删除数据成功。', 'deleted successfully'],
  400: ['发出的请求有错误，服务器没有新建或修改数据。', 'the request was wrong, nothing created or changed'],
  401: ['没有权限（令牌、用户名或密码错误）。', 'no permission (token, username or password wrong)'],
  403: ['您已登录，但不允许访问。', 'authorised but access is forbidden'],
  404: ['请求的记录不存在。', 'the record does not exist'],
  405: ['请求的方法不被允许。', 'method not allowed'],
  406: ['请求的格式不可得。', 'requested format unavailable'],
  410: ['请求的资源已被永久删除。', 'resource permanently deleted'],
  422: ['创建对象时发生验证错误。', 'validation error when creating an object'],
  500: ['服务器发生错误，请检查服务器。', 'server error, check the server'],
  502: ['网关错误。', 'gateway error'],
  503: ['服务不可用，服务器过载或正在维护。', 'service unavailable, overloaded or under maintenance'],
  504: ['网关超时。', 'gateway timeout'],
}

/** The other sentences of §8, in the same pairs. */
export const REQUEST_ERROR = '请求错误 {status}: {url}'
export const NETWORK_ERROR = '网络异常'
export const NO_CONNECTION = '您的网络发生异常，无法连接服务器'
export const PLEASE_RETRY = '请求出错，请重试。'
export const TIMED_OUT = '请求超时：{n} 毫秒内没有收到回应，请稍后重试。'

addTexts('en-US', {
  ...Object.fromEntries(Object.values(texts)),
  [REQUEST_ERROR]: 'request error {status}: {url}',
  [NETWORK_ERROR]: 'network error',
  [NO_CONNECTION]: 'your network is abnormal, cannot connect to the server',
  [PLEASE_RETRY]: 'Request error, please retry.',
  [TIMED_OUT]: 'timeout of {n}ms exceeded',
})

/** The Chinese sentence of a status; undefined if the catalogue has none. */
export function statusText(status: number): string | undefined {
  return texts[status]?.[0]
}

/** Every Chinese sentence of this catalogue. */
export const statusSentences: readonly string[] = [
  ...Object.values(texts).map(([chinese]) => chinese),
  REQUEST_ERROR,
  NETWORK_ERROR,
  NO_CONNECTION,
  PLEASE_RETRY,
  TIMED_OUT,
]
