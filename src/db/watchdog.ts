import { STATEMENT_SECONDS } from './patience.ts'

const TICK_MS = 1_000

/** Watches over a process that answers pings between its statements. */
export interface Watchdog {
  /** It said something, whatever it was. */
  heard: () => void
  /** How long its next statements may take, in seconds: 0 for ever, null as usual. */
  allow: (seconds: number | null) => void
  /** For how many ticks it has been silent. */
  silentFor: () => number
  stop: () => void
}

/**
 * Pings once a second, and bites when as many pings in a row stay without an answer as a statement may take seconds: the
 * engine's process can neither answer nor be interrupted while a statement runs. It counts ticks, not time, so that a
 * machine that slept, or a parent that was held up itself, is not taken for a runaway statement.
 */
export function startWatchdog(ping: () => void, bite: (seconds: number) => void): Watchdog {
  let limit: number | null = null
  let silent = 0
  const timer = setInterval(() => {
    const seconds = limit ?? STATEMENT_SECONDS
    if (silent >= seconds && seconds > 0) bite(silent)
    if (silent === 0) ping()
    silent += 1
  }, TICK_MS)
  return {
    heard: () => {
      silent = 0
    },
    allow: (seconds) => {
      limit = seconds
    },
    silentFor: () => silent,
    stop: () => clearInterval(timer),
  }
}
