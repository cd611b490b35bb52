import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '#db/connect.ts'
import { fileErrorReason } from '#db/paths.ts'
import { syncPath } from '#db/sync.ts'
import { dump } from './dump.ts'
import { BackupError } from './format.ts'
import { verifyBackup } from './read.ts'

/**
 * Backs up a database to a file that only its owner can read. Writes to a temporary file, flushes it to disk, reads it
 * back and verifies it, and only then renames it. Returns the number of rows.
 */
export async function writeBackup(db: Database, path: string, madeAt: Date): Promise<number> {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupError(`${path} 是文件夹。请写明备份文件的名字。`)
  }
  const unfinished = `${path}.part`
  try {
    rmSync(unfinished, { force: true })
    const packed = createGzip()
    const written = pipeline(packed, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    // A failure, such as a full disk, ends the dump at its next line. This handler prevents an unhandled rejection.
    written.catch(() => {})
    const rows = await dump(db, madeAt, async (line) => {
      if (packed.destroyed) await written
      if (!packed.write(`${line}\n`)) await Promise.race([once(packed, 'drain'), written])
    })
    packed.end()
    await written
    syncPath(unfinished)
    await verifyBackup(unfinished)
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
