import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '../../src/demo/accounts.ts'
import { startProgram } from '../../src/testing/testProcess.ts'
import { createDatabase, startPostgres, urlOf } from '../postgres.ts'

export type EngineName = 'PostgreSQL' | 'embedded'

/** The program with the demo's data on one of the engines. */
export interface Loaded {
  engine: EngineName
  base: string
  pid: number
  /** Of the database; undefined on the embedded engine. */
  url: string | undefined
  stop: () => Promise<void>
}

const SETTINGS = {
  SECRET_KEY: Buffer.alloc(32, 9).toString('base64'),
  LOG_LEVEL: 'warn',
  // All requests come from one address.
  RATE_LIMIT: '100000',
}

/** PostgreSQL as on a small server; a commit waits for the disk. */
const POSTGRES = { shared_buffers: '256MB', max_wal_size: '2GB', random_page_cost: 1.1 }

/** Starts the program as in production, with the demo's data. `settings` replace those above. */
export async function startLoaded(
  engine: EngineName,
  settings: Record<string, string> = {},
): Promise<Loaded> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-load-'))
  const server = engine === 'PostgreSQL' ? await startPostgres(POSTGRES) : null
  const url = server ? urlOf(server.url, 'load') : undefined
  if (server) await createDatabase(server.url, 'load')
  const place = { DATA_DIR: folder, ...(url && { DATABASE_URL: url }) }
  const program = await startProgram(['--demo'], { ...SETTINGS, ...place, ...settings })
  return {
    engine,
    base: program.base,
    pid: program.child.pid ?? 0,
    url,
    stop: async () => {
      await program.stop()
      await server?.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The response to a request, its status and its duration in ms. */
export interface Called {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the callers know the response
  data: any
  text: string
  ms: number
}

/** Calls the API as one user. */
export type Caller = (
  route: `${'GET' | 'POST' | 'PATCH'} /api/${string}`,
  body?: object | FormData,
) => Promise<Called>

/** Signs in to the demo. */
export async function signIn(base: string, username: string): Promise<{ token: string; call: Caller }> {
  const account = { type: 'account', username, password: DEMO_PASSWORD }
  const { data, status, text } = await callerOf(base, '')('POST /api/login/account', account)
  if (status !== 200) throw new Error(`cannot sign in as ${username}: ${status} ${text}`)
  return { token: data.token, call: callerOf(base, data.token) }
}

function callerOf(base: string, token: string): Caller {
  return async (route, body) => {
    const [method = '', path] = route.split(' ')
    const isForm = body instanceof FormData
    const headers = {
      ...(token && { authorization: token }),
      ...(body && !isForm && { 'content-type': 'application/json' }),
      ...(method === 'GET' || isForm ? {} : { 'idempotency-key': crypto.randomUUID() }),
    }
    const since = performance.now()
    const sent = isForm ? body : body && JSON.stringify(body)
    const answer = await fetch(base + path, { method, headers, body: sent ?? null })
    const text = await answer.text()
    const ms = performance.now() - since
    const parsed = text.startsWith('{') ? JSON.parse(text) : {}
    return { status: answer.status, data: parsed.data, text, ms }
  }
}

/** Like a call; throws unless it succeeds. */
export async function must(answer: Promise<Called>): Promise<Called> {
  const { status, text, ...rest } = await answer
  if (status !== 200) throw new Error(`${status} ${text.slice(0, 300)}`)
  return { status, text, ...rest }
}
