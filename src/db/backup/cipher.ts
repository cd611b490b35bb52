import { createCipheriv, createDecipheriv } from 'node:crypto'
import { BackupError } from './format.ts'

export const ALGORITHM = 'aes-256-gcm'
export const TAG_BYTES = 16
/** Bytes of the file's random part of each nonce; the counter (4 bytes) and the final mark (1 byte) follow. */
export const NONCE_PREFIX_BYTES = 7

/** What one encrypted file needs besides its bytes. */
export interface FileSecret {
  /** The key of this file alone, 32 bytes. */
  dataKey: Buffer
  noncePrefix: Buffer
  /** Bytes of plain text per chunk; only the last chunk may have fewer. */
  chunkBytes: number
  /** SHA-256 of the file's header, which every chunk authenticates. */
  headerHash: Buffer
}

/** Position of a chunk. Its nonce contains both, so that a chunk decrypts in its own place only. */
interface Place {
  index: number
  isLast: boolean
}

/** STREAM nonce (Hoang, Reyhanitabar, Rogaway, Vizár 2015): prefix, counter as big-endian, 1 for the last chunk. */
function nonceOf({ noncePrefix }: FileSecret, { index, isLast }: Place): Buffer {
  const place = Buffer.alloc(5)
  place.writeUInt32BE(index)
  place.writeUInt8(isLast ? 1 : 0, 4)
  return Buffer.concat([noncePrefix, place])
}

function encryptChunk(secret: FileSecret, place: Place, bytes: Buffer): Buffer {
  const cipher = createCipheriv(ALGORITHM, secret.dataKey, nonceOf(secret, place)).setAAD(secret.headerHash)
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
}

/** Decrypts a chunk; null if it is not the chunk of this place, or was changed. */
function decryptChunk(secret: FileSecret, place: Place, bytes: Buffer): Buffer | null {
  if (bytes.length < TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, secret.dataKey, nonceOf(secret, place), {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(secret.headerHash).setAuthTag(bytes.subarray(-TAG_BYTES))
  const text = decipher.update(bytes.subarray(0, -TAG_BYTES))
  try {
    decipher.final()
    return text
  } catch {
    return null
  }
}

/** Splits a stream into pieces of `size` bytes. The last one is marked, and is empty only if the stream is. */
async function* pieces(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; place: Place }> {
  let held: Buffer = Buffer.alloc(0)
  let index = 0
  for await (const bytes of source) {
    held = held.length === 0 ? bytes : Buffer.concat([held, bytes])
    let start = 0
    for (; held.length - start > size; start += size) {
      yield { piece: held.subarray(start, start + size), place: { index, isLast: false } }
      index += 1
    }
    held = held.subarray(start)
  }
  yield { piece: held, place: { index, isLast: true } }
}

/** Encrypts a stream in chunks; memory stays at a few chunks. */
export async function* encryptChunks(
  secret: FileSecret,
  source: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for await (const { piece, place } of pieces(source, secret.chunkBytes))
    yield encryptChunk(secret, place, piece)
}

/**
 * Decrypts a stream of chunks and yields nothing that is not authentic. Throws `BackupError` if a chunk was changed or
 * moved, or if the last one is missing.
 */
export async function* decryptChunks(
  secret: FileSecret,
  source: AsyncIterable<Buffer>,
  chunkCount: number,
): AsyncGenerator<Buffer> {
  for await (const { piece, place } of pieces(source, secret.chunkBytes + TAG_BYTES)) {
    const text = decryptChunk(secret, place, piece)
    if (!text) throw new BackupError(`备份文件不能使用：${damageReason(secret, place, piece, chunkCount)}。`)
    yield text
  }
}

/** Describes what happened to a chunk that does not decrypt, by trying it in other places. */
function damageReason(
  secret: FileSecret,
  { index, isLast }: Place,
  piece: Buffer,
  chunkCount: number,
): string {
  const fits = (place: Place) => decryptChunk(secret, place, piece) !== null
  if (isLast && fits({ index, isLast: false })) return '文件不完整，后面的部分没有了'
  if (!isLast && fits({ index, isLast: true })) return '结尾之后还有别的内容'
  for (let other = 0; other < chunkCount; other++) {
    if (other === index) continue
    if (fits({ index: other, isLast: false }) || fits({ index: other, isLast: true }))
      return `内容的顺序被改动过，第 ${index + 1} 段其实是第 ${other + 1} 段`
  }
  if (isLast) return '文件不完整，或最后一段已损坏'
  return `第 ${index + 1} 段已损坏`
}
