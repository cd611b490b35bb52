import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Database, poolCounts } from '#db/connect.ts'

/** Buckets of request durations, in seconds: from reading a row by id to an import. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const PATIENCE_MS = 1_000

interface Parts {
  token: string | undefined
  /** The database's clock minus this node's. */
  clockOffsetMs?: (() => number) | undefined
  unsealedMs?: (() => number) | undefined
}

/**
 * Serves `/metrics` for Prometheus to requests with the token (`Bearer`); others get 404, and so does everybody if there
 * is no token. An address never counts: behind a proxy on the same machine every request comes from this machine. Routes
 * are given as templates, so that the metrics contain no record ids and no personal data.
 */
export function serveMetrics(app: FastifyInstance, db: Database, { token, ...program }: Parts): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  measureDatabase(db, registry, program)
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) return reply.callNotFound()
    const text = await registry.metrics()
    return reply.header('content-type', registry.contentType).header('cache-control', 'no-store').send(text)
  })
}

function mayRead({ headers }: FastifyRequest, token: string | undefined): boolean {
  const sentToken = headers.authorization?.replace(/^Bearer\s+/i, '')
  return Boolean(token && sentToken && timingSafeEqual(sha256(sentToken), sha256(token)))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

function measureRequests(app: FastifyInstance, registry: Registry): void {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  })
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests under way',
    registers: [registry],
  })
  app.addHook('onRequest', async (_request, reply) => {
    inFlight.inc()
    // Also if the client disconnects before the response.
    reply.raw.once('close', () => inFlight.dec())
  })
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    const labels = { route: routeOptions.url ?? 'none', method, status: String(reply.statusCode) }
    seconds.observe(labels, reply.elapsedTime / 1_000)
  })
}

function measureDatabase(
  db: Database,
  registry: Registry,
  { clockOffsetMs, unsealedMs }: Omit<Parts, 'token'>,
): void {
  const gauge = (name: string, help: string, collect: (gauge: Gauge) => void | Promise<void>) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        return collect(this)
      },
    })
  for (const kind of ['total', 'idle', 'waiting'] as const) {
    gauge(`db_pool_${kind}`, `Connections to the database: ${kind}`, (self) => self.set(poolCounts(db)[kind]))
  }
  if (clockOffsetMs) {
    const help = 'Clock of the database minus clock of this node; beyond 5 s either way the node runs no jobs'
    gauge('db_clock_offset_seconds', help, (self) => self.set(clockOffsetMs() / 1_000))
  }
  if (unsealedMs) {
    const help =
      'How long the first unsealed line of the audit log has waited; beyond 10 s something is wrong'
    gauge('audit_unsealed_seconds', help, (self) => self.set(unsealedMs() / 1_000))
  }
  gauge('db_up', 'Whether the database answers within a second', async (self) => self.set(await isUp(db)))
}

async function isUp(db: Database): Promise<number> {
  const { promise: late, resolve } = Promise.withResolvers<number>()
  const timer = setTimeout(resolve, PATIENCE_MS, 0)
  const answered = sql`select 1`.execute(db).then(
    () => 1,
    () => 0,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
