import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify'
import { acrossCompanies, databaseOf } from '#db/barrier.ts'
import type { Database } from '#db/connect.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/accounts.ts'
import type { Clock } from '#kit/calendar.ts'
import type { Endpoint } from '#kit/contract.ts'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import type { Person } from '#kit/person.ts'
import { hashToken } from '#kit/secret.ts'
import { mount, type Served } from '#kit/serve.ts'
import { spending } from '#kit/spending.ts'
import { refuseAmbiguous } from '#kit/strictJson.ts'
import { removeSpool } from '#kit/upload.ts'
import type { ScanFile } from '#kit/virusScan.ts'
import { AddressRefused } from '#people/sessions/addresses/rules.ts'
import { findSession } from '#people/sessions/queries.ts'
import type { SignInServices } from '#people/sign-in/signInServices.ts'
import { writeAudit } from '#platform/audit-logs/queries.ts'
import type { SystemWatch } from '#platform/system-status/watch.ts'
import type { WebhookTransport } from '#platform/webhooks/post.ts'
import { serveLogos } from './companyLogos.ts'
import { allowOrigins } from './crossOrigin.ts'
import { acceptPolicyReports } from './cspReports.ts'
import { refuseWritesWhile } from './diskGuard.ts'
import { serveDocs } from './docs.ts'
import { answerFrameworkError, handleErrors } from './errors.ts'
import { featuresWith } from './features.ts'
import { DRAINING, healthServer } from './health.ts'
import { limitClients, REQUESTS_PER_SECOND, SOCKET_LIMITS } from './limits.ts'
import { serveMetrics } from './metrics.ts'
import { type ProxyWatch, proxyWatch } from './proxyWatch.ts'
import { logSecurityEvents } from './securityEvents.ts'
import { serveStatements } from './statementPages.ts'
import { serveWeb, setCommonHeaders, type WebParts } from './web.ts'

export interface ServerParts {
  db: Database
  clock: Clock
  /** Returns the keys that are derived from the installation's secret key. */
  keyFor: KeyFor
  /** The logger's options, or false for none. */
  logger?: FastifyServerOptions['logger']
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  trustProxy?: string[]
  title?: string
  /** Origins of pages on other servers that may call the API. */
  allowedOrigins?: readonly string[]
  /** How sign-in codes are sent; without it there is no sign-in by code. */
  sendCode?: SignInServices['sendCode']
  /** How uploaded files are scanned for malware; without it they are not. */
  scanFile?: ScanFile | undefined
  /** How messages to group robots are sent. */
  webhookTransport?: WebhookTransport | undefined
  /** In the demo the description of the API is public, and every page says so and lists the accounts. */
  demo?: boolean
  /** The built front end; without it only the API is served. */
  web?: Pick<WebParts, 'folder' | 'apiUrl'>
  /** Whether the program is stopping. */
  isDraining?: () => boolean
  /** Number of the database's last migration, such as `066`. */
  schema?: string | null
  /** Whether the database is available; without it, `ready` sends a query. */
  isDatabaseReady?: () => boolean
  /** Whether the disk is too full for writes. */
  isDiskFull?: () => boolean
  /** The database's clock minus this node's, in ms; without it, `/metrics` omits the value. */
  clockOffsetMs?: () => number
  /** How long the first unsealed audit line has waited, in ms; without it, `/metrics` omits the value. */
  unsealedMs?: () => number
  /** Watches the program; without it there is no 系统状态. */
  watch?: SystemWatch | undefined
  /** Bearer token with which `/metrics` can be read; without it nobody can. */
  metricsToken?: string | undefined
  /** Maximum number of requests per second from one address. */
  requestsPerSecond?: number
  /** Multiple of all budgets of people (`kit/budgets.ts`), or null for none; default 1. */
  budgetFactor?: number | null
  /** Called for every route that is mounted, as `GET /api/staff/:id`. */
  onRoute?: (route: string) => void
}

const MAX_BODY_BYTES = 1024 * 1024
const MAX_UPLOAD_BYTES = 20 * 1024 * 1024

const UPLOAD_LIMITS = { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: 20, fieldSize: 64 * 1024, parts: 30 }

const DEMO = { password: DEMO_PASSWORD, accounts: DEMO_ACCOUNTS }

