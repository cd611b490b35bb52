import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { can } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { AuditLine } from './audit.ts'
import type { BudgetKind } from './budgets.ts'
import type { Clock } from './calendar.ts'
import { ClientLeft, withClientSignal } from './clientSignal.ts'
import { type Conflicts, mapDatabaseError } from './conflicts.ts'
import type { Contract, Endpoint } from './contract.ts'
import { AppError } from './errors.ts'
import type { Owner } from './fairQueue.ts'
import {
  AlreadyProcessed,
  assertNew,
  type IdempotentRequest,
  idempotentRequest,
  lockKey,
  runExclusively,
  saveResponse,
} from './idempotency.ts'
import type { KeyFor } from './keys.ts'
import { laneOf } from './lanes.ts'
import type { Person } from './person.ts'
import { localeOf, readInput } from './request.ts'
import { retryOnce } from './retry.ts'
import { parseFor } from './sentenceText.ts'
import type { Spend } from './spending.ts'
import type { TextLocale } from './text.ts'
import { type SpooledFile, type Upload, whileArriving } from './upload.ts'
import { infectedError, type ScanFile } from './virusScan.ts'

/** What a handler receives in addition to its input. */
export interface Context<P = Person> {
  /**
   * The transaction of this request; the pool for a GET and in a handler with `ownTransaction`. It reaches the rows of
   * the user's company only, except for admins of the headquarters.
   */
  db: Database
  actor: P
  clock: Clock
  /** Adds a line to the audit log, written in the transaction of the write. */
  record: (line: AuditLine) => void
  /** The file of a multipart request; only endpoints with `takes: 'file'` have one. */
  upload: Upload | undefined
  requestId: string
  ip: string
  userAgent: string
  /** The language of the response. */
  locale: TextLocale
  /** SHA-256 of the session's token. */
  tokenHash: Buffer | undefined
  /** Derives a secret key from the installation's key. */
  keyFor: KeyFor
  /** Charges the user's budget; throws TOO_MANY. Never within a transaction. */
  spend: (kind: BudgetKind, amount: number) => Promise<void>
}

type ActorOf<E extends Endpoint> = [E['needs']] extends [null] ? Person | null : Person
type Result<E extends Endpoint> = Promise<z.input<E['output']>> | z.input<E['output']>
type Handler<E extends Endpoint> = (context: Context<ActorOf<E>>, input: z.output<E['input']>) => Result<E>

/** Runs a part of the work in one transaction, together with its audit lines. */
export type Transact<P> = <T>(work: (context: Context<P>) => Promise<T>) => Promise<T>

/**
 * A handler that does slow work (a hash, a file) and opens its transaction itself, so that none is open during that
 * work.
 */
interface OwnTransaction<E extends Endpoint> {
  ownTransaction: (
    context: Context<ActorOf<E>>,
    input: z.output<E['input']>,
    transact: Transact<ActorOf<E>>,
  ) => Result<E>
}

export type Handlers<C extends Contract> = { [K in keyof C]: Handler<C[K]> | OwnTransaction<C[K]> }

/** A contract with its handlers, ready to be mounted. */
export interface Served {
  endpoints: { endpoint: Endpoint; handler: Handler<Endpoint> | OwnTransaction<Endpoint> }[]
  conflicts: Conflicts
}

/** Binds handlers to a contract; a missing handler or a wrong result type does not compile. */
export function serve<C extends Contract>(
  contract: C,
  handlers: Handlers<C>,
  conflicts: Conflicts = {},
): Served {
  const endpoints = Object.entries(contract).map(([name, endpoint]) => ({
    endpoint,
    handler: handlers[name] as Handler<Endpoint>,
  }))
  return { endpoints, conflicts }
}

/** What `mount` needs from the app: kit does not depend on how sessions and audit lines are stored. */
export interface Wiring {
  /** The database as far as a person reaches it; null for the caller of an endpoint that needs no session. */
  databaseFor: (person: Person | null) => Database
  clock: Clock
  keyFor: KeyFor
  spend: Spend
  writeAudit: (db: Database, lines: AuditLine[], from: Context) => Promise<void>
  /** Scans uploaded files for malware; without it they are not scanned. */
  scanFile?: ScanFile | undefined
}

/** Mounts contracts: session → permission gate (before the body is read) → parse → transaction → check the output. */
export function mount(app: FastifyInstance, features: Served[], wiring: Wiring): void {
  for (const { endpoints, conflicts } of features) {
    for (const { endpoint, handler } of endpoints) {
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        config: { endpoint },
        onRequest: async ({ session, sessionRefusal }) => {
          if (endpoint.needs !== null && sessionRefusal) throw sessionRefusal
          assertMayCall(endpoint, session?.person ?? null)
        },
        handler: (request, reply) => handleRequest(request, reply, { endpoint, handler, conflicts }, wiring),
      })
    }
  }
}

/** The fields of an endpoint that the gate checks. */
type Gated = Pick<Endpoint, 'needs'> &
  Partial<Pick<Endpoint, 'beforePasswordChange' | 'beforeSecondFactor' | 'whileViewing'>>

