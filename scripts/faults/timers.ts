/**
 * Loaded before the program (`--import`): lets its intervals of 10 s and more, and its monotonic clock, follow the
 * simulated time, which is in the file PASSED_FILE: the seconds that have passed beyond the real ones.
 */
import { readFileSync } from 'node:fs'

const FILE = process.env.PASSED_FILE ?? ''
/** Shorter intervals stay real. */
const MIN_INTERVAL_MS = 10_000
const READ_EVERY_MS = 10

const realNow = performance.now.bind(performance)
const realSetInterval = globalThis.setInterval
const realClearInterval = globalThis.clearInterval

/** The simulated time that has passed beyond the real time, in ms. Read each time: the wall clock jumps at once as well. */
const aheadMs = () => Number(readFileSync(FILE, 'utf8')) * 1_000

const aheadAtStart = aheadMs()
const now = () => realNow() + aheadMs() - aheadAtStart

interface LongInterval {
  dueAt: number
  everyMs: number
  run: () => void
}

const intervals = new Map<object, LongInterval>()

function runDue(): void {
  const at = now()
  for (const interval of [...intervals.values()]) {
    if (at < interval.dueAt) continue
    interval.dueAt = at + interval.everyMs
    interval.run()
  }
}

realSetInterval(runDue, READ_EVERY_MS).unref()

performance.now = now
globalThis.setInterval = ((callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
  if (ms < MIN_INTERVAL_MS) return realSetInterval(callback, ms, ...args)
  // Keeps the process alive, or not, like an interval of its own.
  const timer = realSetInterval(() => {}, ms)
  intervals.set(timer, { dueAt: now() + ms, everyMs: ms, run: () => callback(...args) })
  return timer
}) as typeof setInterval
globalThis.clearInterval = ((timer?: NodeJS.Timeout) => {
  if (timer) intervals.delete(timer)
  realClearInterval(timer)
}) as typeof clearInterval
