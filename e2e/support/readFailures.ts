import { EXCEPTION, SIGN_IN } from '#app/routes.ts'
import { english } from '#app/texts/english.ts'
import { addTexts, translate } from '#kit/text.ts'
import { hashOf, triesAll } from './shares.ts'

addTexts('en-US', english)

export const LANGUAGES = ['zh-CN', 'en-US'] as const
export type Language = (typeof LANGUAGES)[number]

/** Translates a text of the program into the language of the attempt. */
export type Say = (sentence: string, params?: Record<string, string | number>) => string

export const sayIn =
  (language: Language): Say =>
  (sentence, params) =>
    translate(language, sentence, params)

/** Replaces a response: a fake response, `none` (connection refused) or `late` (no response at all). */
export type Reply = { status: number; type: 'application/json' | 'text/html'; body: string } | 'none' | 'late'

/** What the page must show: one of the texts, at the given path if any. */
export interface Sign {
  texts: readonly string[]
  path?: string
}

interface Failure {
  reply: Reply
  sign: (say: Say) => Sign
}

/** The server's message, identical in both languages. */
const REFUSAL = '试验：这次读取被拒绝。'

const KINDS = {
  refused: '服务器没有接受这次请求',
  unreachable: '没有连上服务器',
  broken: '服务器的回应不正常',
}

const PROXY_PAGE = '<html><body><h1>nginx</h1></body></html>'

/** The place of the read shows the kind of failure, whatever else is displayed above the page. */
const inPlace = (kind: keyof typeof KINDS) => (say: Say) => ({ texts: [say(KINDS[kind])] })

/** A business error (specification §8). */
function refusal(showType: number, sign: Failure['sign'] = inPlace('refused')): Failure {
  const body = { success: false, errorCode: 'E1207', errorMessage: REFUSAL, showType, traceId: 'r-1207' }
  return { reply: { status: 409, type: 'application/json', body: JSON.stringify(body) }, sign }
}

const page = (status: number, sign: Failure['sign'] = inPlace('broken')): Failure => ({
  reply: { status, type: 'text/html', body: PROXY_PAGE },
  sign,
})

/** All ways in which a read can fail. */
export const failures = {
  'showType 0': refusal(0),
  'showType 1': refusal(1),
  'showType 2': refusal(2),
  'showType 4': refusal(4),
  'showType 9': refusal(9, () => ({ texts: [REFUSAL], path: EXCEPTION })),
  'showType 7, which is none': refusal(7),
  'a bare 401': page(401, (say) => ({
    texts: [say('没有权限（令牌、用户名或密码错误）。')],
    path: SIGN_IN,
  })),
  'a bare 403': page(403),
  'a bare 500': page(500),
  'the page of a proxy': page(200),
  'no response': { reply: 'none', sign: inPlace('unreachable') },
  'no response in time': { reply: 'late', sign: inPlace('unreachable') },
} as const satisfies Record<string, Failure>

export type FailureName = keyof typeof failures

export const failureNames = Object.keys(failures) as FailureName[]

/** A failed `currentUser` opens the sign-in page for any showType (specification §4), which shows the message. */
const ofCurrentUser: Partial<Record<FailureName, (say: Say) => string[]>> = {
  'showType 0': (say) => [say('登录')],
  'a bare 403': (say) => [say('您已登录，但不允许访问。')],
  'a bare 500': (say) => [say('服务器发生错误，请检查服务器。')],
  'the page of a proxy': (say) => [say('请求出错，请重试。')],
  'no response': (say) => [say('您的网络发生异常，无法连接服务器')],
  'no response in time': (say) => [say('请求超时：{n} 毫秒内没有收到回应，请稍后重试。', { n: 60_000 })],
}

/** What the page must show if this read fails in this way. */
export function signOf(path: string, name: FailureName, say: Say): Sign {
  const sign = failures[name].sign(say)
  if (path !== '/api/currentUser') return sign
  const texts = ofCurrentUser[name]?.(say) ?? (name === 'a bare 401' ? sign.texts : [REFUSAL])
  return { texts, path: SIGN_IN }
}

export interface Attempt {
  failure: FailureName
  language: Language
}

/** A push tests one read in five; the path determines which reads, and how they fail. */
const SHARE = 5

/**
 * The attempts at one read. By default one way in one language, for one read in five. TRY=all tries all 24 combinations
 * of ways and languages for every read; with READ_WAYS=6, six of them, selected by TEST_SEED.
 * `READ_FAILURES=/api/stores` tries all combinations for that read only.
 */
export function attemptsAt(path: string): readonly Attempt[] {
  const all = failureNames.flatMap((failure) => LANGUAGES.map((language) => ({ failure, language })))
  const onlyPath = process.env.READ_FAILURES
  if (onlyPath) return onlyPath === path ? all : []
  if (triesAll) return drawnFrom(path, all).slice(0, Number(process.env.READ_WAYS ?? all.length))
  const hash = hashOf(path)
  return hash % SHARE === 0 ? [all[Math.floor(hash / SHARE) % all.length] as Attempt] : []
}

/** The attempts in an order determined by the run's seed and the path. */
function drawnFrom(path: string, attempts: readonly Attempt[]): readonly Attempt[] {
  const rank = ({ failure, language }: Attempt) =>
    hashOf(`${process.env.TEST_SEED} ${failure} ${language} ${path}`)
  return attempts.toSorted((a, b) => rank(a) - rank(b))
}
