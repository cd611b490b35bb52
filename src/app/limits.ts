import type { IncomingMessage } from 'node:http'
import type { FastifyRateLimitStore } from '@fastify/rate-limit'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'

/** How long a client may take for the headers, and for a whole request, in ms; a file takes longer. */
const HEADERS_MS = 10_000
const BODY_MS = 30_000
const UPLOAD_MS = 300_000
/** A connection on which nothing moves: somebody does not read the answer. */
const SILENT_MS = 120_000

/** How the server's sockets are limited (design/trust.md, Availability); Node's own limits hold an attacker's for minutes. */
export const SOCKET_LIMITS = {
  requestTimeout: UPLOAD_MS,
  connectionTimeout: SILENT_MS,
  keepAliveTimeout: 5_000,
  maxRequestsPerSocket: 1_000,
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
}

const MAX_HEADERS = 100
const MAX_CONNECTIONS = 10_000

/** Requests a second that one address may send unless told otherwise: an office sits behind one address. */
export const REQUESTS_PER_SECOND = 300

/** Limits what one client can hold or ask: sockets, headers, the time for a body, requests a second by address. */
export async function limitClients(app: FastifyInstance, perSecond: number, clock: Clock): Promise<void> {
  app.server.maxHeadersCount = MAX_HEADERS
  app.server.maxConnections = MAX_CONNECTIONS
  limitBodies(app)
  limitSilence(app)
  await app.register(rateLimit, {
    global: false,
    max: perSecond,
    timeWindow: SECOND_MS,
    store: countsIn(clock),
  })
  const check = app.createRateLimit()
  app.addHook('onRequest', async (request) => {
    if (!isLimited(request)) return
    const limit = await check(request)
    if (limit.isAllowed || !limit.isExceeded) return
    throw new AppError('TOO_MANY', '您的请求太频繁，请 {n} 秒后再试。', {
      params: { n: limit.ttlInSeconds },
      data: { retryAfterSeconds: limit.ttlInSeconds },
    })
  })
}

const SECOND_MS = 1_000

/**
 * Counts the requests of each address, second by second; what an address asked in an earlier one is forgotten. The
 * package's own store hands out a counter that goes on counting: of many requests in one tick each would see the count
 * of the last, and all be refused.
 */
function countsIn(clock: Clock) {
  return class implements FastifyRateLimitStore {
    #second = 0
    readonly #counts = new Map<string, number>()

    incr(key: string, done: Parameters<FastifyRateLimitStore['incr']>[1]): void {
      const now = clock().getTime()
      const second = Math.floor(now / SECOND_MS)
      if (second !== this.#second) this.#counts.clear()
      this.#second = second
      const current = (this.#counts.get(key) ?? 0) + 1
      this.#counts.set(key, current)
      done(null, { current, ttl: (second + 1) * SECOND_MS - now })
    }

    child(): this {
      return this
    }
  }
}

/** Files of the page come many at once and cost little; whoever watches the program must always be answered. */
function isLimited({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/health/')
}

/**
 * A body has to be there in time, also behind an answer that did not wait for it (401, 429); Node knows only one time
 * for all requests, which is that of a file.
 */
function limitBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const { raw } = request
    if (request.routeOptions.config.endpoint?.takes === 'file' || !hasBody(request)) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, BODY_MS).unref()
    raw.once('end', () => clearTimeout(timer))
  })
}

/** While the program works on a request that has come whole, as it does on a large file, the silence is its own. */
function limitSilence(app: FastifyInstance): void {
  const answering = new WeakMap<object, IncomingMessage>()
  app.addHook('preHandler', async ({ raw }) => {
    answering.set(raw.socket, raw)
  })
  app.addHook('onSend', async ({ raw }) => {
    answering.delete(raw.socket)
  })
  app.server.on('timeout', (socket) => {
    if (!answering.get(socket)?.complete) socket.destroy()
  })
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
