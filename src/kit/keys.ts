import { hkdfSync } from 'node:crypto'

/** What a key is for; each purpose has one of its own, so that what one gives away helps with no other. */
export type KeyPurpose =
  | 'audit'
  | 'kept-answers'
  | 'sign-in-code'
  | 'second-factor'
  | 'recovery-codes'
  | 'webhook'
  | 'payee-card'
  | 'statement'
  | 'check'

/** Gives the key of a purpose, 32 bytes. */
export type KeyFor = (purpose: KeyPurpose) => Buffer

/** How long the one key of an installation is, in bytes. */
export const MASTER_KEY_BYTES = 32

/** Derives every key that the program needs from the installation's one key (HKDF-SHA256, RFC 5869). */
export function keysFrom(master: Buffer): KeyFor {
  const known = new Map<KeyPurpose, Buffer>()
  return (purpose) => {
    const found = known.get(purpose)
    if (found) return found
    const key = Buffer.from(hkdfSync('sha256', master, 'houtai', purpose, MASTER_KEY_BYTES))
    known.set(purpose, key)
    return key
  }
}
