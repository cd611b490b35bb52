import { hkdfSync } from 'node:crypto'

/** The purpose of a key. Each purpose has its own key, so that a disclosed key affects no other purpose. */
export type KeyPurpose =
  | 'audit'
  | 'kept-answers'
  | 'sign-in-code'
  | 'second-factor'
  | 'recovery-codes'
  | 'webhook'
  | 'payee-card'
  | 'statement'
  | 'backup'
  | 'check'

/** Returns the key of a purpose, 32 bytes. */
export type KeyFor = (purpose: KeyPurpose) => Buffer

/** Length of the installation's key, in bytes. */
export const MASTER_KEY_BYTES = 32

/** Derives every key that the program needs from the installation's key (HKDF-SHA256, RFC 5869). */
export function deriveKeys(master: Buffer): KeyFor {
  const derived = new Map<KeyPurpose, Buffer>()
  return (purpose) => {
    const found = derived.get(purpose)
    if (found) return found
    const key = Buffer.from(hkdfSync('sha256', master, 'houtai', purpose, MASTER_KEY_BYTES))
    derived.set(purpose, key)
    return key
  }
}
