import { createReadStream, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { fileErrorReason } from '#db/paths.ts'
import { decryptChunks, TAG_BYTES } from './cipher.ts'
import { type Decryption, type OpenSecret, openSecret, readEncryption } from './encryption.ts'
import { BackupError, Header, RowSum, TableLine, type TableSum, Trailer } from './format.ts'

const BATCH = 1_000
/** Maximum length of a line in characters. The longest row is an attachment of 20 MB in hexadecimal. */
const MAX_LINE_LENGTH = 200_000_000

/** An open backup file, which can be read once. */
export interface Backup {
  header: Header
  /** The rows in batches. Throws `BackupError` if the file is incomplete or its rows do not match its sums. */
  batches: () => AsyncGenerator<{ table: string; lines: string[] }>
  /** The file's sums by table; available after the last batch. */
  sums: () => Record<string, TableSum>
}

/**
 * Opens a backup, encrypted or not. Throws `BackupError` if the file is not a backup, has another format, or cannot be
 * decrypted.
 */
export async function openBackup(path: string, decryption: Decryption): Promise<Backup> {
  // Reading a pipe could block without limit, and a pipe cannot be read twice.
  const found = statSync(path, { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new BackupError(`${path} 不是文件。请写明备份文件的名字。`)
  const encrypted = readable(path, () => readEncryption(path))
  const secret = encrypted && (await openSecret(path, encrypted, decryption))
  const lines = readLines(path, secret)
  const first = await lines.next()
  const header = Header.safeParse(parseJson(first.value ?? ''))
  if (!header.success) throw new BackupError(`${path} 不是本程序的备份，或是用别的版本做的。`)
  let sums: Record<string, TableSum> = {}
  async function* batches() {
    const counted = new Map<string, RowSum>()
    let [table, pending]: [string, string[]] = ['', []]
    for await (const line of lines) {
      const mark = parseMarker(line)
      if (pending.length === BATCH || (mark && pending.length > 0)) {
        yield { table, lines: pending }
        pending = []
      }
      if (mark && 'end' in mark) {
        sums = mark.end
        assertSameSums(counted, sums)
        return assertEnded(lines)
      }
      if (mark) {
        table = mark.table
        counted.set(table, new RowSum())
      } else {
        counted.get(table)?.add(line)
        pending.push(line)
      }
    }
    throw new BackupError('备份文件不完整：没有结尾。')
  }
  return { header: header.data, batches, sums: () => sums }
}

/** The lines of a file. Only LF ends a line: Node's readline also splits at U+2028, which a text may contain. */
async function* readLines(path: string, secret: OpenSecret | null): AsyncGenerator<string> {
  const file = createReadStream(path, { start: secret?.headerBytes ?? 0 })
  const packed = secret ? Readable.from(decryptFile(path, secret, file)) : file
  const unpacked = createGunzip().setEncoding('utf8')
  packed.on('error', (error: Error) => unpacked.destroy(error)).pipe(unpacked)
  let rest = ''
  try {
    for await (const chunk of unpacked as AsyncIterable<string>) {
      const [first = '', ...more] = chunk.split('\n')
      if (rest.length + first.length > MAX_LINE_LENGTH)
        throw new BackupError(`备份文件 ${path} 已损坏：有一行没有结尾。`)
      rest += first
      if (more.length === 0) continue
      yield rest
      rest = more.pop() ?? ''
      yield* more
    }
    if (rest) yield rest
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`备份文件 ${path} 读不出来：${readErrorReason(error)}。`)
  } finally {
    packed.destroy()
    file.destroy()
  }
}

function decryptFile(path: string, secret: OpenSecret, file: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunkCount = Math.ceil((statSync(path).size - secret.headerBytes) / (secret.chunkBytes + TAG_BYTES))
  return decryptChunks(secret, file, chunkCount)
}

/** Returns the result of reading a file. Throws `BackupError` for an error of the file system. */
function readable<T>(path: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(`备份文件 ${path} 读不出来：${readErrorReason(error)}。`)
  }
}

/** Describes an error of the file system or of gzip for the operator. */
function readErrorReason(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'Z_BUF_ERROR') return '文件不完整，后面的部分没有了'
  if (code === 'Z_DATA_ERROR') return '内容已损坏，或不是备份文件'
  if (code === 'ENOENT') return '没有这个文件'
  return fileErrorReason(error) ?? message
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Parses a table line or trailer; null for a row, also for one that begins like a marker. */
function parseMarker(line: string) {
  if (!line.startsWith('{"table":') && !line.startsWith('{"end":')) return null
  const value = parseJson(line)
  return TableLine.safeParse(value).data ?? Trailer.safeParse(value).data ?? null
}

/** Reads on to the end of the file: nothing may follow, and the final chunk of an encrypted file must be there. */
async function assertEnded(lines: AsyncGenerator<string>): Promise<void> {
  const { done } = await lines.next()
  if (!done) throw new BackupError('备份文件已损坏：结尾之后还有别的内容。')
}

function assertSameSums(counted: Map<string, RowSum>, sums: Record<string, TableSum>): void {
  for (const [table, expected] of Object.entries(sums)) {
    const found = counted.get(table)?.result()
    if (found?.rows !== expected.rows || found.digest !== expected.digest) {
      throw new BackupError(`备份文件已损坏：表 ${table} 的内容与结尾的校验不符。`)
    }
  }
}

/** Reads a whole file and compares its rows with its sums. Throws `BackupError`; returns the number of rows. */
export async function verifyBackup(path: string, decryption: Decryption): Promise<number> {
  const backup = await openBackup(path, decryption)
  let rows = 0
  for await (const { lines } of backup.batches()) rows += lines.length
  return rows
}
