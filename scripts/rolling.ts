/**
 * `npm run test:rolling`: replaces two nodes of version 0.1.0 one after the other with this program under the load of
 * ten clients, `--rounds=50` times. No start and no request may fail, no response may take 5 s, and every acknowledged
 * record must exist exactly once.
 */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillWithDemo, SECRET_KEY } from '../src/app/upgrades/demos.ts'
import { connect } from '../src/db/connect.ts'
import { startProgram } from '../src/testing/testProcess.ts'
import { createDatabase, dropDatabase, startPostgres, urlOf } from './postgres.ts'
import { finish, ROOT, say } from './steps.ts'
import { OLDEST_COMMIT } from './testing/rollingUpgrades.ts'
import { COMPILED } from './testing/runner.ts'

const ROUNDS = Number(
  process.argv.find((arg) => arg.startsWith('--rounds='))?.slice('--rounds='.length) ?? 50,
)
const WRITERS = 10
/** A slower response counts as failed. */
const SLOW_MS = 5_000
/** Duration of the load before, between and after the replacements. */
const PAUSE_MS = 200
const PASSWORD = 'Demo@2026'

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A running node, as the load balancer sees it. */
interface Node {
  base: string
  /** Number of pending requests. */
  open: number
  stop: () => Promise<number | null>
}

/** Starts a node of the program in a folder and waits until it is ready. Throws with its output if it exits early. */
async function startNode(folder: string, settings: Record<string, string>): Promise<Node> {
  const { base, stop } = await startProgram(['--demo'], settings, folder)
  while (!(await fetch(`${base}/api/health/ready`)).ok) await pause(50)
  return { base, open: 0, stop }
}

/** The results of ten clients in one round. */
interface Work {
  acknowledged: string[]
  problems: string[]
  slowestMs: number
}

/** Distributes requests over the active nodes. */
class Balancer {
  readonly #nodes: Node[] = []
  #next = 0

  add(node: Node): void {
    this.#nodes.push(node)
  }

  /** Sends no more requests to a node, waits for its pending ones, and stops it. */
  async remove(node: Node): Promise<void> {
    this.#nodes.splice(this.#nodes.indexOf(node), 1)
    while (node.open > 0) await pause(5)
    const code = await node.stop()
    if (code !== 0) throw new Error(`a node ended with ${code}`)
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    this.#next += 1
    const node = this.#nodes[this.#next % this.#nodes.length]
    if (!node) throw new Error('no node is in use')
    node.open += 1
    try {
      const response = await fetch(`${node.base}${path}`, init)
      // Read the body here: a node that stops may cut it off.
      return new Response(await response.arrayBuffer(), response)
    } finally {
      node.open -= 1
    }
  }
}

/** One client, which creates customers and searches for each until `isOver`. */
async function write(balancer: Balancer, token: string, name: string, work: Work, isOver: () => boolean) {
  const timed = async (path: string, init: RequestInit = {}) => {
    const started = performance.now()
    const response = await balancer.request(path, {
      ...init,
      headers: { ...init.headers, authorization: token },
    })
    const took = performance.now() - started
    work.slowestMs = Math.max(work.slowestMs, took)
    if (!response.ok || took > SLOW_MS) {
      work.problems.push(
        `${init.method ?? 'GET'} ${path}: ${response.status} after ${Math.round(took)} ms ${await response.clone().text()}`,
      )
    }
    return response
  }
  for (let n = 0; !isOver(); n += 1) {
    const customer = `${name}-${n}`
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const body = JSON.stringify({ name: customer })
    const made = await timed('/api/customers', { method: 'POST', headers, body })
    if (made.ok) work.acknowledged.push(customer)
    await timed(`/api/customers?${new URLSearchParams({ keyword: customer })}`)
  }
}

async function signIn(balancer: Balancer): Promise<string> {
  const response = await balancer.request('/api/login/account', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'account', username: 'sales', password: PASSWORD }),
  })
  return ((await response.json()) as { data: { token: string } }).data.token
}