/** Throws unless the user may call the endpoint at all; the handler's queries restrict the records. */
export function assertMayCall(endpoint: Gated, person: Person | null): void {
  if (endpoint.needs === null) return
  if (!person) throw new AppError('UNAUTHENTICATED', '您尚未登录，或登录已失效，请重新登录。')
  if (person.viewer && !endpoint.whileViewing) {
    throw new AppError('VIEWING', '您正在以{name}的身份查看，只能看，不能改。请先退出查看。', {
      values: { name: person.name },
    })
  }
  if (person.mustChangePassword && !endpoint.beforePasswordChange) {
    throw new AppError('PASSWORD_CHANGE_REQUIRED', '请先修改初始密码，再继续使用。')
  }
  if (person.mustSetSecondFactor && !endpoint.beforeSecondFactor) {
    throw new AppError('SECOND_FACTOR_REQUIRED', '贵公司要求您的角色开启两步验证，请先完成设置，再继续使用。')
  }
  if (endpoint.needs !== 'signedIn' && !can(person, endpoint.needs)) {
    throw new AppError('FORBIDDEN', '您没有这项操作的权限。如需使用，请联系管理员。')
  }
}

/** An endpoint with its handler. */
interface Route {
  endpoint: Endpoint
  handler: Handler<Endpoint> | OwnTransaction<Endpoint>
  conflicts: Conflicts
}

/** One request in progress. */
interface RequestJob {
  endpoint: Endpoint
  handler: Handler<Endpoint> | OwnTransaction<Endpoint>
  context: Context<Person>
  wiring: Wiring
  repeatable: IdempotentRequest | null
  /** Whether the response has been stored for repeats. */
  isStored: boolean
}

async function handleRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  wiring: Wiring,
): Promise<unknown> {
  const { endpoint } = route
  const signal = leavingSignal(reply)
  const answer = () => receive(request, reply, route, wiring, signal)
  // Other writes end as they would have with the client, who may repeat them with the same key.
  const endsWithClient = endpoint.method === 'GET' || endpoint.takes === 'file'
  return endsWithClient ? withClientSignal(signal, answer) : answer()
}

/** Aborted when the client closes the connection before it has the whole response. */
function leavingSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new ClientLeft())
  })
  return controller.signal
}

/** Reads the request, and answers it when its turn comes. */
async function receive(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  wiring: Wiring,
  signal: AbortSignal,
): Promise<unknown> {
  const owner = ownerOf(request)
  const run = async () => {
    const { input, file } = await readInput(request, route.endpoint)
    try {
      await charge(request, route.endpoint, wiring.spend, file)
      const answer = async () => {
        const upload = await file?.load()
        if (upload) await assertClean(request, upload, wiring)
        return respond({ request, reply, route, wiring, input, upload })
      }
      // Visitors have no share: signing in has limits of its own.
      return await (owner ? laneOf(route.endpoint).run(owner, answer, signal) : answer())
    } finally {
      await file?.discard()
    }
  }
  return owner && route.endpoint.takes === 'file' ? whileArriving(owner, run) : run()
}

const KIB = 1_024
/** What a body without a stated length counts as: its limit. */
const MAX_UNKNOWN_BYTES = KIB * KIB
const kibOf = (bytes: number) => Math.ceil(bytes / KIB)

/** Charges the user for a request before its work; throws TOO_MANY if a budget is used up. */
async function charge(
  { session, headers }: FastifyRequest,
  { method, budget, takes }: Endpoint,
  spend: Spend,
  file: SpooledFile | undefined,
): Promise<void> {
  if (!session) return
  const { person } = session
  if (budget) await spend(person, budget)
  if (method === 'GET') return
  await spend(person, 'write')
  if (takes === 'json')
    await spend(person, 'body', kibOf(Number(headers['content-length'] ?? MAX_UNKNOWN_BYTES)))
  if (file) await spend(person, 'file', kibOf(file.size))
}

/** Throws INVALID if the file contains malware, which is logged as a security event. */
async function assertClean(
  { session, routeOptions, ip, log }: FastifyRequest,
  { bytes }: Upload,
  { scanFile }: Wiring,
): Promise<void> {
  const virus = await scanFile?.(bytes)
  if (!virus) return
  log.warn({ event: 'virus', userId: session?.person.id, ip, route: routeOptions.url, virus }, 'security')
  throw infectedError()
}

function ownerOf({ session }: FastifyRequest): Owner | null {
  if (!session) return null
  const { id, viewer, companyCode } = session.person
  // An admin who views the console as somebody else uses their own share.
  return { personId: viewer?.id ?? id, companyCode }
}

interface Received {
  request: FastifyRequest
  reply: FastifyReply
  route: Route
  wiring: Wiring
  input: unknown
  upload: Upload | undefined
}

