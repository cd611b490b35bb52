import type * as z from 'zod'
import { buildRequest, type RequestType } from './buildRequest.ts'
import type { Endpoint } from './contract.ts'
import type { EndpointRoute } from './endpointRoute.ts'
import { CallError, type Exception, failureOf, networkError, retryError, timeoutError } from './failures.ts'

/** What a client needs from the app around it. */
export interface ClientWiring {
  /** The prefix of `/api/…`; empty for the page's own origin. */
  baseUrl: string
  /** The session's token; empty without a session. */
  token: () => string
  locale: () => string
  /** Shows a failure over the page. */
  report: (failure: CallError) => void
  /** Redirects to /exception, as showType 9 requires (specification §8). */
  redirect: (exception: Exception) => void
  /** Resolves when the texts of the language are loaded; a failure's message is built after that. */
  textsLoaded: () => Promise<void>
  /** Called when the session of a request has ended; the failure states why. */
  onUnauthenticated: (failure: CallError) => void
  /** Called when the user must do something else first; refetching the user shows what it is. */
  onBarred: () => void
}

/** Sends a request, like `fetch`. */
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
 * Where the message of a failed call is shown: over the page, or in the page by the caller, from `CallError.notice`.
 * Other effects of a failure (the redirect of showType 9, the end of the session) are the same for every call.
 */
export type MessagePlace = 'overPage' | 'inPage'

export interface CallOptions {
  /** Default: over the page. */
  messagePlace?: MessagePlace
  signal?: AbortSignal
  timeoutMs?: number
  /** Replaces the default message of a time-out. */
  timeoutMessage?: string
  /** Caches the response of a GET for this time in ms; `true` for a minute. */
  cache?: boolean | number
  /** The file of an endpoint that takes one. */
  file?: File
  /** Replaces `fetch`, for an upload that reports its progress. */
  send?: Send
  /** The encoding of the body; default `json`. */
  requestType?: RequestType
  /** A request that is repeated with the same key takes effect once. */
  idempotencyKey?: string
}

export interface Client {
  /** Calls an endpoint and returns its data; throws `CallError`, or the abort's reason. */
  call<E extends Endpoint>(
    endpoint: E | EndpointRoute<E>,
    input: z.input<E['input']>,
    options?: CallOptions,
  ): Promise<z.output<E['output']>>
  /** Fetches a file, with the name that the server sends. */
  download<E extends Endpoint>(
    endpoint: E,
    input: z.input<E['input']>,
    options?: CallOptions,
  ): Promise<{ name: string; blob: Blob }>
  /** The URL of an address of the server that needs no session: the `src` of an `<img>`. */
  urlOf(address: string): string
  /** Shows a failure over the page, unless the client has already redirected or ended the session for it. */
  report(failure: CallError): void
  /** Clears the cache. */
  clear(): void
}

/**
 * Error codes of requests that are refused until the user changes the first password, sets up a second factor or ends
 * viewing.
 */
