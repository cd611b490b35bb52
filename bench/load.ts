import type { Options, Result } from 'autocannon'
import autocannon from 'autocannon'
import type { Meter } from './processorTime.ts'
import { type Spread, spreadOf } from './spread.ts'

/** Duration and number of the measurements. */
export interface Effort {
  pairs: number
  seconds: number
  /** How often each page is opened at each CPU speed. */
  visits: number
}

export const FULL_EFFORT: Effort = { pairs: 7, seconds: 4, visits: 25 }
export const QUICK_EFFORT: Effort = { pairs: 3, seconds: 2, visits: 1 }

/** Our program compared with the bare handler: each pair of consecutive rounds gives one ratio. */
export interface Comparison {
  ratio: Spread
  /** Processor time per request, ours ÷ bare, if it was measured. */
  processor?: Spread
  ours: Absolute
  bare: Absolute
}

/** The processor time of both sides. */
export interface Meters {
  ours: Meter
  bare: Meter
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
  meters?: Meters,
): Promise<Comparison> {
  // Warm up until the code of both is compiled.
  await runRound(ours, 2)
  await runRound(baseline, 2)
  const found: { ours: Round; bare: Round }[] = []
  for (let pair = 0; pair < pairs; pair += 1) {
    const first = pair % 2 === 0 ? await runRound(ours, seconds, meters?.ours) : undefined
    const bare = await runRound(baseline, seconds, meters?.bare)
    found.push({ ours: first ?? (await runRound(ours, seconds, meters?.ours)), bare })
  }
  return {
    ratio: spreadOf(found.map((pair) => perSecond(pair.ours.result) / perSecond(pair.bare.result))),
    ...(meters && {
      processor: spreadOf(found.map((pair) => pair.ours.processorMs / pair.bare.processorMs)),
    }),
    ours: absolute(found.map((pair) => pair.ours.result)),
    bare: absolute(found.map((pair) => pair.bare.result)),
  }
}

interface Round {
  result: Result
  /** Per request; 0 without a meter. */
  processorMs: number
}

async function runRound(side: Side, duration: number, read: Meter = async () => 0): Promise<Round> {
  const options = await side()
  const before = await read()
  const load = { connections: CONNECTIONS, reconnectRate: REQUESTS_PER_CONNECTION, duration, ...options }
  const result = checked(await autocannon(load))
  return { result, processorMs: ((await read()) - before) / result.requests.total }
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
