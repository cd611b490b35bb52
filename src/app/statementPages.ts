import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { statementPage } from '#billing/bill-statements/page.ts'
import type { LineFormatters } from '#billing/bill-statements/pageDays.ts'
import { codePage, errorPage, invalidLinkPage } from '#billing/bill-statements/pageFrame.ts'
import { findLinkCompany } from '#billing/bill-statements/queries.ts'
import { SESSION_LIFE_MS } from '#billing/bill-statements/rules.ts'
import { answer, enterCode, type Outcome, openLink, type Visit } from '#billing/bill-statements/visit.ts'
import { traceLines } from '#billing/customer-bills/lines.ts'
import { dayText, formulaText, itemText, priceText, qtyText } from '#billing/customer-bills/lineTexts.ts'
import { acrossCompanies, forCompany } from '#db/barrier.ts'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import type { KeyFor } from '#kit/keys.ts'
import { hashToken } from '#kit/secret.ts'
import { COMMON_HEADERS, newNonce } from './web.ts'

interface Parts {
  db: Database
  clock: Clock
  keyFor: KeyFor
  /** Whether the data is invented; every page then says so. */
  demo: boolean
}

const MAX_BYTES = 8 * 1024
/** Maximum number of requests per minute from one address; human readers need fewer. */
const MAX_REQUESTS_PER_MINUTE = 60
const MINUTE_MS = 60_000

type PageRequest = FastifyRequest<{ Params: { token: string } }>

/**
 * Serves the merchant's page of a bill, `/s/:token`: HTML without scripts, outside the console and its sessions. Every
 * address that shows no bill returns the same page, whatever the reason.
 */
export function serveStatements(app: FastifyInstance, parts: Parts): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
    )
    limitAddresses(scope, parts.clock)
    handlePageErrors(scope)
    if (parts.demo) sayDemo(scope)
    const options = { compress: false as const }
    scope.get('/s/:token', options, async (request, reply) => {
      const visit = await visitOf(request as PageRequest, parts)
      return send(reply, visit, await openLink(visit))
    })
    scope.post('/s/:token', options, async (request, reply) => {
      const visit = await visitOf(request as PageRequest, parts)
      const code = String(fieldsOf(request).code ?? '').trim()
      return send(reply, visit, await enterCode(visit, code))
    })
    scope.post('/s/:token/answers', options, async (request, reply) => {
      const visit = await visitOf(request as PageRequest, parts)
      return send(reply, visit, await answer(visit, fieldsOf(request)))
    })
    for (const url of ['/s', '/s/*']) scope.get(url, options, (_request, reply) => sendGone(reply))
  })
}

const fieldsOf = ({ body }: FastifyRequest) => (body ?? {}) as Record<string, unknown>

async function visitOf(request: PageRequest, { db, clock, keyFor }: Parts): Promise<Visit> {
  const { token } = request.params
  const company = await findLinkCompany(acrossCompanies(db, 'signIn'), hashToken(token))
  const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim())
  const name = cookieNameOf(request, token)
  const session = cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  return {
    db: company ? forCompany(db, company) : db,
    key: keyFor('statement'),
    now: clock(),
    ip: request.ip,
    token,
    session,
  }
}

/**
 * Sends the outcome of a visit. After a form the browser is redirected to the page, so that a reload submits nothing.
 */
async function send(reply: FastifyReply, visit: Visit, outcome: Outcome): Promise<FastifyReply> {
  const path = `/s/${encodeURIComponent(visit.token)}`
  const nonce = newNonce()
  switch (outcome.is) {
    case 'gone':
      return sendGone(reply)
    case 'code':
      return sendPage(
        reply,
        nonce,
        outcome.wrong ? 400 : 200,
        codePage(nonce, { path, wrong: outcome.wrong }),
      )
    case 'entered':
      reply.header('set-cookie', cookieOf(reply.request, visit.token, outcome.session))
      return reply.headers(HEADERS).redirect(path, 303)
    case 'taken':
      return reply
        .headers(HEADERS)
        .redirect(outcome.position === null ? path : `${path}#line-${outcome.position}`, 303)
    case 'shown': {
      const { key, now } = visit
      const { shown, problem, at } = outcome
      const traced = await traceLines(visit.db, shown.lines, shown.bill)
      const page = statementPage(shown, { nonce, path, key, now, words: WORDS, traced, problem, at })
      return sendPage(reply, nonce, problem === null ? 200 : 400, page)
    }
  }
}

const WORDS: LineFormatters = {
  itemText,
  qtyText,
  priceText,
  formulaText: (line, sum) => formulaText({ line, sum }),
  dayText,
}

/**
 * The name of the cookie of one link. Over HTTPS it has the prefix with which browsers take it from this host alone, and
 * only over HTTPS; such a cookie is sent to all paths, so each link has a name of its own.
 */
function cookieNameOf({ protocol }: FastifyRequest, token: string): string {
  return protocol === 'https'
    ? `__Host-statement-${hashToken(token).toString('hex').slice(0, 16)}`
    : 'statement'
}

/** Without HTTPS, as on a local network, the cookie is limited to the path of this page. */
function cookieOf(request: FastifyRequest, token: string, session: string): string {
  const name = cookieNameOf(request, token)
  const place = request.protocol === 'https' ? '/; Secure' : `/s/${encodeURIComponent(token)}`
  return `${name}=${session}; Path=${place}; Max-Age=${SESSION_LIFE_MS / 1_000}; HttpOnly; SameSite=Strict`
}

const HEADERS = {
  ...COMMON_HEADERS,
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
}

function sendPage(reply: FastifyReply, nonce: string, status: number, page: string): FastifyReply {
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "img-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ]
  return reply
    .status(status)
    .headers(HEADERS)
    .header('content-security-policy', policy.join('; '))
    .type('text/html; charset=utf-8')
    .send(page)
}

function sendGone(reply: FastifyReply): FastifyReply {
  const nonce = newNonce()
  return sendPage(reply, nonce, 404, invalidLinkPage(nonce))
}

const DEMO_NOTE = '<p class="demo-note">这是演示，数据都是虚构的 · <a href="/">打开演示的后台</a></p>'

/** Adds to every page that this is a demo. */
function sayDemo(scope: FastifyInstance): void {
  scope.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' ? payload.replace('<body>', `<body>${DEMO_NOTE}`) : payload,
  )
}

/** Counts the requests of each address per minute; the counts of earlier minutes are dropped. */
function limitAddresses(scope: FastifyInstance, clock: Clock): void {
  const counts = new Map<string, number>()
  let minute = 0
  scope.addHook('onRequest', async ({ ip }) => {
    const now = Math.floor(clock().getTime() / MINUTE_MS)
    if (now !== minute) counts.clear()
    minute = now
    const count = (counts.get(ip) ?? 0) + 1
    counts.set(ip, count)
    if (count > MAX_REQUESTS_PER_MINUTE) throw new AppError('TOO_MANY', '打开得太频繁，请过一分钟再试。')
  })
}

/** Shows errors as pages, too. */
function handlePageErrors(scope: FastifyInstance): void {
  scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
    const status = error instanceof AppError ? error.status : (error.statusCode ?? 500)
    if (status >= 500) request.log.error({ err: error }, 'fault')
    if (status === 429) reply.header('retry-after', String(MINUTE_MS / 1_000))
    const nonce = newNonce()
    const sentence =
      error instanceof AppError ? error.message : '请稍后再试；若仍不行，请联系发给您链接的人。'
    return sendPage(reply, nonce, status, errorPage(nonce, sentence))
  })
}
