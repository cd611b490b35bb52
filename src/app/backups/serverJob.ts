import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Encryption } from '#db/backup/encryption.ts'
import { nextBackupName } from '#db/backup/retention.ts'
import type { BackupTarget } from '#db/backup/write.ts'
import type { Job, JobContext } from '#kit/job.ts'
import { everyMinutes } from '#kit/schedule.ts'
import type { Sentence } from '#kit/text.ts'
import { inChild } from './inChild.ts'
import { findLastDone } from './runs.ts'
import type { ServerSettings } from './serverBackup.ts'
import { type Target, TargetError } from './target.ts'
import { copyTo, knownNames, recordBackup, stopSignal, withScratch } from './work.ts'

interface Parts {
  settings: ServerSettings
  encryption: Encryption
  targets: readonly Target[]
  /** Writes a backup of the server; returns the number of rows. */
  write?: (target: BackupTarget) => Promise<number>
}

/**
 * The hourly backup of a PostgreSQL server: one node makes it in a temporary file and copies it to every target. After
 * a failure it is tried again for the targets that lack it.
 */
export function serverBackupJob(parts: Parts): Job {
  return {
    name: 'hourly-backup',
    title: '备份',
    dueAt: everyMinutes(60),
    work: async (context) => {
      const missing = await targetsWithout(context, parts.targets)
      if (missing.length === 0)
        return { sentence: '{n} 个目的地都已有这个钟点的备份。', values: { n: parts.targets.length } }
      return withScratch(tmpdir(), (folder) => backUp(context, { ...parts, targets: missing }, folder))
    },
  }
}

/** The targets without a copy since the run was due. */
async function targetsWithout({ db, dueAt }: JobContext, targets: readonly Target[]): Promise<Target[]> {
  const lasts = await Promise.all(targets.map(({ name }) => findLastDone(db, { kind: 'copy', target: name })))
  return targets.filter((_, index) => (lasts[index]?.startedAt ?? new Date(0)) < dueAt)
}

async function backUp(context: JobContext, parts: Parts, folder: string): Promise<Sentence> {
  const { targets } = parts
  const name = nextBackupName(await knownNames(context, targets), context.clock())
  const file = { name, path: join(folder, name) }
  const rows = await recordBackup(context, file, () => writeTo(context, parts, file.path))
  const copied = await Promise.all(targets.map((target) => copyTo(context, target, file)))
  const failed = targets.filter((_, index) => !copied[index])
  if (failed.length > 0) {
    throw new TargetError('备份没有传到 {targets}。', { targets: failed.map(({ name }) => name) })
  }
  return { sentence: '已备份 {rows} 行，传到 {count} 处。', values: { rows, count: targets.length } }
}

async function writeTo(context: JobContext, { settings, encryption, write }: Parts, path: string) {
  const target = { path, madeAt: context.clock(), encryption }
  if (write) return write(target)
  const stopping = stopSignal(context.isStopping)
  try {
    return await inChild('backUpServer', { settings, target }, stopping)
  } finally {
    stopping.end()
  }
}
