import { STATEMENT_LIMIT_SECONDS } from './statementLimits.ts'

const TICK_MS = 1_000

/** Watches a process that answers pings between its statements. */
export interface Watchdog {
  /** To call on any message from the process. */
  recordMessage: () => void
  /** Sets the limit for the next statements in seconds: 0 means no limit, null the default. */
  setLimit: (seconds: number | null) => void
  /** The number of ticks without a message. */
  silentTicks: () => number
  stop: () => void
}

/**
 * Pings the process and calls `onTimeout` after as many silent ticks (seconds) as a statement may take: the engine can
 * neither answer nor be interrupted while a statement runs. Ticks are counted instead of time, so that a sleep of the
 * machine or a delay in the parent is not mistaken for a runaway statement.
 */
export function startWatchdog(ping: () => void, onTimeout: (seconds: number) => void): Watchdog {
  let limit: number | null = null
  let silent = 0
  const timer = setInterval(() => {
    const seconds = limit ?? STATEMENT_LIMIT_SECONDS
    if (silent >= seconds && seconds > 0) onTimeout(silent)
    if (silent === 0) ping()
    silent += 1
  }, TICK_MS)
  return {
    recordMessage: () => {
      silent = 0
    },
    setLimit: (seconds) => {
      limit = seconds
    },
    silentTicks: () => silent,
    stop: () => clearInterval(timer),
  }
}
