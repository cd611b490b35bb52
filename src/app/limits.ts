import type { IncomingMessage } from 'node:http'
import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Clock } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'

/** How long a client may take to send the headers and a whole request, in ms; a file may take longer. */
const HEADERS_MS = 10_000
const BODY_MS = 30_000
const UPLOAD_MS = 300_000
/** Limit for a connection without traffic, in ms: the client does not read the response. */
const SILENT_MS = 120_000

/**
 * Limits of the server's sockets (design/trust.md, Availability); Node's defaults keep an attacker's open for minutes.
 */
export const SOCKET_LIMITS = {
  requestTimeout: UPLOAD_MS,
  connectionTimeout: SILENT_MS,
  keepAliveTimeout: 5_000,
  maxRequestsPerSocket: 1_000,
  http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: 5_000 },
}

const MAX_HEADERS = 100
const MAX_CONNECTIONS = 10_000

/** Default limit of requests per second from one address; a whole office shares one address. */
export const REQUESTS_PER_SECOND = 300

/** Limits what one client can occupy or request: sockets, headers, time for a body, requests per second and address. */
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
      values: { n: limit.ttlInSeconds },
      data: { retryAfterSeconds: limit.ttlInSeconds },
    })
  })
}

const SECOND_MS = 1_000

/**
 * Counts the requests of each address per second; the counts of earlier seconds are dropped. The package's own store
 * returns a counter object that continues counting: of many requests in one tick each would see the count of the last
 * one, and all would be refused.
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

/** Page files come in large numbers and cost little; health checks must always get a response. */
function isLimited({ url }: FastifyRequest): boolean {
  return url.startsWith('/api/') && !url.startsWith('/api/health/')
}

/**
 * A body must arrive in time, even after a response that did not wait for it (401, 429). Node has only one time limit
 * for all requests, which is that of files.
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

/** A connection is not closed for silence while the server processes a complete request, such as a large file. */
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
