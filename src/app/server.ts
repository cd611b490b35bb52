import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import fastify, { LogController } from 'fastify'
import type { Database } from '#db/connect.ts'
import { writeAudit } from '#features/audit-logs/queries.ts'
import { findSession } from '#features/session/queries.ts'
import type { Clock } from '#kit/calendar.ts'
import { hashToken } from '#kit/secret.ts'
import { mount } from '#kit/serve.ts'
import { handleErrors } from './errors.ts'
import { features } from './features.ts'

export interface ServerParts {
  db: Database
  clock: Clock
  /** The logger's options, or false for none. */
  logger?: FastifyServerOptions['logger']
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string[]
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_UPLOAD_BYTES = 20 * 1024 * 1024

/** The whole API as a Fastify instance that is not listening yet. */
export async function buildServer({
  db,
  clock,
  logger = false,
  trustProxy = [],
}: ServerParts): Promise<FastifyInstance> {
  const app = fastify({
    logger,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    requestTimeout: 30_000,
    keepAliveTimeout: 5_000,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: true,
  })
  await app.register(compress, { threshold: 1024 })
  await app.register(multipart, {
    limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 30 },
  })
  handleErrors(app)
  findSessions(app, db, clock)
  logRequests(app)
  mount(app, features, { db, clock, findSession, writeAudit })
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
