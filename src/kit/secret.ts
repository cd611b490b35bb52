import { argon2, createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { AppError } from './errors.ts'

// argon2id with 64 MiB and 3 passes: some 130 ms a hash; above OWASP's floor (design/trust.md, Passwords).
const MEMORY_KIB = 65_536
const PASSES = 3
const MAX_AT_ONCE = 4
const MAX_WAITING = 60

const derive = promisify(argon2)
let running = 0
const waiting: (() => void)[] = []

/** At most four hashes at once, since each takes 64 MiB; a queue that grows too long answers BUSY. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_ONCE) {
    if (waiting.length >= MAX_WAITING) throw new AppError('BUSY', '登录的人太多，请稍后再试。')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

function tag(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return derive('argon2id', { message, nonce, parallelism: 1, tagLength: 32, memory, passes })
}

/** Hashes a password as a PHC string; counted by code point after NFKC, never cut. */
export async function hashPassword(password: string, memory = MEMORY_KIB, passes = PASSES): Promise<string> {
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

/** A session's token: 256 random bits, base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

// Without the characters that people confuse on paper: 0 O 1 l I.
const LEGIBLE = '23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz'

/** A password that is shown once and has to be changed at the first sign-in: 16 characters, some 93 bits. */
export function oneTimePassword(): string {
  return Array.from({ length: 16 }, () => LEGIBLE[randomInt(LEGIBLE.length)]).join('')
}
