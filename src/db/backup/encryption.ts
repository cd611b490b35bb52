import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  type ScryptOptions,
  scrypt,
} from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import * as z from 'zod'
import { ALGORITHM, type FileSecret, NONCE_PREFIX_BYTES, TAG_BYTES } from './cipher.ts'
import { BackupError } from './format.ts'

/** First line of an encrypted backup. Its second line is the header as JSON; the chunks follow (docs/backups.md). */
const FIRST_LINE = 'houtai-encrypted-backup\n'
const MAX_HEADER_BYTES = 16 * 1024
const CHUNK_BYTES = 64 * 1024
const KEY_BYTES = 32
const WRAP_NONCE_BYTES = 12

/** Cost of a passphrase: 64 MiB and about 0.3 s (OWASP: as strong as N = 2^17, p = 1 in half its memory). */
const SCRYPT = { n: 65_536, r: 8, p: 2 }
/** A header may not ask for more: its file could come from anybody. */
const MAX_SCRYPT_BYTES = 1024 ** 3

const bytes = (length: number) =>
  z
    .base64()
    .refine((text) => Buffer.from(text, 'base64').length === length)
    .transform((text) => Buffer.from(text, 'base64'))

/** The data key, encrypted with AES-256-GCM: cipher text and tag. */
const Wrapped = { nonce: bytes(WRAP_NONCE_BYTES), wrapped: bytes(KEY_BYTES + TAG_BYTES) }

const KeySlot = z.strictObject({
  kind: z.literal('key'),
  /** Tells keys apart without disclosing them. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  ...Wrapped,
})

const PassphraseSlot = z
  .strictObject({
    kind: z.literal('passphrase'),
    salt: bytes(16),
    n: z.int().min(2).max(1_048_576),
    r: z.int().min(1).max(64),
    p: z.int().min(1).max(16),
    ...Wrapped,
  })
  .refine(({ n, r }) => 128 * n * r <= MAX_SCRYPT_BYTES)

const EncryptionHeader = z.strictObject({
  format: z.literal(1),
  cipher: z.literal('AES-256-GCM'),
  chunkBytes: z.int().min(1024).max(1_048_576),
  noncePrefix: bytes(NONCE_PREFIX_BYTES),
  /** Each slot alone opens the file. */
  slots: z
    .array(z.discriminatedUnion('kind', [KeySlot, PassphraseSlot]))
    .min(1)
    .max(8),
})

/** How an encrypted file can be opened, as its header says. */
interface Encrypted extends z.output<typeof EncryptionHeader> {
  /** Length of both lines, in bytes; the chunks begin there. */
  headerBytes: number
  headerHash: Buffer
}

/** What an encrypted file is read with. */
export interface OpenSecret extends FileSecret {
  headerBytes: number
}

/** What opens a new backup: the key (32 bytes), the passphrase, or either if both are given. */
export type Encryption = { key: Buffer; passphrase: string | null } | { key: null; passphrase: string }

/** What is tried to open a backup. The passphrase is requested only if no key fits; null if there is none. */
export interface Decryption {
  keys: readonly Buffer[]
  passphrase: () => Promise<string | null>
}

/** Opens unencrypted backups only. */
export const WITHOUT_KEYS: Decryption = { keys: [], passphrase: async () => null }

/** Opens the backups that `encryption` makes. */
export function decryptionFor({ key, passphrase }: Encryption): Decryption {
  return { keys: key ? [key] : [], passphrase: async () => passphrase }
}

/** The public number of a key, with which an operator finds the key of a backup. */
export function keyId(key: Buffer): string {
  return createHmac('sha256', key).update('houtai backup key').digest('hex').slice(0, 16)
}

function wrap(wrappingKey: Buffer, dataKey: Buffer) {
  const nonce = randomBytes(WRAP_NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, wrappingKey, nonce)
  const wrapped = Buffer.concat([cipher.update(dataKey), cipher.final(), cipher.getAuthTag()])
  return { nonce: nonce.toString('base64'), wrapped: wrapped.toString('base64') }
}

/** The data key of a slot; null if the key is wrong or the slot was changed. */
function unwrap(wrappingKey: Buffer, { nonce, wrapped }: { nonce: Buffer; wrapped: Buffer }): Buffer | null {
  const decipher = createDecipheriv(ALGORITHM, wrappingKey, nonce, { authTagLength: TAG_BYTES })
  decipher.setAuthTag(wrapped.subarray(KEY_BYTES))
  const dataKey = decipher.update(wrapped.subarray(0, KEY_BYTES))
  try {
    decipher.final()
    return dataKey
  } catch {
    return null
  }
}

interface Cost {
  n: number
  r: number
  p: number
}

