import type { Context } from './serve.ts'

/**
 * The context of a person for reading lists in the background, without a request. `requestId` names the work; an audit
 * line throws.
 */
export function backgroundContext(
  { db, clock, keyFor }: Pick<Context, 'db' | 'clock' | 'keyFor'>,
  { actor, locale, requestId }: Pick<Context, 'actor' | 'locale' | 'requestId'>,
): Context {
  return {
    db,
    actor,
    clock,
    keyFor,
    upload: undefined,
    tokenHash: undefined,
    requestId,
    ip: '',
    userAgent: '',
    locale,
    spend: async () => undefined,
    record: () => {
      throw new Error('a list that writes')
    },
  }
}
