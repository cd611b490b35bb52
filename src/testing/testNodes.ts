import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#db/connect.ts'
import { rolesOf } from '#db/roleNames.ts'
import { MASTER_KEY_BYTES } from '#kit/keys.ts'
import { type Answer, PASSWORD } from './testApp.ts'
import { type Running, startProgram } from './testProcess.ts'

/** The secret key of a test app (`TEST_KEYS`), in the form of the setting. */
const SECRET_KEY = Buffer.alloc(MASTER_KEY_BYTES, 7).toString('base64')

/** The response to a step; `replayed` if it is the stored response to an earlier request with the same key. */
export interface Stepped {
  status: number
  replayed: boolean
}

/** The program as a separate process, next to others on one database; sends requests as `head`. */
export interface TestNode extends Running {
  /** Commits an import or a workbook of past days; throws if the node ends before it responds. */
  commit: (of: 'imports' | 'figure-files', preview: Answer, key?: string) => Promise<Stepped>
}

/** Starts a node on the database of a test app; `folder` is its data folder. */
export async function startNode(url: string, folder: string): Promise<TestNode> {
  const asApp = new URL(url)
  asApp.username = rolesOf().app
  const program = await startProgram([], { DATABASE_URL: asApp.href, SECRET_KEY, DATA_DIR: folder })
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${program.base}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const signedIn = await post('login/account', { type: 'account', username: 'head', password: PASSWORD })
  const { data } = (await signedIn.json()) as { data: { token: string } }
  return {
    ...program,
    commit: async (of, preview, key) => {
      const { id, version } = preview.data
      const headers = { authorization: data.token, ...(key && { 'idempotency-key': key }) }
      const answer = await post(`${of}/${id}/commit`, { version }, headers)
      await answer.arrayBuffer()
      return { status: answer.status, replayed: answer.headers.has('idempotency-replayed') }
    },
  }
}

/** The URL of a test app's database on the server that the tests use. */
export async function urlOf(db: Database, server: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(server)
  url.pathname = `/${rows[0]?.name}`
  return url.href
}

/** Controls of a writer that is held at a table. */
export interface BlockedWriter {
  /** Id of the backend process of its connection. */
  pid: number
  /** Ends its connection, as an administrator would. */
  disconnect: () => Promise<void>
  /** Releases the table, and waits until the writer's connection has ended. */
  release: () => Promise<void>
}

/**
 * Locks a table against writes, starts `act`, and waits until its transaction is blocked at the table. `meanwhile` then
 * runs in the middle of an import.
 */
export async function whileBlockedAt<T>(
  url: string,
  table: string,
  write: () => Promise<T>,
  meanwhile: (writer: BlockedWriter) => Promise<void>,
): Promise<PromiseSettledResult<T>> {
  const lockingClient = new pg.Client({ connectionString: url })
  const observer = new pg.Client({ connectionString: url })
  await Promise.all([lockingClient.connect(), observer.connect()])
  try {
    await lockingClient.query(`begin; lock table ${table} in share row exclusive mode`)
    const { rows } = await lockingClient.query('select pg_backend_pid() as pid')
    const writing = Promise.allSettled([write()])
    const pid = await waitUntilBlocked(observer, rows[0].pid)
    await meanwhile({
      pid,
      disconnect: async () => void (await observer.query('select pg_terminate_backend($1)', [pid])),
      release: async () => {
        await lockingClient.query('rollback')
        await waitUntilEnded(observer, pid)
      },
    })
    return (await writing)[0]
  } finally {
    await Promise.all([lockingClient.end(), observer.end()])
  }
}

const POLL_MS = 20

/** Backend process id of an import that the keeper's lock blocks. */
async function waitUntilBlocked(observer: pg.Client, blockingPid: number): Promise<number> {
  for (;;) {
    const { rows } = await observer.query(
      `select pid from pg_stat_activity a where $1 = any(pg_blocking_pids(pid)) and exists (
        select 1 from pg_locks l where l.pid = a.pid and l.relation in ('import_batch'::regclass, 'figure_file'::regclass))`,
      [blockingPid],
    )
    if (rows[0]) return rows[0].pid
    await setTimeout(POLL_MS)
  }
}

async function waitUntilEnded(observer: pg.Client, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await observer.query('select 1 from pg_stat_activity where pid = $1', [pid])
    if (rows.length === 0) return
    await setTimeout(POLL_MS)
  }
}
