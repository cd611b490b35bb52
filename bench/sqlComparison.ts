import pg from 'pg'
import { PLANNER_OPTIONS } from '#db/statements.ts'
import type { Statement } from '#testing/testStatements.ts'
import { captureAll } from './capture.ts'
import { coresOf } from './cores.ts'
import type { Meters } from './load.ts'
import type { Meter } from './processorTime.ts'
import { signIn, startOurs } from './programs.ts'
import { type Spread, spreadOf } from './spread.ts'

/** A user's request compared with its statements alone. */
export interface SqlComparison {
  /** Our time divided by the time of the bare statements. */
  ratio: Spread
  /** Our processor time divided by that of the other side, if it was measured. */
  processor?: Spread
  oursMs: number
  sqlMs: number
  statements: number
}

interface ComparisonOptions {
  username: string
  /** Number of measurements; in each pair the order of request and statements alternates. */
  pairs: number
  /** Runs once on the connection of the statements, before all of them. */
  setUp?: readonly string[]
}

/** Sends each path to our program as one user, and runs the statements of the request separately. */
export async function compareWithSql<K extends string>(
  url: string,
  paths: Record<K, string>,
  { username, pairs }: ComparisonOptions,
): Promise<Record<K, SqlComparison>> {
  const entries = Object.entries<string>(paths) as [K, string][]
  const requests = entries.map(([name, path]) => [name, { method: 'GET' as const, url: path }])
  const captured = await captureAll<K>(url, Object.fromEntries(requests), username)
  return measured(url, paths, (name) => captured[name].statements, { username, pairs })
}

/** The same, compared with given statements for each path: the least that return as much. */
export async function compareWithStatements<K extends string>(
  url: string,
  paths: Record<K, string>,
  statements: Record<K, readonly Statement[]>,
  options: ComparisonOptions,
): Promise<Record<K, SqlComparison>> {
  return measured(url, paths, (name) => statements[name], options)
}

async function measured<K extends string>(
  url: string,
  paths: Record<K, string>,
  statementsOf: (name: K) => readonly Statement[],
  { username, pairs, setUp = [] }: ComparisonOptions,
): Promise<Record<K, SqlComparison>> {
  const ours = await startOurs({ DATABASE_URL: url })
  // The same connection settings as our program, so that server behaviour does not differ.
  const client = new pg.Client({ connectionString: url, options: PLANNER_OPTIONS })
  await client.connect()
  try {
    for (const text of setUp) await client.query(text)
    const authorization = await signIn(ours.base, username)
    const results: Partial<Record<K, SqlComparison>> = {}
    for (const [name, path] of Object.entries<string>(paths) as [K, string][]) {
      const statements = statementsOf(name)
      const ask = () => sendRequest(`${ours.base}${path}`, authorization)
      const run = () => runStatements(client, statements)
      await warmUp(ask)
      await warmUp(run)
      const times = await alternate({ ask, run, database: url }, pairs)
      results[name] = { ...times, statements: statements.length }
    }
    return results as Record<K, SqlComparison>
  } finally {
    await client.end()
    await ours.stop()
  }
}

/** A program that has just started takes three times as long for its first thirty requests, until its code is compiled. */
const WARM_UP_MS = 2_000

/** Runs one side, untimed, until the time is over. */
async function warmUp(run: () => Promise<void>): Promise<void> {
  const end = performance.now() + WARM_UP_MS
  do await run()
  while (performance.now() < end)
}

interface Sides {
  ask: () => Promise<void>
  run: () => Promise<void>
  /** The URL of the database, or of one of the two on the same server. */
  database: string
  /** Runs before each side, untimed: removes what a write has left. */
  prepare?: () => Promise<void>
  meters?: Meters
}

/**
 * Times our program and the bare statements alternately, `pairs` times after an untimed run of each. Both sides of a pair
 * have their server processes on the same core.
 */
export async function alternate(
  { ask, run, database, prepare = async () => {}, meters }: Sides,
  pairs: number,
): Promise<Omit<SqlComparison, 'statements'>> {
  const ours = () => timedAfter(prepare, ask, meters?.ours)
  const others = () => timedAfter(prepare, run, meters?.bare)
  await ours()
  await others()
  const cores = await coresOf(database)
  const found: { ours: Timed; sql: Timed }[] = []
  try {
    for (let pair = 0; pair < pairs; pair += 1) {
      // Two pairs per core, one of each order.
      await cores.take(Math.floor(pair / 2))
      const first = pair % 2 === 0 ? await ours() : undefined
      const sql = await others()
      found.push({ ours: first ?? (await ours()), sql })
    }
  } finally {
    await cores.release()
  }
  return {
    ratio: spreadOf(found.map((pair) => pair.ours.ms / pair.sql.ms)),
    ...(meters && { processor: spreadOf(found.map((pair) => pair.ours.processorMs / pair.sql.processorMs)) }),
    oursMs: spreadOf(found.map((pair) => pair.ours.ms)).median,
    sqlMs: spreadOf(found.map((pair) => pair.sql.ms)).median,
  }
}

interface Compared extends Pick<Sides, 'database' | 'prepare'> {
  /** Both must return the same value. */
  mine: () => Promise<string | number>
  least: () => Promise<string | number>
  statements: number
}

/** Our program compared with the least SQL. Throws if their results differ, by a cent or in a row. */
export async function compareWithLeast(
  { mine, least: runLeast, database, prepare, statements }: Compared,
  pairs: number,
): Promise<SqlComparison> {
  const answers = new Set<string | number>()
  const keep = (work: () => Promise<string | number>) => async () => {
    answers.add(await work())
    if (answers.size > 1) throw new Error(`ours and the least SQL differ: ${[...answers].join(' | ')}`)
  }
  const sides = { ask: keep(mine), run: keep(runLeast), database, ...(prepare ? { prepare } : {}) }
  return { ...(await alternate(sides, pairs)), statements }
}

interface Timed {
  ms: number
  /** 0 without a meter. */
  processorMs: number
}

async function timedAfter(
  prepare: () => Promise<void>,
  work: () => Promise<void>,
  read: Meter = async () => 0,
): Promise<Timed> {
  await prepare()
  const before = await read()
  const started = performance.now()
  await work()
  const ms = performance.now() - started
  return { ms, processorMs: (await read()) - before }
}

/** Sends a GET and reads the whole answer. Throws if it is an error. */
export async function sendRequest(url: string, authorization: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization } })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
}

async function runStatements(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await client.query(text, values)
}
