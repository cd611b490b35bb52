import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync, statSync, type WriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip, type Gzip } from 'node:zlib'
import type { Database } from '#db/connect.ts'
import { fileErrorReason } from '#db/paths.ts'
import { syncPath } from '#db/sync.ts'
import { encryptChunks } from './cipher.ts'
import { dump } from './dump.ts'
import { decryptionFor, type Encryption, newFileSecret, WITHOUT_KEYS } from './encryption.ts'
import { BackupError } from './format.ts'
import { verifyBackup } from './read.ts'

/** Where a backup is written, and when it is made. */
export interface BackupTarget {
  path: string
  madeAt: Date
  /** What opens the file; null for an unencrypted one. */
  encryption: Encryption | null
}

/**
 * Backs up a database to a file that only its owner can read. Writes to a temporary file, flushes it to disk, reads it
 * back and verifies it, and only then renames it. Returns the number of rows.
 */
export async function writeBackup(db: Database, { path, madeAt, encryption }: BackupTarget): Promise<number> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`${path} 是文件夹。请写明备份文件的名字。`)
  }
  const unfinished = `${path}.part`
  try {
    rmSync(unfinished, { force: true })
    const packed = createGzip()
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
    const written = encryption ? writeEncrypted(packed, file, encryption) : pipeline(packed, file)
    // A failure, such as a full disk, ends the dump at its next line. This handler prevents an unhandled rejection.
    written.catch(() => {})
    const rows = await dump(db, madeAt, async (line) => {
      if (packed.destroyed) await written
      if (!packed.write(`${line}\n`)) await Promise.race([once(packed, 'drain'), written])
    })
    packed.end()
    await written
    syncPath(unfinished)
    await verifyBackup(unfinished, encryption ? decryptionFor(encryption) : WITHOUT_KEYS)
    renameSync(unfinished, path)
    syncPath(dirname(path))
    return rows
  } catch (error) {
    // If the removal fails too, report the first error.
    await rm(unfinished, { force: true }).catch(() => {})
    const reason = fileErrorReason(error)
    throw reason ? new BackupError(`备份没有写成，${path} 不能使用：${reason}。`) : error
  }
}

async function writeEncrypted(source: Gzip, file: WriteStream, encryption: Encryption): Promise<void> {
  const { header, ...secret } = await newFileSecret(encryption)
  await pipeline(
    source,
    async function* (bytes: AsyncIterable<Buffer>) {
      yield header
      yield* encryptChunks(secret, bytes)
    },
    file,
  )
}
