import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { backUpFolder } from '#db/backup/embedded.ts'
import type { Encryption } from '#db/backup/encryption.ts'
import { expired, newestBackup } from '#db/backup/retention.ts'
import { createFolder } from '#db/paths.ts'
import type { Clock } from '#kit/calendar.ts'
import { backupFolder, nextBackupPath } from './database.ts'

const HOUR_MS = 60 * 60_000

interface Parts {
  dataDir: string
  encryption: Encryption
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info'>
  /** Monotonic time, in ms. */
  elapsed?: () => number
  write?: typeof backUpFolder
}

/**
 * Returns the work of a chore that backs the embedded engine up into `backups/` of its data folder if the last backup
 * is an hour old, and then deletes outdated backups. `elapsed` measures the hour; the date of an earlier process's
 * backup counts only if it is within the last hour. The work returns the path, or null if no backup is due.
 */
export function hourlyBackups(parts: Parts) {
  const { dataDir, encryption, clock, log, elapsed = () => performance.now(), write = backUpFolder } = parts
  const folder = backupFolder(dataDir)
  let last: number | null = null
  return async (): Promise<string | null> => {
    createFolder(folder)
    const names = readdirSync(folder)
    last ??= elapsed() - (ageOf(names, clock()) ?? HOUR_MS)
    if (elapsed() - last < HOUR_MS) return null
    const before = last
    // Set first: the next check may come before a long backup has ended.
    last = elapsed()
    const path = nextBackupPath(dataDir, clock())
    const rows = await write(dataDir, { path, madeAt: clock(), encryption }).catch((error) => {
      last = before
      throw error
    })
    log.info({ path, rows }, 'backup')
    for (const name of expired(readdirSync(folder))) rmSync(join(folder, name))
    return path
  }
}

/** How long ago the newest backup was made, in ms; null if there is none or its date is in the future. */
function ageOf(names: readonly string[], now: Date): number | null {
  const newest = newestBackup(names)
  const age = newest ? now.getTime() - newest.at : -1
  return age < 0 ? null : age
}