/** Derives a key from a passphrase in Unicode NFKC, so that keyboards and systems that encode it differently agree. */
function stretch(passphrase: string, salt: Buffer, { n, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: n, r, p, maxmem: 2 * 128 * n * r + 1024 * 1024 }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(passphrase.normalize('NFKC'), salt, KEY_BYTES, options, (error, key) =>
    error ? reject(error) : resolve(key),
  )
  return promise
}

/** Makes the key and the header of a new file. */
export async function newFileSecret({
  key,
  passphrase,
}: Encryption): Promise<FileSecret & { header: Buffer }> {
  const dataKey = randomBytes(KEY_BYTES)
  const noncePrefix = randomBytes(NONCE_PREFIX_BYTES)
  const slots: object[] = []
  if (key) slots.push({ kind: 'key', id: keyId(key), ...wrap(key, dataKey) })
  if (passphrase !== null) {
    const salt = randomBytes(16)
    const wrapped = wrap(await stretch(passphrase, salt, SCRYPT), dataKey)
    slots.push({ kind: 'passphrase', salt: salt.toString('base64'), ...SCRYPT, ...wrapped })
  }
  const facts = {
    format: 1,
    cipher: 'AES-256-GCM',
    chunkBytes: CHUNK_BYTES,
    noncePrefix: noncePrefix.toString('base64'),
    slots,
  }
  const header = Buffer.from(`${FIRST_LINE}${JSON.stringify(facts)}\n`)
  return { dataKey, noncePrefix, chunkBytes: CHUNK_BYTES, headerHash: sha256(header), header }
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest()

/** Reads the header of a file; null if the file is not encrypted. Throws `BackupError` for a damaged header. */
export function readEncryption(path: string): Encrypted | null {
  const start = Buffer.alloc(MAX_HEADER_BYTES)
  const file = openSync(path, 'r')
  let length: number
  try {
    length = readSync(file, start, 0, start.length, 0)
  } finally {
    closeSync(file)
  }
  if (!start.subarray(0, length).toString('latin1').startsWith(FIRST_LINE)) return null
  const end = start.subarray(0, length).indexOf('\n', FIRST_LINE.length) + 1
  const parsed = EncryptionHeader.safeParse(parseJson(start.subarray(FIRST_LINE.length, end).toString()))
  if (!parsed.success) {
    throw new BackupError(`备份文件 ${path} 的文件头已损坏，或是用更新的版本做的。`)
  }
  return { ...parsed.data, headerBytes: end, headerHash: sha256(start.subarray(0, end)) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns the key of a file. Throws `BackupError` that names what is missing or wrong. */
export async function openSecret(
  path: string,
  encrypted: Encrypted,
  { keys, passphrase }: Decryption,
): Promise<OpenSecret> {
  const opened = byKey(encrypted, keys)
  const hasPassphrase = encrypted.slots.some(({ kind }) => kind === 'passphrase')
  const given = !opened && hasPassphrase ? await passphrase() : null
  const dataKey = opened ?? (given === null ? null : await byPassphrase(encrypted, given))
  if (dataKey) return { ...encrypted, dataKey }
  if (given !== null) throw new BackupError(`口令不对，备份 ${path} 没有打开。`)
  throw new BackupError(`备份 ${path} 是加密的，没有打开：${missing(encrypted, keys)}。`)
}

function byKey({ slots }: Encrypted, keys: readonly Buffer[]): Buffer | null {
  for (const slot of slots) {
    const key = slot.kind === 'key' && keys.find((one) => keyId(one) === slot.id)
    const dataKey = key && unwrap(key, slot)
    if (dataKey) return dataKey
  }
  return null
}

async function byPassphrase({ slots }: Encrypted, passphrase: string): Promise<Buffer | null> {
  for (const slot of slots) {
    const dataKey = slot.kind === 'passphrase' && unwrap(await stretch(passphrase, slot.salt, slot), slot)
    if (dataKey) return dataKey
  }
  return null
}

/** What the operator has to give, as a phrase. */
function missing({ slots }: Encrypted, keys: readonly Buffer[]): string {
  const needed = slots.flatMap((slot) => (slot.kind === 'key' ? [slot.id] : []))
  const held = keys.map(keyId)
  const ways = [
    ...needed.map((id) => `编号 ${id} 的密钥（设置 SECRET_KEY、BACKUP_KEY 或它们的文件）`),
    ...(needed.length < slots.length ? ['口令（设置 BACKUP_PASSPHRASE，或在终端里输入）'] : []),
  ].join('，或')
  if (needed.some((id) => held.includes(id))) return '文件头已损坏，密钥对得上，却解不开'
  return held.length === 0 ? `需要${ways}` : `现在的密钥编号是 ${held.join('、')}，需要${ways}`
}
