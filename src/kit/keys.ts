import { createSecretKey, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'

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

/**
 * Returns the key of a purpose, 32 bytes. A key object: Node's functions take several times as long with a key in a
 * buffer.
 */
export type KeyFor = (purpose: KeyPurpose) => KeyObject

/** Length of the installation's key, in bytes. */
export const MASTER_KEY_BYTES = 32

/**
 * Whether an installation's key may have this length: 32 bytes, or twice as many after a replacement. Then the key of
 * the audit log follows, which stays the same for ever: it proves the lines written before.
 */
export function isKeyLength(bytes: number): boolean {
  return bytes === MASTER_KEY_BYTES || bytes === 2 * MASTER_KEY_BYTES
}

/** A new installation's key, with the audit log's key of the present one. */
export function replacementOf(master: Buffer): Buffer {
  return Buffer.concat([randomBytes(MASTER_KEY_BYTES), deriveKeys(master)('audit').export()])
}

/** Derives every key that the program needs from the installation's key (HKDF-SHA256, RFC 5869). */
export function deriveKeys(installation: Buffer): KeyFor {
  const master = installation.subarray(0, MASTER_KEY_BYTES)
  const derived = new Map<KeyPurpose, KeyObject>()
  if (installation.length > MASTER_KEY_BYTES) {
    derived.set('audit', createSecretKey(installation.subarray(MASTER_KEY_BYTES)))
  }
  return (purpose) => {
    const found = derived.get(purpose)
    if (found) return found
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', master, 'houtai', purpose, MASTER_KEY_BYTES)))
    derived.set(purpose, key)
    return key
  }
}
