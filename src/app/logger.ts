import pino, { type LoggerOptions } from 'pino'
import type { Settings } from './settings.ts'

/**
 * The fields of an error that are logged: never `detail`, in which the database repeats values such as mobile numbers.
 */
function errorFacts(error: Error & { code?: string; constraint?: string; table?: string }) {
  const { message, stack = '', code, constraint, table } = error
  return { type: error.name, message, stack, code, constraint, table }
}

/** Limit for buffered output if standard output is not read; further lines are lost, to save memory. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024

/** Asynchronous standard output: no request waits for a disk. The rest is written when the program ends. */
export function logStream() {
  return pino.destination({ dest: 1, sync: false, maxLength: MAX_BUFFERED_BYTES })
}

/** JSON lines with UTC times; authorization tokens are redacted. */
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
