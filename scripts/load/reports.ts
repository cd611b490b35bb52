/** Heavy reports of one agent on 20 connections, and the requests of another user meanwhile. */
import { addDays, today } from '../../src/kit/calendar.ts'
import { type Figure, median } from './figures.ts'
import { type Caller, type Loaded, must, signIn } from './program.ts'

const CONNECTIONS = 20
const BASE_MS = 4_000
const LOADED_MS = 10_000
/** The highest ratios of p50; the embedded engine executes one statement at a time. */
const LIMITS = { PostgreSQL: 3, embedded: 10 }

/** A page of a list, a record and the report of a day: what somebody does who looks something up. */
export async function measureReports({ engine, base }: Loaded): Promise<Figure[]> {
  const [agent, other] = await Promise.all([signIn(base, 'agent'), signIn(base, 'head')])
  const visit = await visitor(other.call)
  await visitFor(visit, BASE_MS)
  const before = await visitFor(visit, BASE_MS)
  const load = startReports(agent.call)
  const meanwhile = await visitFor(visit, LOADED_MS)
  const { answered, refused } = await load.stop()
  const after = await visitFor(visit, BASE_MS)
  const base50 = median([...before, ...after])
  const loaded50 = median(meanwhile)
  return [
    {
      name: `${engine}: p50 of another user during ${answered} reports (${refused} refused) on ${CONNECTIONS} connections, ${base50.toFixed(1)} → ${loaded50.toFixed(1)} ms`,
      value: loaded50 / base50,
      limit: LIMITS[engine],
      unit: '×',
    },
  ]
}

async function visitor(call: Caller): Promise<() => Promise<number>> {
  const stores = await must(call('GET /api/stores?current=1&pageSize=20'))
  const id = stores.data.items[0]?.id
  const on = addDays(
    today(() => new Date()),
    -1,
  )
  return async () => {
    const list = await must(call('GET /api/stores?current=1&pageSize=20'))
    const row = await must(call(`GET /api/stores/${id}`))
    const report = await must(call(`GET /api/reports/daily-store?from=${on}&to=${on}`))
    return list.ms + row.ms + report.ms
  }
}

async function visitFor(visit: () => Promise<number>, ms: number): Promise<number[]> {
  const until = performance.now() + ms
  const all: number[] = []
  while (performance.now() < until) all.push(await visit())
  return all
}

function startReports(call: Caller) {
  const to = addDays(
    today(() => new Date()),
    -1,
  )
  const from = addDays(to, -365)
  const period = `from=${from}&to=${to}`
  const paths = [
    `GET /api/reports/daily-store/overview?${period}`,
    `GET /api/reports/daily-worker/agents?${period}`,
    `GET /api/reports/daily-store-response-rate/stores?${period}`,
    `GET /api/reports/daily-store/weekdays?${period}`,
  ] as const
  let [stopped, answered, refused] = [false, 0, 0]
  const worker = async (first: number) => {
    for (let n = first; !stopped; n += 1) {
      const { status, text } = await call(paths[n % paths.length] ?? paths[0])
      if (status === 200) answered += 1
      else if (status === 429) refused += 1
      else throw new Error(`${status} ${text.slice(0, 300)}`)
    }
  }
  const workers = Array.from({ length: CONNECTIONS }, (_, n) => worker(n))
  return {
    stop: async () => {
      stopped = true
      await Promise.all(workers)
      return { answered, refused }
    },
  }
}
