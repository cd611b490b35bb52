import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database } from '#db/connect.ts'
import { MASTER_KEY_BYTES } from '#kit/keys.ts'
import type { Answer } from './testApp.ts'
import { PASSWORD } from './testApp.ts'
import type { Running } from './testProcess.ts'
import { startProgram } from './testProcess.ts'

/** The installation's key of a test app (`TEST_KEYS`), as a node is given it. */
const SECRET_KEY = Buffer.alloc(MASTER_KEY_BYTES, 7).toString('base64')

/** How a step was answered; `replayed`: with the answer to an earlier request of the same key. */
export interface Stepped {
  status: number
  replayed: boolean
}

/** The program as a process of its own beside others on one database, asked as `head`. */
export interface TestNode extends Running {
  /** Confirms an import or a workbook of past days; throws where the node ends meanwhile. */
  commit: (of: 'imports' | 'figure-files', preview: Answer, key?: string) => Promise<Stepped>
}

/** Starts a node on a database of a server; `folder` is its own place for files. */
export async function startNode(DATABASE_URL: string, folder: string): Promise<TestNode> {
  const program = await startProgram([], { DATABASE_URL, SECRET_KEY, DATA_DIR: folder })
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

/** The database of a test app on the server that the tests run on. */
export async function urlOf(db: Database, server: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(server)
  url.pathname = `/${rows[0]?.name}`
  return url.href
}

/** What a writer that is held at a table can be asked for. */
export interface Held {
  /** The number of its connection's process. */
  pid: number
  /** Ends its connection, as an administrator does. */
  disconnect: () => Promise<void>
  /** Lets go of the table, and waits until the writer's connection has ended. */
  release: () => Promise<void>
}

/**
 * Holds a table so that nobody writes to it, begins `act`, and waits until a writer stands before the table in the midst
 * of its transaction: what `meanwhile` does then meets half an import.
 */
export async function heldAt<T>(
  url: string,
  table: string,
  act: () => Promise<T>,
  meanwhile: (held: Held) => Promise<void>,
): Promise<PromiseSettledResult<T>> {
  const keeper = new pg.Client({ connectionString: url })
  const looker = new pg.Client({ connectionString: url })
  await Promise.all([keeper.connect(), looker.connect()])
  try {
    await keeper.query(`begin; lock table ${table} in share row exclusive mode`)
    const { rows } = await keeper.query('select pg_backend_pid() as pid')
    const acting = Promise.allSettled([act()])
    const pid = await waitingFor(looker, rows[0].pid)
    await meanwhile({
      pid,
      disconnect: async () => void (await looker.query('select pg_terminate_backend($1)', [pid])),
      release: async () => {
        await keeper.query('rollback')
        await gone(looker, pid)
      },
    })
    return (await acting)[0]
  } finally {
    await Promise.all([keeper.end(), looker.end()])
  }
}

const LOOK_MS = 20

/** Whoever stands before the keeper's lock with an import in its hands. */
async function waitingFor(looker: pg.Client, keeper: number): Promise<number> {
  for (;;) {
    const { rows } = await looker.query(
      `select pid from pg_stat_activity a where $1 = any(pg_blocking_pids(pid)) and exists (
        select 1 from pg_locks l where l.pid = a.pid and l.relation in ('import_batch'::regclass, 'figure_file'::regclass))`,
      [keeper],
    )
    if (rows[0]) return rows[0].pid
    await setTimeout(LOOK_MS)
  }
}

async function gone(looker: pg.Client, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await looker.query('select 1 from pg_stat_activity where pid = $1', [pid])
    if (rows.length === 0) return
    await setTimeout(LOOK_MS)
  }
}
