import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import fastify, { LogController } from 'fastify'
import type { Database } from '#db/connect.ts'
import { writeAudit } from '#features/audit-logs/queries.ts'
import { findSession } from '#features/session/queries.ts'
import type { Clock } from '#kit/calendar.ts'
import type { Endpoint } from '#kit/contract.ts'
import { hashToken } from '#kit/secret.ts'
import { mount } from '#kit/serve.ts'
import { takePolicyReports } from './cspReports.ts'
import { serveDocs } from './docs.ts'
import { handleErrors } from './errors.ts'
import { features } from './features.ts'
import { healthServer } from './health.ts'
import type { WebParts } from './web.ts'
import { serveWeb, setCommonHeaders } from './web.ts'

export interface ServerParts {
  db: Database
  clock: Clock
  /** The logger's options, or false for none. */
  logger?: FastifyServerOptions['logger']
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string[]
  title?: string
  /** The demo shows its API's description to everybody. */
  demo?: boolean
  /** The built front end; without it only the API is served. */
  web?: Pick<WebParts, 'folder' | 'apiUrl'>
  /** Whether the program has been told to stop. */
  isDraining?: () => boolean
  /** Hears of every route that is mounted, as `GET /api/staff/:id`. */
  onRoute?: (route: string) => void
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_UPLOAD_BYTES = 20 * 1024 * 1024

/** The whole API, and where it is given the front end, as a Fastify instance that is not listening yet. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { db, clock, title = '后台客服科技', demo = false, web, isDraining = () => false } = parts
  const app = fastify({
    logger: parts.logger ?? false,
    trustProxy: parts.trustProxy?.length ? parts.trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: true,
  })
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD') parts.onRoute?.(`${name} ${url}`)
  })
  await app.register(compress, { threshold: 1024 })
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 30 },
  })
  const served = [...features, healthServer(isDraining)]
  const endpoints: Endpoint[] = served.flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))
  setCommonHeaders(app)
  handleErrors(app, endpoints)
  findSessions(app, db, clock)
  logRequests(app)
  mount(app, served, { db, clock, findSession, writeAudit })
  serveDocs(app, endpoints, { title, open: demo })
  takePolicyReports(app, clock)
  if (web) await serveWeb(app, { ...web, title })
  return app
}

/** Finds the person behind the `authorization` header: the token bare, or after `Bearer `. */
function findSessions(app: FastifyInstance, db: Database, clock: Clock): void {
  app.decorateRequest('session', null)
  app.addHook('onRequest', async (request) => {
    const header = request.headers.authorization?.replace(/^Bearer\s+/i, '')
    if (!header || header.length > 100) return
    const tokenHash = hashToken(header)
    const person = await findSession(db, tokenHash, clock)
    request.session = person && { person, tokenHash }
  })
}

/** One line a request: who, what, how long; never a header, a query or a body. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/api/health')) return
    request.log.info(
      {
        userId: request.session?.person.id,
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
