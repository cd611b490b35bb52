import type { Options, Result } from 'autocannon'
import autocannon from 'autocannon'
import { type Spread, spreadOf } from './spread.ts'

/** Duration and number of the measurements. */
export interface Effort {
  pairs: number
  seconds: number
  /** How often each page is opened at each CPU speed. */
  visits: number
}

export const FULL_EFFORT: Effort = { pairs: 7, seconds: 4, visits: 5 }
export const QUICK_EFFORT: Effort = { pairs: 3, seconds: 2, visits: 1 }

/** Our program compared with the bare handler: each pair of consecutive rounds gives one ratio. */
export interface Comparison {
  ratio: Spread
  ours: Absolute
  bare: Absolute
}

/** Absolute values, for orientation only: they depend on the machine. */
export interface Absolute {
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const CONNECTIONS = 10

/** The program closes a connection after 1,000 requests, and autocannon ignores the header that announces it. */
const REQUESTS_PER_CONNECTION = 900

type Side = () => Promise<Partial<Options> & { url: string }>

/** Loads both sides alternately, in alternating order, so that other work of the machine affects both alike. */
export async function compare(
  ours: Side,
  baseline: Side,
  { pairs, seconds }: Omit<Effort, 'visits'>,
): Promise<Comparison> {
  const round = async (side: Side, duration = seconds) =>
    checked(
      await autocannon({
        connections: CONNECTIONS,
        reconnectRate: REQUESTS_PER_CONNECTION,
        duration,
        ...(await side()),
      }),
    )
  // Warm up until the code of both is compiled.
  await round(ours, 2)
  await round(baseline, 2)
  const found: { ours: Result; bare: Result }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = pair % 2 === 0 ? await round(ours) : undefined
    const other = await round(baseline)
    found.push({ ours: first ?? (await round(ours)), bare: other })
  }
  return {
    ratio: spreadOf(found.map((pair) => perSecond(pair.ours) / perSecond(pair.bare))),
    ours: absolute(found.map((pair) => pair.ours)),
    bare: absolute(found.map((pair) => pair.bare)),
  }
}

const perSecond = (result: Result) => result.requests.total / result.duration

function absolute(results: Result[]): Absolute {
  return {
    perSecond: spreadOf(results.map(perSecond)).median,
    p50Ms: spreadOf(results.map(({ latency }) => latency.p50)).median,
    p99Ms: spreadOf(results.map(({ latency }) => latency.p99)).median,
  }
}

/** A server that refuses requests is fast, so a round with failures measures nothing. */
function checked(result: Result): Result {
  const failed = result.errors + result.timeouts + result.non2xx
  const { total } = result.requests
  const statuses = JSON.stringify(result.statusCodeStats)
  if (failed > 0) throw new Error(`${failed} of ${total} requests failed at ${result.url}: ${statuses}`)
  return result
}
