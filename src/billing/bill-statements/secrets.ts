import { type KeyObject, timingSafeEqual } from 'node:crypto'
import { hashToken, keyedHash } from '#kit/secret.ts'

/** Keyed hash of a code. Without the key, a leaked hash could be brute-forced over all six-digit codes. */
export function hashCode(key: KeyObject, tokenHash: Buffer, code: string): Buffer {
  return keyedHash(key, `code:${tokenHash.toString('hex')}:${code}`)
}

/** CSRF key of a session's forms; other sites cannot derive it. */
export function formKey(key: KeyObject, session: string): string {
  return keyedHash(key, `form:${hashToken(session).toString('hex')}`).toString('base64url')
}

/** Whether the sent key is the session's form key; compares in constant time. */
export function isValidFormKey(key: KeyObject, session: string, sent: string): boolean {
  const [expected, actual] = [Buffer.from(formKey(key, session)), Buffer.from(sent)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
