import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { Agent, type RequestOptions, request } from 'node:https'
import type { LookupFunction } from 'node:net'
import { AppError } from '#kit/errors.ts'
import { isPublic } from './addresses.ts'
import { allowedUrl } from './rules.ts'

/** How messages are sent: the allowed hosts, and how a host name is resolved. */
export interface WebhookTransport {
  hosts: readonly string[]
  resolve: (host: string) => Promise<LookupAddress[]>
  /** Certificate and port of a test's server; not set elsewhere. */
  connection?: Pick<RequestOptions, 'ca' | 'port'>
  timeoutMs?: number
  /** Whether an address may be connected to; defaults to `isPublic`, which only tests replace. */
  mayConnect?: (address: string) => boolean
}

/** The transport of a running server, with the system's resolver. */
export const transportFor = (hosts: readonly string[]): WebhookTransport => ({
  hosts,
  resolve: (host) => lookup(host, { all: true }),
})

const TIMEOUT_MS = 3_000

/** Responses of robots are short; longer ones are refused. */
const MAX_RESPONSE_BYTES = 16 * 1024

/** A refusal other than a network error. */
class RefusedError extends Error {}

/**
 * POSTs JSON to a robot and returns its response. Resolves the host once, checks every address and connects to a
 * checked one, so that a later DNS answer has no effect. Does not follow redirects; times out after 3 s. Throws
 * WRONG_STATE; its message never contains the URL.
 */
export async function post(transport: WebhookTransport, address: string, body: object): Promise<unknown> {
  const url = allowedUrl(address, transport.hosts)
  try {
    const answer = await send(transport, url, JSON.stringify(body))
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
  if (error instanceof RefusedError) return error.message
  if (error instanceof SyntaxError) return UNREADABLE
  return error instanceof Error && /^(Abort|Timeout)Error$/.test(error.name) ? SLOW : UNREACHABLE
}

async function send(transport: WebhookTransport, url: URL, body: string): Promise<string> {
  const signal = AbortSignal.timeout(transport.timeoutMs ?? TIMEOUT_MS)
  const addresses = await Promise.race([transport.resolve(url.hostname), aborted(signal)])
  const mayConnect = transport.mayConnect ?? isPublic
  if (addresses.length === 0 || !addresses.every(({ address }) => mayConnect(address))) {
    throw new RefusedError(PRIVATE)
  }
  const answer = await respond(url, body, {
    ...transport.connection,
    signal,
    lookup: fixedLookup(addresses),
    // No keep-alive, so that the address of the next message is checked again.
    agent: new Agent({ keepAlive: false }),
  })
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) throw end(answer, REDIRECTED)
  if (status !== 200) throw end(answer, UNREADABLE)
  return read(answer)
}

/** A lookup that returns these addresses without a DNS query. */
function fixedLookup(addresses: LookupAddress[]): LookupFunction {
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
    if (bytes > MAX_RESPONSE_BYTES) throw end(answer, UNREADABLE)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function end(answer: IncomingMessage, sentence: string): RefusedError {
  answer.destroy()
  return new RefusedError(sentence)
}
