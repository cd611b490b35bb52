import type { FastifyServerOptions } from 'fastify'
import type { Settings } from './settings.ts'

/** What an error tells the log: never the values that the database repeats in `detail`, which may be a mobile. */
function errorFacts(error: Error & { code?: string; constraint?: string; table?: string }) {
  const { message, stack = '', code, constraint, table } = error
  return { type: error.name, message, stack, code, constraint, table }
}

/** JSON lines on the standard output, in UTC; a token that strays into one is struck out. */
export function loggerOptions(level: Settings['logLevel']): FastifyServerOptions['logger'] {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: ['authorization', '*.authorization', '*.headers.authorization'],
    serializers: { err: errorFacts },
  }
}
