import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { AppError } from '#kit/errors.ts'
import { isPublic } from './addresses.ts'
import { allowedUrl } from './rules.ts'

/** How messages leave: which hosts may be called, and how a name becomes addresses. */
export interface PostMeans {
  hosts: readonly string[]
  resolve: (host: string) => Promise<LookupAddress[]>
  /** What a test's server needs: its certificate and port; nothing else sets it. */
  connection?: Pick<RequestOptions, 'ca' | 'port'>
  timeoutMs?: number
  /** Whether an address may be connected to; only a test on this machine says other than `isPublic`. */
  mayConnect?: (address: string) => boolean
}

/** The means of a program that runs: the system's resolver. */
export const meansFor = (hosts: readonly string[]): PostMeans => ({
  hosts,
  resolve: (host) => lookup(host, { all: true }),
})

const TIMEOUT_MS = 3_000

/** Robots answer with a few words; of more nothing is read. */
const MOST_ANSWER_BYTES = 16 * 1024

/** Why nothing was sent, apart from what the network says. */
class Refused extends Error {}

/**
 * POSTs JSON to a robot; answers what it answered. The name is resolved once, every address is checked, and the
 * connection goes to what was checked: a name that answers otherwise a moment later leads nowhere. Redirects are not
 * followed, after 3 s it is over. Throws WRONG_STATE with a sentence that never holds the address.
 */
export async function post(means: PostMeans, address: string, body: object): Promise<unknown> {
  const url = allowedUrl(address, means.hosts)
  try {
    const answer = await send(means, url, JSON.stringify(body))
    return JSON.parse(answer)
  } catch (error) {
    throw new AppError('WRONG_STATE', sentenceFor(error))
  }
}

const REDIRECTED = '对方要求转到别的地址，没有跟随，消息没有送达。请重新复制机器人地址。'
const PRIVATE = '这个域名指向内部网络的地址，为安全起见没有发送。请联系管理员检查域名解析。'
const SLOW = '对方 3 秒内没有答复，消息可能没有送达。'
const UNREADABLE = '对方的答复不是机器人的答复，消息可能没有送达。请检查机器人地址。'
const UNREACHABLE = '连接不上对方，消息没有送达。请检查服务器的网络。'

function sentenceFor(error: unknown): string {
  if (error instanceof Refused) return error.message
  if (error instanceof SyntaxError) return UNREADABLE
  return error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name) ? SLOW : UNREACHABLE
}

async function send(means: PostMeans, url: URL, body: string): Promise<string> {
  const signal = AbortSignal.timeout(means.timeoutMs ?? TIMEOUT_MS)
  const addresses = await Promise.race([means.resolve(url.hostname), aborted(signal)])
  const mayConnect = means.mayConnect ?? isPublic
  if (addresses.length === 0 || !addresses.every(({ address }) => mayConnect(address))) {
    throw new Refused(PRIVATE)
  }
  const answer = await respond(url, body, {
    ...means.connection,
    signal,
    lookup: pinned(addresses),
    // No connection is kept: the next message is checked anew.
    agent: new Agent({ keepAlive: false }),
  })
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) throw end(answer, REDIRECTED)
  if (status !== 200) throw end(answer, UNREADABLE)
  return read(answer)
}

/** A lookup that knows these addresses and asks nobody. */
function pinned(addresses: LookupAddress[]): LookupFunction {
  return (_host, options, done) => {
    const [first] = addresses
    if (options.all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

function respond(url: URL, body: string, options: RequestOptions): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = request(url, { ...options, method: 'POST', headers }, resolve)
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function read(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MOST_ANSWER_BYTES) throw end(answer, UNREADABLE)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function end(answer: IncomingMessage, sentence: string): Refused {
  answer.destroy()
  return new Refused(sentence)
}
