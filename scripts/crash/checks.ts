import { type Counts, say } from '../steps.ts'

/** Multiplies the repetitions of the checks; a nightly run uses CRASH_SCALE=5. */
const SCALE = Number(process.env.CRASH_SCALE ?? 1)

/** The number of repetitions in this run. */
export const times = (count: number) => Math.max(1, Math.round(count * SCALE))

/** The seed of all random numbers, so that a failing run can be repeated. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000)
let state = seed

/** The next random number, from 0 up to but excluding the limit. */
export function draw(limit: number): number {
  // Park and Miller's minimal standard generator.
  state = (state * 48_271) % 2_147_483_647
  return state % limit
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

const STEPS = 4

/** Prints the progress of a long check a few times. */
export function progress(title: string, done: number, all: number): void {
  const step = Math.ceil(all / STEPS)
  if (done % step === 0 && done < all) say(`  ${title}：${done} / ${all}`)
}

/** Runs one check and prints its result, or the error that it threw. */
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

/** Two checks run concurrently: each mostly starts a process and waits. */
const CONCURRENCY = 2

/** Runs all checks in lanes. */
export async function runConcurrently(checks: (() => Promise<Counts>)[]): Promise<Counts[]> {
  const queue = [...checks]
  const results: Counts[] = []
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await next())
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
  return results
}

/** Throws the message unless the condition holds. */
export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}
