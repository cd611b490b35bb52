/**
 * Whether preparing makes a statement slower: PostgreSQL plans a prepared statement for its values five times and then,
 * if that seems no worse, once for all values. Checks every statement of every read without a number in its path, as
 * three users. The final plan is queried without running the statement; a statement is run only if that plan differs
 * from the one for its values, both prepared as in the program and replanned for each execution.
 */
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { featuresWith } from '#app/features.ts'
import { PLAN_EACH_TIME, PLANNER_OPTIONS } from '#db/statements.ts'
import { addDays, today } from '#kit/calendar.ts'
import type { Statement } from '#testing/testStatements.ts'
import { captureAnswered } from '../capture.ts'
import type { Cluster } from '../cluster.ts'

/** A statement that is slower prepared. */
export interface SlowPlan {
  path: string
  who: string
  text: string
  preparedMs: number
  plannedMs: number
}

export interface PlansResult {
  statements: number
  /** Number of statements whose final plan differs from the one for their values. */
  different: number
  slower: SlowPlan[]
}

const PEOPLE = ['admin1', 'head1', 'sales1']

/** Number of executions after which a generic plan is used, if at all. */
const WARM_UP = 6
const ROUNDS = 3

/** Comparisons that must agree before a statement counts as slower prepared. */
const LOOKS = 3

/** Shorter times are negligible, and smaller than the noise. */
const MIN_MS = 5
const SLOWER = 1.3

/** Compares every statement that the reads send; `say` is called with the progress and with each slower statement. */
export async function measurePlans({ url }: Cluster, say: (line: string) => void): Promise<PlansResult> {
  const captures = await distinctStatements(url, say)
  const client = new pg.Client({ connectionString: url, options: PLANNER_OPTIONS })
  await client.connect()
  const slower: SlowPlan[] = []
  let different = 0
  for (const [index, { path, who, statement }] of captures.entries()) {
    if (index % 100 === 0) say(`  ${index} of ${captures.length} statements, ${different} with another plan`)
    const name = `p${index}`
    if (await keepsItsPlan(client, statement, name)) continue
    different += 1
    const times = await timesIfSlower(client, statement, name)
    if (!times) continue
    slower.push({ path, who, text: statement.text, ...times })
    say(
      `  ${path} as ${who}: ${times.preparedMs.toFixed(1)} ms prepared, ${times.plannedMs.toFixed(1)} ms planned`,
    )
  }
  await client.end()
  return { statements: captures.length, different, slower }
}

interface CapturedStatement {
  path: string
  who: string
  statement: Statement
}

/** The distinct statements with their values that the reads send, for all users. */
async function distinctStatements(url: string, say: (line: string) => void): Promise<CapturedStatement[]> {
  const captures = new Map<string, CapturedStatement>()
  for (const who of PEOPLE) {
    for (const [path, statements] of await statementsOf(url, who)) {
      for (const statement of statements.filter(isPrepared)) {
        const key = JSON.stringify(statement)
        if (!captures.has(key)) captures.set(key, { path, who, statement })
      }
    }
    say(`  ${who}: ${captures.size} statements`)
  }
  return [...captures.values()]
}

/** Whether the final plan of the prepared statement has the same steps as the plan for its values. */
async function keepsItsPlan(client: pg.Client, { text, values }: Statement, name: string): Promise<boolean> {
  await client.query(`prepare ${name} as ${text}`)
  const explain = `explain (format json, costs off) execute ${name}(${values.map(literalOf).join(', ')})`
  const steps: string[] = []
  for (let round = 0; round <= WARM_UP; round += 1) {
    const { rows } = await client.query(explain)
    steps.push(stepsOf(rows[0]['QUERY PLAN']))
  }
  await client.query(`deallocate ${name}`)
  return steps[0] === steps.at(-1)
}

/** The steps of a plan with tables and indexes, without conditions, which contain values. */
const stepsOf = (plan: unknown) =>
  JSON.stringify(plan, (key, value) => (/Cond|Filter|Key|Output|Removed/.test(key) ? undefined : value))

/** The driver's own conversion of values, missing in its types. */
const { utils } = pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }

/** A value as an SQL literal, for a statement that takes no parameters. */
function literalOf(value: unknown): string {
  const sent = utils.prepareValue(value)
  if (sent === null || sent === undefined) return 'null'
  return Buffer.isBuffer(sent) ? `'\\x${sent.toString('hex')}'` : pg.escapeLiteral(String(sent))
}

/** Every list and report without a number in its path, for its default period, a day, and a quarter. */
function pathsOf(on: string): string[] {
  const reads = featuresWith({ sendCode: null, title: '' })
    .flatMap(({ endpoints }) => endpoints.map(({ endpoint }) => endpoint))
    .filter(({ method, path, gives }) => method === 'GET' && !path.includes(':') && gives !== 'file')
  const last = addDays(on, -1)
  return reads.flatMap(({ path }) => [
    path,
    ...[1, 90].map((days) => `${path}?from=${addDays(on, -days)}&to=${last}`),
  ])
}

/** The statements of each read; omits reads that the user may not send or that take no such period. */
async function statementsOf(url: string, who: string): Promise<[string, Statement[]][]> {
  const requests = Object.fromEntries(
    pathsOf(today(() => new Date())).map((path) => [path, { method: 'GET' as const, url: path }]),
  )
  const { found } = await captureAnswered(url, requests, who)
  return Object.entries(found).map(([path, captured]) => [path, captured?.statements ?? []])
}

const isPrepared = ({ text, values }: Statement) =>
  values.length > 0 && /^\s*(select|with)\b/i.test(text) && !text.includes(PLAN_EACH_TIME)

type Times = Pick<SlowPlan, 'plannedMs' | 'preparedMs'>

/**
 * The times of a statement that is slower prepared in each of several comparisons, else undefined. A core of a
 * shared machine can be slower for seconds, so that a single comparison may take an equal plan for a slower one.
 */
async function timesIfSlower(
  client: pg.Client,
  statement: Statement,
  name: string,
): Promise<Times | undefined> {
  await runTimes(client, statement, name, WARM_UP)
  let times: Times | undefined
  for (let look = 0; look < LOOKS; look += 1) {
    times = await timesOf(client, statement, name)
    if (times.preparedMs < MIN_MS || times.preparedMs < SLOWER * times.plannedMs) return undefined
  }
  return times
}

/** The shortest of several runs each, in turns, since other work of the machine only adds time. */
async function timesOf(client: pg.Client, statement: Statement, name: string): Promise<Times> {
  const times: Times = { plannedMs: Number.POSITIVE_INFINITY, preparedMs: Number.POSITIVE_INFINITY }
  for (let round = 0; round < ROUNDS; round += 1) {
    times.plannedMs = Math.min(times.plannedMs, await runTimes(client, statement, undefined, 1))
    times.preparedMs = Math.min(times.preparedMs, await runTimes(client, statement, name, 1))
  }
  return times
}

/** Runs a statement, prepared if it has a name; returns the time of the last run in ms. */
async function runTimes(
  client: pg.Client,
  { text, values }: Statement,
  name: string | undefined,
  runs: number,
): Promise<number> {
  let ms = 0
  for (let run = 0; run < runs; run += 1) {
    const from = performance.now()
    await client.query({ name, text, values })
    ms = performance.now() - from
  }
  return ms
}
