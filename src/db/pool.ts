import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { clientSignal } from '#kit/clientSignal.ts'
import type { Access, PoolRoles } from './access.ts'
import { inTransactions, StatementPreparer } from './sending.ts'

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

  const connect = (access: Access) =>
    pool.connect().then(
      (client) => checkedOut(client, { config, canCancel, broken, preparing, access, roles }),
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

interface CheckOut {
  config: pg.PoolConfig
  canCancel: boolean
  /** The connections that broke. */
  broken: WeakSet<object>
  preparing: StatementPreparer
  access: Access
  roles: PoolRoles | null
}

/** A connection between checkout and release: its errors have codes, and its statements end with their client. */
function checkedOut(
  client: pg.PoolClient,
  { config, canCancel, broken, preparing, access, roles }: CheckOut,
): PostgresPoolClient {
  // Keeps the first failure: after a COMMIT without a response Kysely sends a ROLLBACK, whose failure must not replace
  // it.
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
