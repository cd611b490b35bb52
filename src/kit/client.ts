import type * as z from 'zod'
import type { Bare } from './bare.ts'
import type { Endpoint } from './contract.ts'
import type { Exception } from './failures.ts'
import { CallError, failureOf, networkError, retryError, timeoutError } from './failures.ts'
import type { RequestType } from './outgoing.ts'
import { requestOf } from './outgoing.ts'

/** What a client needs from the app around it. */
export interface ClientWiring {
  /** What stands before `/api/…`; empty for the page's own origin. */
  baseUrl: string
  /** The token of the session, or an empty text. */
  token: () => string
  locale: () => string
  /** Shows a failure over the page. */
  report: (failure: CallError) => void
  /** Leaves the page for /exception, as showType 9 asks (specification §8). */
  redirect: (exception: Exception) => void
  /** Resolves when the texts of the language are loaded: a failure is put into words only then. */
  textsLoaded: () => Promise<void>
  /** The session that this request was sent with is over; the failure says why. */
  onUnauthenticated: (failure: CallError) => void
  /** The person has to do something before anything else; what it is, the person says when fetched anew. */
  onBarred: () => void
}

/** How a request leaves. */
export type Send = (
  url: string,
  request: {
    method: string
    headers: Record<string, string>
    body: string | FormData | URLSearchParams | undefined
    credentials: 'same-origin'
    signal: AbortSignal
  },
) => Promise<Response>

/**
 * Where the message of a failed call is shown: over the page, or in the page by the caller, who has `CallError.notice`. What
 * else a failure causes (the redirect of showType 9, the end of the session) is the same for every call.
 */
export type MessagePlace = 'overPage' | 'inPage'

export interface CallOptions {
  /** Default: over the page. */
  messagePlace?: MessagePlace
  signal?: AbortSignal
  timeoutMs?: number
  /** Said in place of the usual sentence when the time is over. */
  timeoutMessage?: string
  /** Keeps the answer of a GET for this long; `true` for a minute. */
  cache?: boolean | number
  /** The file of an endpoint that takes one. */
  file?: File
  /** In the place of `fetch`: an upload that tells how far it is. */
  send?: Send
  /** How the body is written; `json` unless said. */
  requestType?: RequestType
  /** Sent again under the same key, the request acts once. */
  idempotencyKey?: string
}

export interface Client {
  /** Calls an endpoint and gives its data; throws `CallError`, or the abort's reason. */
  call<E extends Endpoint>(
    endpoint: E | Bare<E>,
    input: z.input<E['input']>,
    options?: CallOptions,
  ): Promise<z.output<E['output']>>
  /** Fetches a file, named as the server named it. */
  download<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    options?: CallOptions,
  ): Promise<{ name: string; blob: Blob }>
  /** Shows a failure over the page, unless the client has already redirected or ended the session for it. */
  report(failure: CallError): void
  /** Forgets every kept answer. */
  clear(): void
}

