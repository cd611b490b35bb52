import { AppError } from '#kit/errors.ts'
import { databaseFault } from './databaseFaults.ts'

/** What the log says about a failure: the reason of an expected one, the error with its stack for a fault. */
export type FaultFields = { code: string; reason: string } | { err: unknown }

/**
 * Returns the log fields of a failed operation. Failures of the environment (the database is unavailable, busy or full)
 * have no stack: it would name the same lines of the pool in hundreds of log lines and hide the faults of the program.
 */
export function faultFields(error: unknown): FaultFields {
  const { code = '', message } = error as Error & { code?: string }
  const isExpected = error instanceof AppError ? code !== 'INTERNAL' : databaseFault(code) !== null
  return isExpected ? { code, reason: message } : { err: error }
}
