import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { clientSignal } from '#kit/clientSignal.ts'
import { STALE_PLAN } from '#kit/errors.ts'
import { type Access, leadOf, type PoolRoles, planKind } from './access.ts'
import { type Lead, sendAfter } from './leadingQuery.ts'
import { StatementNames } from './statements.ts'

/** Code set on pool errors that have none: no connection became free in time, or the server could not be reached. */
export const NO_CONNECTION = 'NO_CONNECTION'
/** The connection broke during a statement; its transaction is rolled back. */
export const CONNECTION_LOST = 'CONNECTION_LOST'
/** The connection broke after COMMIT was sent; it is unknown whether the transaction was committed. */
export const COMMIT_LOST = 'COMMIT_LOST'

/** A pool whose errors all have a code, so that callers need not parse messages. */
export interface CodedPool {
  /** The pool, whose statements have an access (see `access.ts`). */
  poolFor: (access: Access) => PostgresPool
  /** Lets the following transactions enter roles; until then, all run as the user of the connection. */
  enterRoles: (roles: PoolRoles) => void
  /** Closes every connection, so that pending queries fail immediately. */
  breakAll: () => void
  counts: () => PoolCounts
}

export interface PoolCounts {
  total: number
  idle: number
  waiting: number
}

/**
 * Opens a pool. `onLost` is called for every idle connection that breaks; without a listener the process would end.
 * `prepare`: whether repeated statements are prepared. `canCancel`: whether a connection is a server process of its own,
 * whose statement can be cancelled when the client of the request leaves.
 */
export function openPool(
  config: pg.PoolConfig,
  onLost: (error: Error) => void,
  { prepare, canCancel }: { prepare: boolean; canCancel: boolean },
): CodedPool {
  const pool = new pg.Pool(config)
  const clients = new Set<pg.PoolClient>()
  const broken = new WeakSet<object>()
  const preparing = new StatementPreparer(prepare)
  let roles: PoolRoles | null = null
  pool.on('error', onLost)
  pool.on('connect', (client) => {
    clients.add(client)
    // A connection in use emits its errors on the client only, not on the pool.
    client.on('error', () => broken.add(client))
    client.on('end', () => broken.add(client))
  })
  pool.on('remove', (client) => clients.delete(client))

  const withErrorCodes = (client: pg.PoolClient, access: Access): PostgresPoolClient => {
    // Keeps the first failure: after a COMMIT without a response Kysely sends a ROLLBACK, whose failure must not
    // replace it.
    let lostAt: string | null = null
    const send = inTransactions(preparing.senderFor(client, access), preparing.leadOf(client, access, roles))
    const sendCoded = (text: string, parameters: readonly unknown[]) =>
      send(text, [...parameters]).catch((error: Error) => {
        if (!broken.has(client) || error instanceof pg.DatabaseError) throw error
        lostAt ??= text
        throw Object.assign(error, { code: lostAt === 'commit' ? COMMIT_LOST : CONNECTION_LOST })
      })
    const query = (text: string, parameters: readonly unknown[]) => {
      const signal = clientSignal()
      // A transaction whose client left still ends with its rollback.
      if (!signal || /^(commit|rollback)/.test(text)) return sendCoded(text, parameters)
      signal.throwIfAborted()
      const cancel = canCancel ? () => cancelStatement(config, client) : null
      return untilAborted(sendCoded(text, parameters), signal, cancel)
    }
    const release = (destroy?: boolean) => client.release(destroy || preparing.isOutdated(client))
    // The type also allows a cursor as the argument, which this program does not use.
    return { query: query as unknown as PostgresPoolClient['query'], release }
  }
  const connect = (access: Access) =>
    pool.connect().then(
      (client) => withErrorCodes(client, access),
      (error: Error & { code?: string }) => {
        throw Object.assign(error, { code: error.code ?? NO_CONNECTION })
      },
    )
  const breakAll = () => {
    for (const client of clients) {
      broken.add(client)
      // `pg` destroys a connection with a pending query; others terminate in order.
      void client.end()
    }
  }
  const counts = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  const poolFor = (access: Access) => ({
    connect: () => connect(access),
    end: () => pool.end(),
    options: pool.options,
  })
  const enterRoles = (next: PoolRoles) => {
    roles = next
  }
  return { poolFor, enterRoles, breakAll, counts }
}

/**
 * Waits for a statement; when the signal is aborted, cancels it and throws the signal's reason. Waits for the
 * cancellation as well, so that it cannot hit the next statement of the connection.
 */
async function untilAborted<T>(
  sent: Promise<T>,
  signal: AbortSignal,
  cancel: (() => Promise<void>) | null,
): Promise<T> {
  let cancelling: Promise<void> | undefined
  const abort = () => {
    cancelling = cancel?.()
  }
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await sent
  } catch (error) {
    if (signal.aborted) throw signal.reason
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    await cancelling
  }
}

