import pg from 'pg'
import { must, pause } from './checks.ts'
import { type CallResult, call } from './program.ts'

/** Clients that create customers through the API, and their results. */
export interface Requests {
  /** Number of acknowledged customers. */
  done: () => number
  /** Number of rejected requests, and of requests that broke off without a response. */
  faults: () => { refused: number; broken: number }
  /** The longest response time in ms since the last call. */
  slowest: () => number
  /** Lets every client repeat its last request until it succeeds, then stops; returns all acknowledged names. */
  stop: () => Promise<string[]>
}

const AGAIN_AFTER_MS = 50
const GIVE_UP_MS = 60_000

/**
 * Whether the server is temporarily unavailable: connection refused, 503 with a message, or 409 while the same request
 * is in progress.
 */
function mayRepeat({ status, text }: CallResult): boolean {
  return status === 0 || (status === 503 && /"errorMessage":"[^"]{4,}"/.test(text)) || status === 409
}

/**
 * Starts clients of a program whose address may change. A client repeats each request with its idempotency key until it
 * succeeds, so that a request whose response was lost must not take effect twice. Any unexpected response fails the
 * check.
 */
export function startRequests(base: () => string, token: string, people: number): Requests {
  const names: string[] = []
  const faults = { refused: 0, broken: 0 }
  let [stopped, slowestMs] = [false, 0]
  const create = async (name: string) => {
    const until = performance.now() + GIVE_UP_MS
    for (;;) {
      const answer = await call({ base: base() }, 'POST', '/api/customers', token, { name }, name)
      slowestMs = Math.max(slowestMs, answer.ms)
      if (answer.status === 200) return
      if (answer.status !== 0) faults.refused += 1
      if (answer.broken) faults.broken += 1
      must(mayRepeat(answer), `没有料到的回答 ${answer.status}：${answer.text}`)
      must(performance.now() < until, `${GIVE_UP_MS / 1000} 秒内一直不成功：${answer.status} ${answer.text}`)
      await pause(AGAIN_AFTER_MS)
    }
  }
  const work = async (person: number) => {
    for (let number = 0; !stopped; number += 1) {
      const name = `customer-${person}-${number}`
      await create(name)
      names.push(name)
    }
  }
  const working = Promise.all(Array.from({ length: people }, (_, person) => work(person)))
  // `stop` reports errors; until then they must not end this process as unhandled rejections.
  working.catch(() => {})
  return {
    done: () => names.length,
    faults: () => ({ ...faults }),
    slowest: () => {
      const ms = slowestMs
      slowestMs = 0
      return ms
    },
    stop: async () => {
      stopped = true
      await working
      return names
    },
  }
}

/** Asserts that each acknowledged customer exists exactly once, with an audit line. */
export async function assertOnce(client: pg.Client, names: string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from customer')
  const found = new Map<string, number>()
  for (const { name } of rows) found.set(name, (found.get(name) ?? 0) + 1)
  const wrong = names.filter((name) => found.get(name) !== 1)
  must(
    wrong.length === 0,
    `${wrong.length} 个客户丢失或重复，如 ${wrong[0]}（${found.get(wrong[0] ?? '')} 次）`,
  )
  must(rows.length === names.length, `有 ${rows.length} 个客户，应有 ${names.length} 个`)
  const logged = await client.query(`select count(*)::int as n from audit where entity = 'customer'`)
  must(logged.rows[0].n === names.length, `日志有 ${logged.rows[0].n} 行，应有 ${names.length} 行`)
}

/** The same check on a server. */
export async function assertOnceAt(url: string, names: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await assertOnce(client, names)
  await client.end()
}
