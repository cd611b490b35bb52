import { CallError } from '#kit/failures.ts'

/**
 * For the catch of an action: a failed call has already been shown by the client; any other error is a fault and is
 * rethrown.
 */
export function ignoreShownErrors(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
