import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyServerOptions } from 'fastify'
import fastify, { LogController } from 'fastify'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import type { Endpoint } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import { hashToken } from '#kit/secret.ts'
import { mount } from '#kit/serve.ts'
import { refuseAmbiguous } from '#kit/strictJson.ts'
import { findSession } from '#people/sessions/queries.ts'
import type { SignInMeans } from '#people/sign-in/means.ts'
import { writeAudit } from '#platform/audit-logs/queries.ts'
import type { PostMeans } from '#platform/webhooks/post.ts'
import { allowOrigins } from './crossOrigin.ts'
import { takePolicyReports } from './cspReports.ts'
import { refuseWritesWhile } from './diskGuard.ts'
import { serveDocs } from './docs.ts'
import { answerFrameworkError, handleErrors } from './errors.ts'
import { featuresWith } from './features.ts'
import { DRAINING, healthServer } from './health.ts'
import { limitClients, REQUESTS_PER_SECOND, SOCKET_LIMITS } from './limits.ts'
import { serveMetrics } from './metrics.ts'
import { logSecurityEvents } from './securityEvents.ts'
import { serveStatements } from './statementPages.ts'
import type { WebParts } from './web.ts'
import { serveWeb, setCommonHeaders } from './web.ts'

export interface ServerParts {
  db: Database
  clock: Clock
  /** Gives the keys that are derived from the installation's secret one. */
  keyFor: KeyFor
  /** The logger's options, or false for none. */
  logger?: FastifyServerOptions['logger']
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustProxy?: string[]
  title?: string
  /** Origins of pages elsewhere that may call the API. */
  allowedOrigins?: readonly string[]
  /** How sign-in codes are sent; without it there is no sign-in by code. */
  sendCode?: SignInMeans['sendCode']
  /** How messages to group robots leave. */
  means?: PostMeans | undefined
  /** The demo shows its API's description to everybody. */
  demo?: boolean
  /** The built front end; without it only the API is served. */
  web?: Pick<WebParts, 'folder' | 'apiUrl'>
  /** Whether the program has been told to stop. */
  isDraining?: () => boolean
  /** The number of the database's last migration: `066`. */
  schema?: string | null
  /** Whether the database takes part; without it `ready` asks the database itself. */
  isDatabaseReady?: () => boolean
  /** Whether the disk has too little room left for anything to be written. */
  isDiskFull?: () => boolean
  /** How far the database's clock is ahead of this node's, in ms; without it `/metrics` does not have it. */
  clockOffsetMs?: () => number
  /** How long a line of the log has waited for its place, in ms; without it `/metrics` does not have it. */
  unsealedMs?: () => number
  /** With it `/metrics` may be read from anywhere. */
  metricsToken?: string | undefined
  /** Requests a second that one address may send. */
  requestsPerSecond?: number
  /** Hears of every route that is mounted, as `GET /api/staff/:id`. */
  onRoute?: (route: string) => void
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_UPLOAD_BYTES = 20 * 1024 * 1024

const UPLOAD_LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 30 }

/** The whole API, and where it is given the front end, as a Fastify instance that is not listening yet. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { db, clock, keyFor, title = '后台客服科技', demo = false, web, isDraining = () => false } = parts
  const app = fastify({
    logger: parts.logger ?? false,
    trustProxy: parts.trustProxy?.length ? parts.trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    ...SOCKET_LIMITS,
    frameworkErrors: answerFrameworkError,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false, // `refuseWhile` says it with a sentence
  })
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD') parts.onRoute?.(`${name} ${url}`)
  })
  await app.register(compress, { threshold: 1024 })
  await app.register(multipart, { limits: UPLOAD_LIMITS })
  const { isDatabaseReady, schema = null } = parts
  const health = healthServer({ isDraining, isDatabaseReady, schema })
  const served = [...featuresWith({ sendCode: parts.sendCode ?? null, title }, parts.means), health]
  const endpoints: Endpoint[] = served.flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))
  setCommonHeaders(app)
  allowOrigins(app, parts.allowedOrigins ?? [])
  takeStrictJson(app)
  serveMetrics(app, db, {
    token: parts.metricsToken,
    clockOffsetMs: parts.clockOffsetMs,
    unsealedMs: parts.unsealedMs,
  })
  await limitClients(app, parts.requestsPerSecond ?? REQUESTS_PER_SECOND, clock)
  handleErrors(app, endpoints)
  refuseWhile(app, isDraining)
  if (parts.isDiskFull) refuseWritesWhile(app, parts.isDiskFull)
  findSessions(app, db, clock)
  logRequests(app)
  logSecurityEvents(app)
  mount(app, served, { db, clock, keyFor, findSession, writeAudit })
  serveDocs(app, endpoints, { title, open: demo })
  takePolicyReports(app, clock)
  serveStatements(app, { db, clock, keyFor })
  if (web) await serveWeb(app, { ...web, title, codeSignIn: Boolean(parts.sendCode) })
  return app
}

/** While the program stops, a connection that is still open is told so, and closed; what had begun goes on. */
function refuseWhile(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (isDraining() && !request.url.startsWith('/api/health/')) throw new AppError('BUSY', DRAINING)
  })
}

/** JSON as everybody reads it the same: no key twice, none that reaches an object's prototype. */
function takeStrictJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) =>
    parse(request, text as string, (error, body) => {
      if (error) return done(error)
      try {
        refuseAmbiguous(text as string)
        done(null, body)
      } catch (refusal) {
        done(refusal as Error)
      }
    }),
  )
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

/** An address of a merchant's page opens it: the log says which kind of page it was. */
const loggedPath = (url: string) => url.split('?')[0]?.replace(/^\/s\/[^/]+/, '/s/:token')

/** One line a request: who, what, how long; never a header, a query or a body. */
function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.url.startsWith('/api/health')) return
    request.log.info(
      {
        userId: request.session?.person.id,
        viewerId: request.session?.person.viewer?.id,
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
