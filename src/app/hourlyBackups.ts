import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { backUpFolder } from '#db/backup/embedded.ts'
import { backupName, madeAt, outlived } from '#db/backup/keep.ts'
import { backupsOf } from './database.ts'

const HOUR_MS = 60 * 60_000
/**
 * Backs the embedded engine up into `backups/` of its data folder where the newest backup is an hour old, and deletes
 * those that later ones outlive: 24 hours, 7 days and 4 weeks keep one each. Answers its path, or null where none is due.
 */
export async function backUpIfDue(
  dataDir: string,
  now: Date,
  log: FastifyBaseLogger,
): Promise<string | null> {
  const folder = backupsOf(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const newest = Math.max(0, ...readdirSync(folder).map((name) => madeAt(name) ?? 0))
  if (now.getTime() - newest < HOUR_MS) return null
  const path = join(folder, backupName(now))
  const rows = await backUpFolder(dataDir, path, now)
  log.info({ path, rows }, 'backup')
  for (const name of outlived(readdirSync(folder))) rmSync(join(folder, name))
  return path
}
