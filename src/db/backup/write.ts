import { once } from 'node:events'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Database } from '#db/connect.ts'
import { syncPath } from '#db/sync.ts'
import { dump } from './dump.ts'
import { verifyBackup } from './read.ts'

/**
 * Backs a database up into a file, readable by its owner only. It is written aside, brought to the disk, read back
 * whole, and only then given its name. Answers how many rows it holds.
 */
export async function writeBackup(db: Database, path: string, madeAt: Date): Promise<number> {
  const unfinished = `${path}.part`
  rmSync(unfinished, { force: true })
  try {
    const packed = createGzip()
    const file = packed.pipe(createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }))
    const written = finished(file)
    // Whoever waits below hears of it too.
    written.catch((error) => packed.destroy(error))
    const rows = await dump(db, madeAt, async (line) => {
      if (!packed.write(`${line}\n`)) await once(packed, 'drain')
    })
    packed.end()
    await written
    syncPath(unfinished)
    await verifyBackup(unfinished)
    renameSync(unfinished, path)
    syncPath(dirname(path))
    return rows
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
