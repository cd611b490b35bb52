import { CallError } from '#kit/failures.ts'

/** For the end of an act: a failed call has been shown where it was made; anything else is a fault and goes on. */
export function reported(error: unknown): void {
  if (!(error instanceof CallError)) throw error
}
