/**
 * Whether preparing makes a statement slower: PostgreSQL plans a prepared statement with its values five times and then, if
 * that seems no worse, once for all values. Every statement of every read without a number in its path, over three million
 * store-days, as three people: prepared as the program has it, beside planned anew each time.
 */
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { featuresWith } from '#app/features.ts'
import { PLAN_EACH_TIME } from '#db/statements.ts'
import { addDays, today } from '#kit/calendar.ts'
import type { Statement } from '../capture.ts'
import { captureAnswered } from '../capture.ts'
import type { Cluster } from '../cluster.ts'
import { spreadOf } from '../spread.ts'

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
  slower: SlowPlan[]
}

const PEOPLE = ['admin1', 'head1', 'sales1']

/** After so many executions the plan for all values has been taken, if it is. */
const WARM_UP = 6
const ROUNDS = 3

/** Below this nobody notices, and a plan's noise is larger than the plan. */
const LEAST_MS = 5
const SLOWER = 1.3

/** Compares every statement that the reads send. */
export async function measurePlans({ url }: Cluster): Promise<PlansResult> {
  const client = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await client.connect()
  const done = new Set<string>()
  const slower: SlowPlan[] = []
  for (const who of PEOPLE) {
    for (const [path, statements] of await statementsOf(url, who)) {
      for (const statement of statements) {
        const key = JSON.stringify(statement)
        if (done.has(key) || !isPrepared(statement)) continue
        done.add(key)
        const plannedMs = await timed(client, statement, undefined)
        const preparedMs = await timed(client, statement, `p${done.size}`)
        if (preparedMs < LEAST_MS || preparedMs < SLOWER * plannedMs) continue
        slower.push({ path, who, text: statement.text, preparedMs, plannedMs })
      }
    }
  }
  await client.end()
  return { statements: done.size, slower }
}

/** Every list and report without a number in its path, over its usual span, a day, and a quarter. */
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

/** What each read sends; nothing where the person may not, or it takes no such span. */
async function statementsOf(url: string, who: string): Promise<[string, Statement[]][]> {
  const requests = Object.fromEntries(
    pathsOf(today(() => new Date())).map((path) => [path, { method: 'GET' as const, url: path }]),
  )
  const { found } = await captureAnswered(url, requests, who)
  return Object.entries(found).map(([path, captured]) => [path, captured?.statements ?? []])
}

const isPrepared = ({ text, values }: Statement) =>
  values.length > 0 && /^\s*(select|with)\b/i.test(text) && !text.includes(PLAN_EACH_TIME)

async function timed(
  client: pg.Client,
  { text, values }: Statement,
  name: string | undefined,
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    const from = performance.now()
    await client.query({ name, text, values })
    if (round >= (name ? WARM_UP : 1)) times.push(performance.now() - from)
    if (!name && times.length === ROUNDS) break
  }
  return spreadOf(times).median
}
