import { timingSafeEqual } from 'node:crypto'
import { hashToken, keyedHash } from '#kit/secret.ts'

/** What is stored of a code: without the installation's key all codes there are could be tried against it. */
export function hashCode(key: Buffer, tokenHash: Buffer, code: string): Buffer {
  return keyedHash(key, `code:${tokenHash.toString('hex')}:${code}`)
}

/** What a form of a session carries: a page elsewhere cannot know it, though a browser sent the session along. */
export function formKey(key: Buffer, session: string): string {
  return keyedHash(key, `form:${hashToken(session).toString('hex')}`).toString('base64url')
}

/** Whether a form carries the key of its session. */
export function isFormOf(key: Buffer, session: string, sent: string): boolean {
  const [own, other] = [Buffer.from(formKey(key, session)), Buffer.from(sent)]
  return own.length === other.length && timingSafeEqual(own, other)
}
