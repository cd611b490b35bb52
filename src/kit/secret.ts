import { argon2, hash, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { hmac } from './hmac.ts'
import { limitConcurrency } from './workQueue.ts'

/**
 * The cost of a password hash: argon2id with 64 MiB and 3 passes, about 130 ms; above OWASP's minimum (design/trust.md,
 * Passwords). Only tests change it.
 */
export const passwordWork = { memoryKib: 65_536, passes: 3 }

const MAX_CONCURRENT = 4
const MAX_QUEUED = 60

const derive = promisify(argon2)
// Each hash takes 64 MiB.
const limitHashing = limitConcurrency(MAX_CONCURRENT, MAX_QUEUED, '登录的人太多，请稍后再试。')

function deriveTag(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return derive('argon2id', { message, nonce, parallelism: 1, tagLength: 32, memory, passes })
}

/** Hashes a password as a PHC string. The password is normalized (NFKC) and never truncated. */
export async function hashPassword(password: string, work = passwordWork): Promise<string> {
  const { memoryKib: memory, passes } = work
  const nonce = randomBytes(16)
  const hash = await limitHashing(() => deriveTag(password, nonce, memory, passes))
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/

/** Whether a password matches a PHC string of `hashPassword`; throws for a string of another form. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, nonce, hash] = PHC.exec(phc) ?? []
  if (!memory || !passes || !nonce || !hash) throw new Error('not an argon2id PHC string')
  const actual = await limitHashing(() =>
    deriveTag(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes)),
  )
  return timingSafeEqual(actual, Buffer.from(hash, 'base64'))
}

/** Whether a PHC string was made with a lower cost than the current one; it is replaced at the next sign-in. */
export function isWeak(phc: string): boolean {
  const [, memory, passes] = PHC.exec(phc) ?? []
  return Number(memory) < passwordWork.memoryKib || Number(passes) < passwordWork.passes
}

/** A session's token: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token: its SHA-256. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** The stored form of a short secret: an HMAC, since a hash without a key could be reversed by trying all values. */
export function keyedHash(key: KeyObject, text: string): Buffer {
  return hmac(key, text)
}

/** A random code with this number of digits, uniformly distributed. */
export function digitCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

// Without the characters that people confuse: 0 O o, 1 l L I i.
const LEGIBLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz'

/** Random characters that can be copied from paper; about 5.8 bits each. */
export function legibleText(length: number): string {
  return Array.from({ length }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('')
}

/** A password that is shown once and must be changed at the first sign-in: 16 characters, about 92 bits. */
export function oneTimePassword(): string {
  return legibleText(16)
}
