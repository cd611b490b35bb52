import type { LoggerOptions } from 'pino'
import pino from 'pino'
import type { Settings } from './settings.ts'

/** What an error tells the log: never the values that the database repeats in `detail`, which may be a mobile. */
function errorFacts(error: Error & { code?: string; constraint?: string; table?: string }) {
  const { message, stack = '', code, constraint, table } = error
  return { type: error.name, message, stack, code, constraint, table }
}

/** What may wait for a standard output that is not read; beyond it lines are lost rather than memory. */
const MAX_WAITING_BYTES = 16 * 1024 * 1024

/** The standard output, written to beside the work: no request waits for a disk. The program's end writes what is left. */
export function logStream() {
  return pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_BYTES })
}

/** JSON lines, in UTC; a token that strays into one is struck out. */
export function loggerOptions(level: Settings['logLevel']): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['authorization', '*.authorization', '*.headers.authorization'],
    serializers: { err: errorFacts },
  }
}
