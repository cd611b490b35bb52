import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { buildServer, type ServerParts } from '#app/server.ts'
import { watchSystem } from '#app/systemWatch.ts'
import { raiseBarrier } from '#db/barrier.ts'
import { connect, type Database } from '#db/connect.ts'
import { startEngine } from '#db/embedded.ts'
import { migrate } from '#db/migrate.ts'
import { rolesOf } from '#db/roleNames.ts'
import { setUpRoles } from '#db/roles.ts'
import { deriveKeys, MASTER_KEY_BYTES } from '#kit/keys.ts'
import { hashPassword, passwordWork } from '#kit/secret.ts'
import type { SystemWatch } from '#platform/system-status/watch.ts'

/** The clock of all tests: a Tuesday at noon in Shanghai. */
export const NOON = new Date('2026-05-19T04:00:00Z')

export const PASSWORD = 'Demo@2026'

/** The keys of every test server. */
export const TEST_KEYS = deriveKeys(Buffer.alloc(MASTER_KEY_BYTES, 7))

/** A response of the API, as tests read it. */
export interface Answer {
  status: number
  /** The envelope's data on success; `any` so that tests read it without casts. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asserts on what it reads
  data: any
  body: { success: boolean; errorCode?: string; errorMessage?: string; showType?: number; traceId?: string }
}

/** A server with its own database, which `seed` fills. One per test file; it closes with the file. */
export interface TestApp {
  app: FastifyInstance
  /** As a superuser, whom no policy restricts. */
  db: Database
  /** Opens more connections as a superuser, with prepared statements of their own; they close with the file. */
  openConnections: () => Database
  /** As the program has it: a handle that reaches no company, behind the second barrier. */
  asProgram: Database
  /** The server's clock; a test may set it. */
  clock: { now: Date }
  /** The codes sent so far, newest last. */
  sentCodes: { mobile: string; code: string }[]
  /** Calls the API as the user with that name, who is signed in once; null calls it without a session. */
  as: (username: string | null) => Caller
  /** Watches the server; it checks only when it is called. */
  watch: SystemWatch
}

export interface Caller {
  get: (path: string) => Promise<Answer>
  post: (path: string, body?: object) => Promise<Answer>
  patch: (path: string, body?: object) => Promise<Answer>
  delete: (path: string, body?: object) => Promise<Answer>
  /** Sends a multipart form. */
  upload: (
    path: string,
    file: { name: string; bytes: Buffer },
    fields?: Record<string, string>,
  ) => Promise<Answer>
}

interface OpenedDatabase {
  /** As a superuser, whom no policy restricts. */
  db: Database
  /** Opens more connections as a superuser, which the caller closes before the database. */
  openConnections: () => Database
  /** As the program opens it, with the second barrier. */
  ofServer: Database
  close: () => Promise<void>
}

const ROLES = rolesOf()

/** Opens a new migrated database: a copy of a template on the embedded engine, or a database of a real server. */
async function openTestDatabase(): Promise<OpenedDatabase> {
  const url = process.env.TEST_DATABASE_URL
  const { TEST_TEMPLATE_DATABASE, TEST_TEMPLATE_DIR } = process.env
  const opened = await (url ? createOnServer(url, TEST_TEMPLATE_DATABASE) : openEmbedded(TEST_TEMPLATE_DIR))
  await migrate(opened.db)
  await setUpRoles(opened.db, ROLES)
  return opened
}

/** A database without tables, on the engine of the run. It closes with the test file. */
export async function emptyDatabase(): Promise<Database> {
  const url = process.env.TEST_DATABASE_URL
  const { db, close } = await (url ? createOnServer(url) : openEmbedded())
  after(close)
  return db
}

async function openEmbedded(template?: string): Promise<OpenedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-test-'))
  if (template && existsSync(template)) cpSync(template, folder, { recursive: true })
  const engine = await startEngine(folder, { durable: false })
  const openConnections = () => connect({ socketFolder: engine.socketFolder }, reportLost)
  const [db, ofServer] = [openConnections(), openConnections()]
  raiseBarrier(ofServer, { names: ROLES, entersApp: true })
  return {
    db,
    openConnections,
    ofServer,
    close: async () => {
      await ofServer.destroy()
      await db.destroy()
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function createOnServer(url: string, template?: string): Promise<OpenedDatabase> {
  const name = `houtai_test_${process.pid}_${Math.random().toString(36).slice(2, 8)}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name} ${template ? `template ${template}` : ''}`)
  const testUrl = new URL(url)
  testUrl.pathname = `/${name}`
  let dropped = false
  const onLost = (error: Error) => {
    if (!dropped) reportLost(error)
  }
  const superuserUrl = testUrl.href
  const openConnections = () => connect({ url: superuserUrl }, onLost)
  const db = openConnections()
  testUrl.username = ROLES.app
  const ofServer = connect({ url: testUrl.href }, onLost)
  raiseBarrier(ofServer, { names: ROLES, entersApp: false })
  return {
    db,
    openConnections,
    ofServer,
    close: async () => {
      dropped = true
      await ofServer.destroy()
      await db.destroy()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}

function reportLost(error: Error): void {
  process.stderr.write(`connection lost: ${error.message}\n`)
}

/** Starts a test app; `seed` fills the database and gets the hash of `PASSWORD`. */
export async function testApp(
  seed: (db: Database, passwordHash: string) => Promise<void>,
  more: Pick<ServerParts, 'webhookTransport' | 'budgetFactor'> = {},
): Promise<TestApp> {
  const { db: unrestricted, openConnections, ofServer, close } = await openTestDatabase()
  const opened: Database[] = []
  // Tests may change a whole table, which the program may not.
  const db = unrestricted.withoutPlugins()
  const clock = { now: NOON }
  minimizeHashWork()
  await seed(db, await hashPassword(PASSWORD))
  const sentCodes: TestApp['sentCodes'] = []
  const watch = watchSystem({ db: unrestricted, clock: () => clock.now, keyFor: TEST_KEYS, ...more })
  const app = await buildServer({
    db: ofServer,
    clock: () => clock.now,
    keyFor: TEST_KEYS,
    // Tests send requests as fast as they can.
    requestsPerSecond: 1_000_000,
    budgetFactor: null,
    sendCode: async (mobile, code) => void sentCodes.push({ mobile, code }),
    logger: Boolean(process.env.TEST_LOG),
    watch,
    ...more,
  })
  after(async () => {
    await app.close()
    for (const connections of opened) await connections.destroy()
    await close()
  })
  const tokens = new Map<string, Promise<string>>()
  const tokenOf = (username: string) => {
    const tokenPromise = tokens.get(username) ?? signIn(app, username)
    tokens.set(username, tokenPromise)
    return tokenPromise
  }
  return {
    app,
    db,
    openConnections: () => {
      const connections = openConnections()
      opened.push(connections)
      return connections
    },
    asProgram: ofServer,
    clock,
    sentCodes,
    watch,
    as: (username) => caller(app, async () => (username ? tokenOf(username) : null)),
  }
}

/** The minimum work of argon2. */
export const MIN_WORK = { memoryKib: 8, passes: 1 }
const REAL_WORK = { ...passwordWork }

/**
 * Tests sign in often, so their hashes take the minimum work until the file ends. `secret.test.ts` tests the real work.
 */
function minimizeHashWork(): void {
  Object.assign(passwordWork, MIN_WORK)
  after(() => Object.assign(passwordWork, REAL_WORK))
}

async function signIn(app: FastifyInstance, username: string): Promise<string> {
  const payload = { type: 'account', username, password: PASSWORD }
  const answer = await app.inject({ method: 'POST', url: '/api/login/account', payload })
  if (answer.statusCode !== 200) throw new Error(`cannot sign in as ${username}: ${answer.body}`)
  return answer.json().data.token
}

function caller(app: FastifyInstance, token: () => Promise<string | null>): Caller {
  const send = async (options: InjectOptions): Promise<Answer> => {
    const sentToken = await token()
    const headers = { ...options.headers, ...(sentToken ? { authorization: sentToken } : {}) }
    const answer = await app.inject({ ...options, headers })
    const body = answer.headers['content-type']?.toString().includes('json') ? answer.json() : {}
    return { status: answer.statusCode, data: body.data, body }
  }
  return {
    get: (url) => send({ method: 'GET', url }),
    post: (url, payload = {}) => send({ method: 'POST', url, payload }),
    patch: (url, payload = {}) => send({ method: 'PATCH', url, payload }),
    delete: (url, payload) => send({ method: 'DELETE', url, ...(payload && { payload }) }),
    upload: (url, file, fields = {}) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      form.append('file', new Blob([new Uint8Array(file.bytes)]), file.name)
      return send({ method: 'POST', url, payload: form })
    },
  }
}

/** Repeats a request until the response is not BUSY, as a user would when many requests overload the machine. */
export async function retryWhileBusy(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send()
    if (answer.body.errorCode !== 'BUSY') return answer
  }
}
