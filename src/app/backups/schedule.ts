import { tmpdir } from 'node:os'
import { backupEncryption } from '#app/backupKeys.ts'
import type { Chore } from '#app/chores.ts'
import { backupFolder } from '#app/database.ts'
import { hourlyBackups } from '#app/hourlyBackups.ts'
import { type JobParts, runIfDue } from '#app/jobs.ts'
import type { Settings } from '#app/settings.ts'
import { createFolder } from '#db/paths.ts'
import type { Job } from '#kit/job.ts'
import { testRestoreJob } from './restoreCheckJob.ts'
import { serverBackupJob } from './serverJob.ts'
import type { Target } from './target.ts'

/** Interval between checks whether an hourly backup or a copy is due, in ms. */
const CHECK_MS = 10 * 60_000

/** The backups of a running program. */
export interface BackupWork {
  chores: Chore[]
  jobs: Job[]
  /** Makes a backup and copies it to every target, also if none is due. Null if this program makes no backups. */
  backUpNow: (() => Promise<void>) | null
  /** Does a test restore of the newest backup. */
  testRestoreNow: (() => Promise<void>) | null
}

/**
 * The embedded engine is backed up hourly by its program and copied to the targets; a server only if there are targets,
 * by one of its nodes. A test restore follows once a week.
 */
export function backupWork(settings: Settings, parts: JobParts, targets: readonly Target[]): BackupWork {
  if (settings.databaseUrl && targets.length === 0) {
    return { chores: [], jobs: [], backUpNow: null, testRestoreNow: null }
  }
  const encryption = backupEncryption(settings)
  const common = { encryption, targets }
  const now = (job: Job) => async () => void (await runIfDue(parts, dueNow(job)))
  if (settings.databaseUrl) {
    const backup = serverBackupJob({ settings, ...common })
    const restore = testRestoreJob({ ...common, localFolder: null, scratch: tmpdir() })
    return { chores: [], jobs: [backup, restore], backUpNow: now(backup), testRestoreNow: now(restore) }
  }
  const folder = backupFolder(settings.dataDir)
  createFolder(folder)
  const hourly = hourlyBackups({ ...parts, ...common, dataDir: settings.dataDir })
  const restore = testRestoreJob({ ...common, localFolder: folder, scratch: folder })
  return {
    chores: [{ name: 'backup', everyMs: CHECK_MS, work: hourly.check }],
    jobs: [restore],
    backUpNow: async () => {
      await hourly.backUp()
      await hourly.check()
    },
    testRestoreNow: now(restore),
  }
}

/** A job that is due whenever it is asked for. */
function dueNow(job: Job): Job {
  const { plan, everyMs } = job.dueAt
  return { ...job, dueAt: Object.assign((now: Date) => now, { plan, everyMs }) }
}