async function respond({ request, reply, route, wiring, input, upload }: Received): Promise<unknown> {
  const { endpoint, handler, conflicts } = route
  const repeatable = idempotentRequest(request, endpoint, { input, upload }, wiring.keyFor)
  const context = contextOf(request, route.endpoint, upload, wiring)
  const job: RequestJob = { endpoint, handler, context, wiring, repeatable, isStored: false }
  reply.header('cache-control', 'no-store')
  try {
    const data = await runExclusively(repeatable, () => run(job, input))
    if (endpoint.gives === 'file') return sendFile(reply, data as FileDownload)
    return reply.send({ success: true, data })
  } catch (error) {
    if (!(error instanceof AlreadyProcessed))
      throw restrictCurrentRecord(mapDatabaseError(error, conflicts), endpoint, context.locale)
    const { status, data } = error.answer
    return reply.status(status).header('idempotency-replayed', 'true').send({ success: true, data })
  }
}

/** Restricts the current record in an error to the fields of the contract, like a response. */
function restrictCurrentRecord(error: unknown, { output }: Endpoint, locale: TextLocale): unknown {
  if (!(error instanceof AppError) || !error.data?.current) return error
  const { current, ...rest } = error.data
  const shown = parseFor(locale, () => output.safeParse(current))
  return new AppError(error.code, error.message, {
    values: error.values,
    data: shown.success ? { ...rest, current: shown.data } : rest,
  })
}

function contextOf(
  request: FastifyRequest,
  { needs }: Endpoint,
  upload: Upload | undefined,
  wiring: Wiring,
): Context<Person> {
  // The gate has passed: if the endpoint needs a user, there is one.
  const actor = request.session?.person as Person
  return {
    // Who calls an endpoint without a session is found out by its handler.
    db: wiring.databaseFor(needs === null ? null : actor),
    actor,
    clock: wiring.clock,
    record: () => {
      throw new Error('record() outside a transaction')
    },
    upload,
    requestId: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    locale: localeOf(request),
    tokenHash: request.session?.tokenHash,
    keyFor: wiring.keyFor,
    spend: async (kind, amount) => {
      if (request.session) await wiring.spend(request.session.person, kind, amount)
    },
  }
}

/** Runs the handler and parses its result with the contract's output schema, which removes all other fields. */
async function run(job: RequestJob, input: unknown): Promise<unknown> {
  const { endpoint, handler, context, wiring, repeatable } = job
  const transact: Transact<Person> = (work) => transaction(job, work)
  if (!('ownTransaction' in handler)) {
    const result = await (endpoint.method === 'GET'
      ? handler(context, input)
      : transact((inner) => Promise.resolve(handler(inner, input))))
    return parseFor(context.locale, () => endpoint.output.parse(result))
  }
  // Checked before the slow work, so that a repeat skips it.
  if (repeatable) await assertNew(context.db, repeatable)
  const result = await handler.ownTransaction(context, input, transact)
  const data = parseFor(context.locale, () => endpoint.output.parse(result))
  if (repeatable && !job.isStored)
    await saveResponse(context.db, repeatable, { status: 200, data }, wiring.clock())
  return data
}

/** Runs the work in a transaction; the work may run twice (`retryOnce`). */
async function transaction<T>(job: RequestJob, work: (context: Context<Person>) => Promise<T>): Promise<T> {
  const { isStored } = job
  return retryOnce(() => {
    job.isStored = isStored
    return transactionOnce(job, work)
  })
}

async function transactionOnce<T>(
  job: RequestJob,
  work: (context: Context<Person>) => Promise<T>,
): Promise<T> {
  const { endpoint, context, wiring, repeatable } = job
  return context.db.transaction().execute(async (tx) => {
    const isRepeatable = repeatable && !job.isStored
    if (isRepeatable) {
      await lockKey(tx, repeatable)
      await assertNew(tx, repeatable)
    }
    const lines: AuditLine[] = []
    const inner: Context<Person> = { ...context, db: tx, record: (line) => lines.push(line) }
    const result = await work(inner)
    if (endpoint.audited && lines.length === 0)
      throw new Error(`${endpoint.method} ${endpoint.path} left no audit line`)
    // The transaction's result is the response, unless an `ownTransaction` handler builds the response from it
    // afterwards.
    const parsedResult = isRepeatable
      ? parseFor(context.locale, () => endpoint.output.safeParse(result))
      : undefined
    if (isRepeatable && parsedResult?.success) {
      await saveResponse(tx, repeatable, { status: 200, data: parsedResult.data }, wiring.clock())
      job.isStored = true
    }
    await wiring.writeAudit(tx, lines, inner)
    return result
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the session token; null without a token or if the session has ended. */
    session: { person: Person; tokenHash: Buffer } | null
    /** Why the session does not count for this request, if its holder may know the reason. */
    sessionRefusal: AppError | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/** A file as returned by an endpoint with `gives: 'file'`. */
interface FileDownload {
  name: string
  type: string
  bytes: Uint8Array
}

/**
 * Sends an uploaded file so that no browser executes its content (design/trust.md, Files): as an attachment, with the
 * type of its content, sandboxed, for this origin only, and never cached.
 */
function sendFile(reply: FastifyReply, { name, type, bytes }: FileDownload): FastifyReply {
  const safe = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return reply
    .headers({
      'content-type': type,
      'content-disposition': `attachment; filename*=UTF-8''${safe}`,
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}