/** Replaces both nodes under load. */
async function round(old: string, url: string): Promise<Work> {
  const settings = {
    DATABASE_URL: url,
    SECRET_KEY,
    RATE_LIMIT: '100000',
    BUDGET_FACTOR: '1000',
    LOG_LEVEL: 'warn',
  }
  const balancer = new Balancer()
  const before = await Promise.all([1, 2].map(() => startNode(old, settings)))
  for (const node of before) balancer.add(node)
  const token = await signIn(balancer)
  const work: Work = { acknowledged: [], problems: [], slowestMs: 0 }
  let isOver = false
  const prefix = randomUUID().slice(0, 8)
  const people = Array.from({ length: WRITERS }, (_, n) =>
    write(balancer, token, `滚动${prefix}-${n}`, work, () => isOver).catch((error) => {
      work.problems.push(`${error.message} ${error.cause ?? ''}`)
    }),
  )
  const after: Node[] = []
  for (const node of before) {
    await pause(PAUSE_MS)
    const next = await startNode(ROOT, settings)
    after.push(next)
    balancer.add(next)
    await pause(PAUSE_MS)
    await balancer.remove(node)
  }
  await pause(PAUSE_MS)
  isOver = true
  await Promise.all(people)
  for (const node of after) await balancer.remove(node)
  return work
}

/** The acknowledged customers that are missing or duplicated. */
async function findLost(url: string, { acknowledged }: Work): Promise<string[]> {
  const db = connect({ url }, () => {})
  const rows = await db.selectFrom('customer').select('name').where('name', 'like', '滚动%').execute()
  await db.destroy()
  const counts = Map.groupBy(rows, ({ name }) => name)
  return acknowledged
    .map((name) => [name, counts.get(name)?.length ?? 0] as const)
    .filter(([, count]) => count !== 1)
    .map(([name, count]) => `${name} is there ${count} times`)
}

/** Unpacks version 0.1.0, with the same packages as this version. */
function unpackOld(folder: string): string {
  const old = join(folder, 'old')
  mkdirSync(old)
  const archive = execFileSync('git', ['archive', OLDEST_COMMIT], { cwd: ROOT, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['x'], { cwd: old, input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(old, 'node_modules'))
  if (existsSync(join(ROOT, 'dist'))) cpSync(join(ROOT, 'dist'), join(old, 'dist'), { recursive: true })
  return old
}

process.env.NODE_COMPILE_CACHE = COMPILED
const folder = mkdtempSync(join(tmpdir(), 'houtai-rolling-'))
const old = unpackOld(folder)
const server = await startPostgres({ max_connections: 200 })
const source = 'rolling_source'
await createDatabase(server.url, source)
const filled = connect({ url: urlOf(server.url, source) }, () => {})
await fillWithDemo(filled, '0.1.0')
await filled.destroy()
let failed = 0
let acknowledged = 0
let slowestMs = 0
for (let n = 1; n <= ROUNDS; n += 1) {
  await createDatabase(server.url, 'rolling', source)
  const url = urlOf(server.url, 'rolling')
  const work = await round(old, url)
  const problems = [...work.problems, ...(await findLost(url, work))]
  acknowledged += work.acknowledged.length
  slowestMs = Math.max(slowestMs, work.slowestMs)
  say(
    `${problems.length === 0 ? '✔' : '✖'} 第 ${n} 次滚动升级：确认 ${work.acknowledged.length} 次写入，最慢 ${Math.round(work.slowestMs)} ms`,
  )
  for (const problem of problems.slice(0, 10)) say(`  ${problem}`)
  if (problems.length > 0) failed += 1
}
await dropDatabase(server.url, 'rolling')
await server.stop()
rmSync(folder, { recursive: true, force: true })
say(`共确认 ${acknowledged} 次写入，最慢的回应 ${Math.round(slowestMs)} ms`)
finish([{ passed: ROUNDS - failed, failed }])
