import { createCipheriv, createDecipheriv, createHash, type KeyObject, randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Endpoint } from './contract.ts'
import { AppError } from './errors.ts'
import { hmac } from './hmac.ts'
import { acceptsIdempotencyKey } from './idempotencyKeys.ts'
import type { KeyFor } from './keys.ts'
import type { Upload } from './upload.ts'

/** A request that may be repeated: its user, its key, and a hash of its content. */
export interface IdempotentRequest {
  staffId: number
  key: string
  requestHash: Buffer
  /** Encrypts the stored response. */
  secret: KeyObject
}

/** The stored first response. */
export interface StoredResponse {
  status: number
  /** The envelope's data. */
  data: unknown
}

/** Thrown to end a transaction if the response is already stored. */
export class AlreadyProcessed extends Error {
  readonly answer: StoredResponse

  constructor(answer: StoredResponse) {
    super('repeated')
    this.answer = answer
  }
}

const KEY = /^[\x21-\x7e]{1,255}$/

/** Reads the header `Idempotency-Key`; null if the request has none or the endpoint takes none. */
export function idempotentRequest(
  request: FastifyRequest,
  endpoint: Endpoint,
  { input, upload }: { input: unknown; upload: Upload | undefined },
  keyFor: KeyFor,
): IdempotentRequest | null {
  const key = request.headers['idempotency-key']
  const person = request.session?.person
  if (key === undefined || !person || !acceptsIdempotencyKey(endpoint)) return null
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new AppError('INVALID', 'Idempotency-Key 应是 1–255 个可见的 ASCII 字符。')
  }
  const secret = keyFor('kept-answers')
  const file = upload && [upload.name, createHash('sha256').update(upload.bytes).digest('hex')]
  const content = JSON.stringify([endpoint.method, endpoint.path, input, file ?? null])
  // An HMAC: the content may include a password, which could be guessed from a plain hash.
  const requestHash = hmac(secret, content)
  return { staffId: person.id, key, requestHash, secret }
}

const inProgressError = () => new AppError('IN_PROGRESS', '这个请求正在处理，请等它完成。')

// Requests in progress in this process; the advisory lock in `claim` covers other nodes.
const running = new Set<string>()

/** Runs the work of a request; throws IN_PROGRESS if one with the same key is running in this process. */
export async function runExclusively<T>(
  repeatable: IdempotentRequest | null,
  work: () => Promise<T>,
): Promise<T> {
  if (!repeatable) return work()
  const name = `${repeatable.staffId} ${repeatable.key}`
  if (running.has(name)) throw inProgressError()
  running.add(name)
  try {
    return await work()
  } finally {
    running.delete(name)
  }
}

/** Locks the key for this transaction; throws IN_PROGRESS if another node holds the lock. */
export async function lockKey(db: Database, { staffId, key }: IdempotentRequest): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${staffId}, hashtext(${key})) as free`.execute(db)
  if (!rows[0]?.free) throw inProgressError()
}

/** Throws `Repeated` with the response stored for the key; KEY_REUSED if the key belongs to a different request. */
export async function assertNew(db: Database, repeatable: IdempotentRequest): Promise<void> {
  const row = await db
    .selectFrom('keptAnswer')
    .select(['requestHash', 'status', 'body'])
    .where('staffId', '=', repeatable.staffId)
    .where('key', '=', repeatable.key)
    .executeTakeFirst()
  if (!row) return
  if (!row.requestHash.equals(repeatable.requestHash)) {
    throw new AppError('KEY_REUSED', '这个 Idempotency-Key 已用于另一个请求，请换一个。')
  }
  throw new AlreadyProcessed({ status: row.status, data: decrypt(row.body, repeatable) })
}

/** Stores a response, in the transaction of the work. */
export async function saveResponse(
  db: Database,
  repeatable: IdempotentRequest,
  answer: StoredResponse,
  createdAt: Date,
): Promise<void> {
  const { staffId, key, requestHash } = repeatable
  const body = encrypt(answer.data, repeatable)
  await db
    .insertInto('keptAnswer')
    .values({ staffId, key, requestHash, status: answer.status, body, createdAt })
    .execute()
}

const RETENTION_MS = 24 * 3_600_000

/** Deletes responses that are older than a day. */
export async function deleteExpiredResponses(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('keptAnswer')
    .where('createdAt', '<', new Date(now.getTime() - RETENTION_MS))
    .execute()
}

/** Deletes all stored responses, which another key cannot decrypt; returns their number. */
export async function deleteAllResponses(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('keptAnswer')
    .where('createdAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM, with the request's hash as authenticated data: nonce ‖ tag ‖ ciphertext. */
function encrypt(data: unknown, { secret, requestHash }: IdempotentRequest): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(requestHash)
  const text = Buffer.concat([cipher.update(JSON.stringify(data), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function decrypt(stored: Buffer, { secret, requestHash }: IdempotentRequest): unknown {
  const start = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', secret, stored.subarray(0, NONCE_BYTES))
    .setAAD(requestHash)
    .setAuthTag(stored.subarray(NONCE_BYTES, start))
  return JSON.parse(Buffer.concat([decipher.update(stored.subarray(start)), decipher.final()]).toString())
}
