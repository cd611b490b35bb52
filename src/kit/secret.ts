import { argon2, createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { turns } from './turns.ts'

/**
 * How much work a hash takes: argon2id with 64 MiB and 3 passes, some 130 ms; above OWASP's floor (design/trust.md,
 * Passwords). Only tests change it.
 */
export const passwordWork = { memoryKib: 65_536, passes: 3 }

const MAX_AT_ONCE = 4
const MAX_WAITING = 60

const derive = promisify(argon2)
// Each hash takes 64 MiB.
const inTurn = turns(MAX_AT_ONCE, MAX_WAITING, '登录的人太多，请稍后再试。')

function tag(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return derive('argon2id', { message, nonce, parallelism: 1, tagLength: 32, memory, passes })
}

/** Hashes a password as a PHC string; counted by code point after NFKC, never cut. */
export async function hashPassword(password: string, work = passwordWork): Promise<string> {
  const { memoryKib: memory, passes } = work
  const nonce = randomBytes(16)
  const hash = await inTurn(() => tag(password, nonce, memory, passes))
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(nonce)}$${text(hash)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$([^$]+)$/

/** Whether a password belongs to a PHC string made by `hashPassword`; a string of another form is a fault. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const [, memory, passes, nonce, hash] = PHC.exec(phc) ?? []
  if (!memory || !passes || !nonce || !hash) throw new Error('not an argon2id PHC string')
  const given = await inTurn(() =>
    tag(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes)),
  )
  return timingSafeEqual(given, Buffer.from(hash, 'base64'))
}

/** Whether a PHC string was made with less work than today's: it is made anew while the password is at hand. */
export function isWeak(phc: string): boolean {
  const [, memory, passes] = PHC.exec(phc) ?? []
  return Number(memory) < passwordWork.memoryKib || Number(passes) < passwordWork.passes
}

/** A session's token: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What is stored of a short secret, which without a key could be found again by trying all there are. */
export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** A code of so many digits, each as likely as the other. */
export function digitCode(digits: number): string {
  return String(randomInt(10 ** digits)).padStart(digits, '0')
}

// Without the characters that people confuse on paper: 0 O 1 l I.
const LEGIBLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz'

/** Random characters that can be copied from paper; each brings some 5.8 bits. */
export function legibleText(length: number): string {
  return Array.from({ length }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('')
}

/** A password that is shown once and has to be changed at the first sign-in: 16 characters, some 93 bits. */
export function oneTimePassword(): string {
  return legibleText(16)
}