/** What the server answers until a first password is changed, or a second step that the company asks for is set up. */
const BARRED = new Set(['PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'VIEWING'])

/** A 401 of these calls means a wrong password or code, not the end of a session. */
const SIGN_IN_CALLS = '/api/login/'
/** A failure of this call leads to the sign-in page, whatever its showType (specification §4). */
const CURRENT_USER = '/api/currentUser'

const CACHE_MS = 60_000
const TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 300_000

/** Specification §7: the API's base is the setting with its last character removed (`/` gives the page's own origin). */
export function baseUrlOf(apiUrl: string): string {
  return apiUrl.slice(0, -1)
}

/** Typed calls from contracts, by the request rules of specification §7 and the failures of §8. */
export function createClient(wiring: ClientWiring): Client {
  const kept: Kept = new Map()
  return {
    async call(endpoint, input, options = {}) {
      const send = () => exchange(wiring, endpoint, input as object, options, readData)
      const data = await (endpoint.method === 'GET' && options.cache
        ? keep(kept, requestOf('', endpoint, input as object).url, options.cache, send)
        : send())
      if (endpoint.method !== 'GET') kept.clear()
      return data as never
    },
    download: (endpoint, input, options = {}) =>
      exchange(wiring, endpoint, input as object, options, readFile),
    report: (failure) => {
      if (!leftPage.has(failure)) wiring.report(failure)
    },
    clear: () => kept.clear(),
  }
}

/** Sends one request and reads its answer; a failure is handled and thrown. */
async function exchange<T>(
  wiring: ClientWiring,
  endpoint: Bare,
  input: object,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const token = wiring.token()
  const { url, body } = requestOf(wiring.baseUrl, endpoint, input, options)
  const headers = {
    authorization: token,
    'accept-language': wiring.locale(),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
  }
  const request = { method: endpoint.method, headers, body, credentials: 'same-origin' } as const
  try {
    const send: Send = options.send ?? fetch
    return await inTime(wiring, url, timeoutOf(endpoint, options), options, async (signal) => {
      const response = await send(url, { ...request, signal })
      await wiring.textsLoaded()
      return read(response)
    })
  } catch (error) {
    if (error instanceof CallError) handle(wiring, error, endpoint, token, options)
    throw error
  }
}

/** Failures that redirected or ended the session: nothing is left to show. */
const leftPage = new WeakSet<CallError>()

/** Specification §8, the same for reads and saves. */
function handle(
  wiring: ClientWiring,
  error: CallError,
  endpoint: Bare,
  token: string,
  options: CallOptions,
): void {
  if (BARRED.has(error.code ?? '')) wiring.onBarred()
  if (error.status === 401 && !endpoint.path.startsWith(SIGN_IN_CALLS)) {
    leftPage.add(error)
    // Several requests of one session may fail together: only the first one ends it.
    if (token === wiring.token()) wiring.onUnauthenticated(error)
  } else if (error.notice.kind === 'exception' && endpoint.path !== CURRENT_USER) {
    leftPage.add(error)
    wiring.redirect(error.notice)
  } else if (options.messagePlace !== 'inPage') {
    wiring.report(error)
  }
}

type Kept = Map<string, { until: number; data: Promise<unknown> }>

function keep<T>(kept: Kept, key: string, cache: true | number, send: () => Promise<T>): Promise<T> {
  const now = performance.now()
  const found = kept.get(key)
  if (found && found.until > now) return found.data as Promise<T>
  const data = send()
  kept.set(key, { until: now + (cache === true ? CACHE_MS : cache), data })
  data.catch(() => kept.delete(key))
  return data
}

function timeoutOf(endpoint: Bare, { timeoutMs }: CallOptions): number {
  return timeoutMs ?? (endpoint.takes === 'file' ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
}

/** Runs an exchange under the caller's signal and the time-out; a missing response becomes a `CallError`. */
async function inTime<T>(
  { textsLoaded }: ClientWiring,
  url: string,
  timeoutMs: number,
  options: CallOptions,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, late.signal]) : late.signal
  try {
    return await run(signal)
  } catch (error) {
    if (options.signal?.aborted) throw error
    await textsLoaded()
    if (late.signal.aborted) throw timeoutError(url, timeoutMs, options.timeoutMessage)
    // fetch rejects with a TypeError if there is no response; any other error is a CallError already.
    throw error instanceof TypeError ? networkError(url) : error
  } finally {
    clearTimeout(timer)
  }
}

async function readData(response: Response): Promise<unknown> {
  const text = await response.text()
  const answer = {
    status: response.status,
    statusText: response.statusText,
    url: response.url,
    body: jsonOf(text),
  }
  const failure = failureOf(answer)
  if (failure) throw failure
  return (answer.body as { data?: unknown } | undefined)?.data
}

/** A file, or the failure that its place is taken by: an envelope or a proxy's page is never saved as the file. */
async function readFile(response: Response): Promise<{ name: string; blob: Blob }> {
  const disposition = response.headers.get('content-disposition') ?? ''
  if (!response.ok || !/^\s*attachment/i.test(disposition)) {
    await readData(response)
    throw retryError(response)
  }
  const name = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return { name: name ? decodeURIComponent(name) : 'download', blob: await response.blob() }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not ours: a proxy's page, an empty answer. What that means is decided by the status.
    return undefined
  }
}
