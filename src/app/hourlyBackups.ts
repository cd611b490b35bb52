import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Encryption } from '#db/backup/encryption.ts'
import { expired, newestBackup, nextBackupName } from '#db/backup/retention.ts'
import type { BackupTarget } from '#db/backup/write.ts'
import { createFolder } from '#db/paths.ts'
import { inChild } from './backups/inChild.ts'
import { findLastDone } from './backups/runs.ts'
import type { Target } from './backups/target.ts'
import { type BackupParts, copyTo, knownNames, recordBackup, stopSignal } from './backups/work.ts'
import { backupFolder } from './database.ts'

const HOUR_MS = 60 * 60_000

interface Parts extends BackupParts {
  dataDir: string
  encryption: Encryption
  /** Where each backup is copied to. */
  targets: readonly Target[]
  /** Monotonic time, in ms. */
  elapsed?: () => number
  /** Writes a backup of the data folder; returns the number of rows. */
  write?: (target: BackupTarget) => Promise<number>
}

/** The backups of the embedded engine, as a chore repeats them. */
export interface HourlyBackups {
  /** Makes a backup if one is due and copies the newest one wherever it is missing. */
  check: () => Promise<void>
  /** Makes a backup now. Returns its path; null if one is being made. */
  backUp: () => Promise<string | null>
  /** Like `backUp`, if the last backup is an hour old. */
  backUpIfDue: () => Promise<string | null>
}

/**
 * Backs the embedded engine up into `backups/` of its data folder and then deletes outdated backups. `elapsed` measures
 * the hour between two backups; the date of an earlier process's backup counts only if it is within the last hour.
 */
export function hourlyBackups(parts: Parts): HourlyBackups {
  const { dataDir, targets, clock, log, elapsed = () => performance.now() } = parts
  const folder = backupFolder(dataDir)
  let last: number | null = null
  let isBusy = false

  async function backUp(): Promise<string | null> {
    if (isBusy) return null
    isBusy = true
    try {
      const began = elapsed()
      createFolder(folder)
      const name = nextBackupName([...readdirSync(folder), ...(await knownNames(parts, targets))], clock())
      const path = join(folder, name)
      const rows = await recordBackup(parts, { path, name }, () => writeTo(parts, path))
      last = began
      log.info({ path, rows }, 'backup')
      for (const file of expired(readdirSync(folder))) rmSync(join(folder, file))
      return path
    } finally {
      isBusy = false
    }
  }

  async function backUpIfDue(): Promise<string | null> {
    createFolder(folder)
    last ??= elapsed() - (ageOf(readdirSync(folder), clock()) ?? HOUR_MS)
    return elapsed() - last < HOUR_MS ? null : backUp()
  }

  const copy = copyWhereMissing(parts, folder)
  const check = async () => {
    await backUpIfDue()
    await copy()
  }
  return { check, backUp, backUpIfDue }
}

async function writeTo(parts: Parts, path: string): Promise<number> {
  const { dataDir, encryption, clock, write } = parts
  const target = { path, madeAt: clock(), encryption }
  if (write) return write(target)
  const stopping = stopSignal(parts.isStopping)
  try {
    return await inChild('backUpRunning', { dataDir, target }, stopping)
  } finally {
    stopping.end()
  }
}

/** Returns what copies the newest backup to each target that does not have it yet; a slow target delays no other. */
function copyWhereMissing(parts: Parts, folder: string): () => Promise<void> {
  const busy = new Set<string>()
  return async () => {
    const newest = newestBackup(readdirSync(folder))
    if (!newest) return
    const file = { path: join(folder, newest.name), name: newest.name }
    await Promise.all(
      parts.targets.map(async (target) => {
        if (busy.has(target.name) || parts.isStopping()) return
        busy.add(target.name)
        try {
          const last = await findLastDone(parts.db, { kind: 'copy', target: target.name })
          if (last?.file !== newest.name) await copyTo(parts, target, file)
        } finally {
          busy.delete(target.name)
        }
      }),
    )
  }
}

/** How long ago the newest backup was made, in ms; null if there is none or its date is in the future. */
function ageOf(names: readonly string[], now: Date): number | null {
  const newest = newestBackup(names)
  const age = newest ? now.getTime() - newest.at : -1
  return age < 0 ? null : age
}