/** Builds the API, and the front end if given, as a Fastify instance that is not listening yet. */
export async function buildServer(parts: ServerParts): Promise<FastifyInstance> {
  const { db, clock, keyFor, title = '后台客服科技', demo = false, web, isDraining = () => false } = parts
  const app = createInstance(parts)
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) if (name !== 'HEAD') parts.onRoute?.(`${name} ${url}`)
  })
  await app.register(compress, { threshold: 1024 })
  await app.register(multipart, { limits: UPLOAD_LIMITS })
  app.addHook('onClose', removeSpool)
  const { isDiskFull, watch } = parts
  const proxies = proxyWatch(parts.trustProxy)
  const served = servedBy(parts, signInServices(parts, title, proxies))
  const endpoints: Endpoint[] = served.flatMap((feature) => feature.endpoints.map(({ endpoint }) => endpoint))
  setCommonHeaders(app)
  allowOrigins(app, parts.allowedOrigins ?? [])
  requireStrictJson(app)
  serveMetrics(app, db, { token: parts.metricsToken, ...parts })
  await limitClients(app, parts.requestsPerSecond ?? REQUESTS_PER_SECOND, clock)
  handleErrors(app, endpoints)
  refuseWhile(app, isDraining)
  if (isDiskFull) refuseWritesWhile(app, isDiskFull)
  if (watch) countFailures(app, watch, isDraining)
  proxies.watch(app)
  findSessions(app, db, clock)
  logRequests(app)
  logSecurityEvents(app)
  const { budgetFactor = 1, scanFile } = parts
  const visitors = acrossCompanies(db, 'signIn')
  const databaseFor = (person: Person | null) => (person ? databaseOf(db, person) : visitors)
  const spend = spending(db, clock, budgetFactor)
  mount(app, served, { databaseFor, clock, keyFor, writeAudit, spend, scanFile })
  serveDocs(app, endpoints, { title, open: demo })
  acceptPolicyReports(app, clock)
  serveStatements(app, { db, clock, keyFor, demo })
  serveLogos(app, { db: visitors, isShared: (parts.allowedOrigins ?? []).length > 0 })
  if (web)
    await serveWeb(app, { ...web, title, codeSignIn: Boolean(parts.sendCode), demo: demo ? DEMO : null })
  return app
}

/** All features, with those that show the state of the program. */
function servedBy(parts: ServerParts, signIn: SignInServices): Served[] {
  const { isDraining = () => false, schema = null, watch } = parts
  const health = healthServer({ ...parts, isDraining, unwritable: watch?.unwritable, schema })
  return [...featuresWith(signIn, parts.webhookTransport, watch), health]
}

function signInServices(parts: ServerParts, title: string, proxies: ProxyWatch): SignInServices {
  return {
    sendCode: parts.sendCode ?? null,
    title,
    hasSharedAccounts: parts.demo ?? false,
    isProxyIgnored: proxies.isIgnored,
  }
}

function createInstance({ logger = false, trustProxy }: ServerParts): FastifyInstance {
  return fastify({
    logger,
    trustProxy: trustProxy?.length ? trustProxy : false,
    bodyLimit: MAX_BODY_BYTES,
    genReqId: () => randomUUID(),
    ...SOCKET_LIMITS,
    frameworkErrors: answerFrameworkError,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false, // `refuseWhile` sends a message instead
  })
}

/** During shutdown refuses new requests on open connections, except health checks; requests in progress continue. */
function refuseWhile(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (isDraining() && !request.url.startsWith('/api/health/')) throw new AppError('BUSY', DRAINING)
  })
}

/** Counts responses with status 500 and above for 系统状态. */
function countFailures(app: FastifyInstance, { meter }: SystemWatch, isDraining: () => boolean): void {
  app.addHook('onResponse', async (request, reply) => {
    const counts = reply.statusCode >= 500 && !isDraining() && !request.url.startsWith('/api/health/')
    if (counts) meter.addFailedRequest()
  })
}

/** Accepts unambiguous JSON only: no duplicate keys, and no key that reaches an object's prototype. */
function requireStrictJson(app: FastifyInstance): void {
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

/** Finds the session of the `authorization` header, which contains the token alone or after `Bearer `. */
function findSessions(app: FastifyInstance, db: Database, clock: Clock): void {
  const sessions = acrossCompanies(db, 'signIn')
  app.decorateRequest('session', null)
  app.decorateRequest('sessionRefusal', null)
  app.addHook('onRequest', async (request) => {
    const header = request.headers.authorization?.replace(/^Bearer\s+/i, '')
    if (!header || header.length > 100) return
    const tokenHash = hashToken(header)
    try {
      const person = await findSession(sessions, tokenHash, { clock, ip: request.ip })
      request.session = person && { person, tokenHash }
    } catch (error) {
      // The sign-in page and other requests that need no session are answered all the same.
      if (!(error instanceof AddressRefused)) throw error
      request.sessionRefusal = error
    }
  })
}

/** The path to log. The token of a merchant's page is left out, because the address opens the page. */
const loggedPath = (url: string) => url.split('?')[0]?.replace(/^\/s\/[^/]+/, '/s/:token')

/** Logs one line per request: user, path, status, duration; never a header, a query or a body. */
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