const BARRED = new Set(['PASSWORD_CHANGE_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'VIEWING'])

/** For these calls a 401 means a wrong password or code, not the end of a session. */
const SIGN_IN_CALLS = '/api/login/'
/** A failure of this call leads to the sign-in page, regardless of its showType (specification §4). */
const CURRENT_USER = '/api/currentUser'

const CACHE_MS = 60_000
const TIMEOUT_MS = 60_000
const UPLOAD_TIMEOUT_MS = 300_000

/** The API's base URL is the setting without its last character (`/` gives the page's own origin; specification §7). */
export function baseUrlOf(apiUrl: string): string {
  return apiUrl.slice(0, -1)
}

/**
 * Creates a client with typed calls from contracts, following the request rules of specification §7 and the failures of
 * §8.
 */
export function createClient(wiring: ClientWiring): Client {
  const responses: ResponseCache = new Map()
  return {
    async call(endpoint, input, options = {}) {
      const send = () => sendRequest(wiring, endpoint, input as object, options, readData)
      const data = await (endpoint.method === 'GET' && options.cache
        ? readCached(responses, buildRequest('', endpoint, input as object).url, options.cache, send)
        : send())
      if (endpoint.method !== 'GET') responses.clear()
      return data as never
    },
    download: (endpoint, input, options = {}) =>
      sendRequest(wiring, endpoint, input as object, options, readFile),
    urlOf: (address) => `${wiring.baseUrl}${address}`,
    report: (failure) => {
      if (!handledFailures.has(failure)) wiring.report(failure)
    },
    clear: () => responses.clear(),
  }
}

/** Sends one request and reads its response; a failure is handled and rethrown. */
async function sendRequest<T>(
  wiring: ClientWiring,
  endpoint: EndpointRoute,
  input: object,
  options: CallOptions,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  const token = wiring.token()
  const { url, body } = buildRequest(wiring.baseUrl, endpoint, input, options)
  const headers = {
    authorization: token,
    'accept-language': wiring.locale(),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
  }
  const request = { method: endpoint.method, headers, body, credentials: 'same-origin' } as const
  try {
    const send: Send = options.send ?? fetch
    return await withTimeout(wiring, url, timeoutOf(endpoint, options), options, async (signal) => {
      const response = await send(url, { ...request, signal })
      await wiring.textsLoaded()
      return read(response)
    })
  } catch (error) {
    if (error instanceof CallError) handleFailure(wiring, error, endpoint, token, options)
    throw error
  }
}

/** Failures that redirected or ended the session; they are not shown any more. */
const handledFailures = new WeakSet<CallError>()

/** Handles a failure by specification §8; reads and writes are treated alike. */
function handleFailure(
  wiring: ClientWiring,
  error: CallError,
  endpoint: EndpointRoute,
  token: string,
  options: CallOptions,
): void {
  if (BARRED.has(error.code ?? '')) wiring.onBarred()
  if (error.status === 401 && !endpoint.path.startsWith(SIGN_IN_CALLS)) {
    handledFailures.add(error)
    // Several requests of one session may fail together; only the first one ends it.
    if (token === wiring.token()) wiring.onUnauthenticated(error)
  } else if (error.notice.kind === 'exception' && endpoint.path !== CURRENT_USER) {
    handledFailures.add(error)
    wiring.redirect(error.notice)
  } else if (options.messagePlace !== 'inPage') {
    wiring.report(error)
  }
}

type ResponseCache = Map<string, { until: number; data: Promise<unknown> }>

function readCached<T>(
  responses: ResponseCache,
  key: string,
  cache: true | number,
  send: () => Promise<T>,
): Promise<T> {
  const now = performance.now()
  const found = responses.get(key)
  if (found && found.until > now) return found.data as Promise<T>
  const data = send()
  responses.set(key, { until: now + (cache === true ? CACHE_MS : cache), data })
  data.catch(() => responses.delete(key))
  return data
}

function timeoutOf(endpoint: EndpointRoute, { timeoutMs }: CallOptions): number {
  return timeoutMs ?? (endpoint.takes === 'file' ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)
}

/** Runs an exchange with the caller's signal and the time-out; a missing response becomes a `CallError`. */
async function withTimeout<T>(
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
    // fetch rejects with a TypeError if there is no response; any other error is already a CallError.
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
    body: parseJson(text),
  }
  const failure = failureOf(answer)
  if (failure) throw failure
  return (answer.body as { data?: unknown } | undefined)?.data
}

/** Reads a file. An envelope or a proxy's page in its place is a failure and never saved as the file. */
async function readFile(response: Response): Promise<{ name: string; blob: Blob }> {
  const disposition = response.headers.get('content-disposition') ?? ''
  if (!response.ok || !/^\s*attachment/i.test(disposition)) {
    await readData(response)
    throw retryError(response)
  }
  const name = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return { name: name ? decodeURIComponent(name) : 'download', blob: await response.blob() }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: a proxy's page or an empty response. Its status determines the failure.
    return undefined
  }
}