/** Asks the server on a connection of its own to cancel what another one executes. Without one, the statement goes on. */
async function cancelStatement(
  config: pg.PoolConfig,
  { processID }: pg.PoolClient & { processID?: number | null },
) {
  const canceller = new pg.Client(config)
  canceller.on('error', () => {})
  try {
    await canceller.connect()
    await canceller.query('select pg_cancel_backend($1)', [processID])
  } catch {
    // The server takes no further connection: the statement ends by its own or by the statement limit.
  } finally {
    await canceller.end().catch(() => {})
  }
}

/** Sends a statement after others in the same round trip. */
type Send = (leads: readonly Lead[], text: string, values: unknown[]) => Promise<pg.QueryResult>

const BEGINNING = /^(begin|start transaction)/i
/** The end of a transaction, not of a savepoint. */
const END = /^(commit|rollback)$/i
/** Statements that the extended protocol takes, also without values. Others may consist of several statements. */
const SINGLE = /^\s*(select|insert|update|delete|with)\b[^;]*$/i

/**
 * Sends the beginning of a transaction, and the statement that gives it its access, together with its first statement:
 * neither takes a round trip. A statement outside a transaction gets its access in the same way.
 */
function inTransactions(
  send: Send,
  access: Lead | null,
): (text: string, values: unknown[]) => Promise<pg.QueryResult> {
  let opening: Lead | null = null
  let isOpen = false
  const accessLeads = access ? [access] : []
  return async (text, values) => {
    if (BEGINNING.test(text)) {
      opening = { text, values: [] }
      return emptyResult('BEGIN')
    }
    if (END.test(text)) {
      const isUnused = opening !== null
      opening = null
      isOpen = false
      return isUnused ? emptyResult(text.toUpperCase()) : send([], text, values)
    }
    const leads: Lead[] = opening ? [opening, ...accessLeads] : isOpen ? [] : accessLeads
    isOpen ||= opening !== null
    opening = null
    if (leads.length === 0 || values.length > 0 || SINGLE.test(text)) return send(leads, text, values)
    const [last] = leads.splice(-1)
    if (last) await send(leads, last.text, [...last.values])
    return send([], text, values)
  }
}

const emptyResult = (command: string): pg.QueryResult => ({ command, rowCount: null, oid: 0, fields: [], rows: [] })

/**
 * Sends repeated statements as prepared ones, if `prepare` is set. Names have a prefix per connection, because all
 * connections of the embedded engine share one session.
 */
class StatementPreparer {
  readonly #names = new StatementNames()
  readonly #known = new WeakMap<pg.PoolClient, { prefix: string; generation: number }>()
  readonly #prepare: boolean
  #connections = 0

  constructor(prepare: boolean) {
    this.#prepare = prepare
  }

  /** Returns the function that sends a connection's statements between checkout and release. */
  senderFor(client: pg.PoolClient, access: Access): Send {
    const { prefix } = this.#of(client)
    const plain: Send = (leads, text, values) =>
      leads.length > 0 ? sendAfter(client, leads, { text, values }) : client.query(text, values)
    if (!this.#prepare) return plain
    const kind = planKind(access)
    // Whether a repetition would run outside the transaction of its statement.
    let isInTransaction = false
    return async (leads, text, values) => {
      if ([text, ...leads.map((lead) => lead.text)].some((sent) => BEGINNING.test(sent))) isInTransaction = true
      if (END.test(text)) isInTransaction = false
      const name = this.isOutdated(client) ? undefined : this.#names.nameOf(text)
      if (!name || this.isOutdated(client)) return plain(leads, text, values)
      const config = { name: `${prefix}${name}${kind}`, text, values }
      const sent = leads.length > 0 ? sendAfter(client, leads, config) : client.query(config)
      return sent.catch((error: Error) => {
        if (!isStalePlan(error)) throw error
        this.#names.startGeneration()
        if (!isInTransaction) return plain(leads, text, values)
        throw Object.assign(error, { code: STALE_PLAN })
      })
    }
  }

  /** The statement that gives an access to transactions of a connection, prepared if statements are. */
  leadOf(client: pg.PoolClient, access: Access, roles: PoolRoles | null): Lead | null {
    const lead = leadOf(access, roles)
    return lead && { ...lead, name: this.#prepare ? `${this.#of(client).prefix}${planKind(access)}` : undefined }
  }

  /**
   * Whether a connection was first used in an earlier generation, so that its prepared statements are obsolete. It is
   * closed when released.
   */
  isOutdated(client: pg.PoolClient): boolean {
    return this.#of(client).generation !== this.#names.generation
  }

  #of(client: pg.PoolClient) {
    const existing = this.#known.get(client)
    if (existing) return existing
    this.#connections += 1
    const prefix = `p${process.pid}c${this.#connections}`
    const created = { prefix, generation: this.#names.generation }
    this.#known.set(client, created)
    return created
  }
}

/** PostgreSQL's error "cached plan must not change result type", which has no code of its own. */
const isStalePlan = (error: Error & { code?: string; routine?: string }) =>
  error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
