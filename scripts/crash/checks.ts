import type { Counts } from '../steps.ts'
import { say } from '../steps.ts'

/** The counts below are those of every run; a nightly run multiplies them: CRASH_SCALE=5. */
const SCALE = Number(process.env.CRASH_SCALE ?? 1)

/** How many times something is done in this run. */
export const times = (count: number) => Math.max(1, Math.round(count * SCALE))

/** So that a failing run can be looked at again: the numbers that a run draws follow from its seed. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
let state = seed

/** The next number of this run's row, from 0 up to and without the limit. */
export function draw(limit: number): number {
  // Park and Miller's minimal standard generator.
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const STEPS = 4

/** Says from time to time how far a long check is. */
export function progress(title: string, done: number, all: number): void {
  const step = Math.ceil(all / STEPS)
  if (done % step === 0 && done < all) say(`  ${title}：${done} / ${all}`)
}

/** Runs one check and says how it went: a sentence from it, or what was thrown. */
export async function check(title: string, work: () => Promise<string>): Promise<Counts> {
  const begun = performance.now()
  const seconds = () => `${((performance.now() - begun) / 1000).toFixed(1)} 秒`
  try {
    say(`✔ ${title}：${await work()}（${seconds()}）`)
    return { passed: 1, failed: 0 }
  } catch (error) {
    say(`✖ ${title}（${seconds()}，CRASH_SEED=${seed}）\n${(error as Error).stack ?? error}`)
    return { passed: 0, failed: 1 }
  }
}

/** Two at once: most of a check is one process that starts, and waiting. */
const LANES = 2

/** Runs all checks, the next one whenever a lane is free. */
export async function inLanes(checks: (() => Promise<Counts>)[]): Promise<Counts[]> {
  const waiting = [...checks]
  const results: Counts[] = []
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.push(await next())
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}

/** Throws unless it holds. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
