import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#testing/testPort.ts'
import type { StatementRoute } from './statementServer.ts'
import { PASSWORD } from './world.ts'

/** A server that the bench has started. */
export interface Program {
  base: string
  pid: number
  stop: () => Promise<void>
}

/** The installation's key, shared by all programs on one database. */
export const SECRET_KEY = Buffer.alloc(32, 1)

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Starts our program as in production, on a database of a server, or with `DATA_DIR` on the embedded engine. */
export async function startOurs(
  env: { DATABASE_URL: string } | { DATA_DIR: string },
  args: readonly string[] = [],
): Promise<Program> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', file('../src/app/start.ts'), ...args],
    {
      // The log is written, and discarded by the system.
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        ADMIN_PASSWORD: PASSWORD,
        SECRET_KEY: SECRET_KEY.toString('base64'),
        // All requests come from one address, and most from one person.
        RATE_LIMIT: '65535',
        BUDGET_FACTOR: '1000',
        ...env,
      },
    },
  )
  const base = `http://127.0.0.1:${port}`
  await untilReady(`${base}/api/health/ready`, child)
  return { base, pid: child.pid ?? 0, stop: () => end(child) }
}

/** Starts the bare handler on a database, with its routes. */
export async function startStatementServer(url: string, routes: StatementRoute[]): Promise<Program> {
  const port = await freePort()
  const child = fork(file('./statementServer.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, PORT: String(port), BENCH_URL: url },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const routesReceived = once(child, 'message')
  child.send(routes)
  await routesReceived
  const base = `http://127.0.0.1:${port}`
  await untilReady(base, child)
  return { base, pid: child.pid ?? 0, stop: () => end(child) }
}

/** Starts the least handler on a database, or the one for the embedded engine. */
export async function startLeast(
  data: { BENCH_URL: string } | { BENCH_DATA_DIR: string },
  handler = 'least.ts',
): Promise<Program> {
  const port = await freePort()
  const child = fork(file(`./${handler}`), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, PORT: String(port), ...data },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const base = `http://127.0.0.1:${port}`
  await untilReady(base, child)
  return { base, pid: child.pid ?? 0, stop: () => end(child) }
}

/** Signs in and returns the token. */
export async function signIn(base: string, username: string): Promise<string> {
  const answer = await fetch(`${base}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', username, password: PASSWORD }),
  })
  const body = (await answer.json()) as { data?: { token?: string } }
  if (!body.data?.token) throw new Error(`cannot sign in: ${JSON.stringify(body)}`)
  return body.data.token
}

/** Posts a body and returns the response's data; throws with the response if it is an error. */
export async function post<T>(url: string, authorization: string, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${url} ${text.slice(0, 300)}`)
  return JSON.parse(text).data
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

const PATIENCE_MS = 180_000
const PAUSE_MS = 100

/** Waits until the server responds; the first start builds the front end. */
async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until && child.exitCode === null) {
    const status = await fetch(url).then(
      (answer) => answer.status,
      () => 503,
    )
    if (status !== 503) return
    await setTimeout(PAUSE_MS)
  }
  throw new Error(`${url} did not answer`)
}
