import { copyFileSync, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import type { Encryption } from '#db/backup/encryption.ts'
import { newestBackup } from '#db/backup/retention.ts'
import type { Job, JobContext } from '#kit/job.ts'
import { weeklyAt } from '#kit/schedule.ts'
import type { Sentence } from '#kit/text.ts'
import { inChild } from './inChild.ts'
import { LOCAL, type RunOf } from './runs.ts'
import { type Target, TargetError } from './target.ts'
import { asRun, stopSignal, withScratch } from './work.ts'

export interface TestRestoreParts {
  encryption: Encryption
  targets: readonly Target[]
  /** The folder of the program's own backups; null for a server, which has none. */
  localFolder: string | null
  /** Where the database is restored; needs room for it. */
  scratch: string
  /** Of the process that restores; the lowest unless given. */
  priority?: number
}

const SUNDAY = 7
const MIB = 1024 * 1024
/** A database is about this many times as large as its compressed backup. */
const UNPACKED = 15
/** What must remain for the program, in bytes: more than what it stops writing at. */
const RESERVE = 1_024 * MIB

/** Where the newest backup is, and its name. */
interface Source {
  name: string
  fetch: (path: string, signal: AbortSignal) => Promise<void>
}

/**
 * Restores the newest backup of the first target once a week, or of this machine if there is no target, and compares
 * the result with the sums in the backup. On either engine the database is an embedded one that is deleted afterwards.
 */
export function testRestoreJob(parts: TestRestoreParts): Job {
  return {
    name: 'test-restore',
    title: '试恢复',
    dueAt: weeklyAt(SUNDAY, '04:10'),
    work: (context) => testRestore(context, parts),
  }
}

/** Does a test restore now; returns the result. Throws if there is a backup that cannot be restored. */
export async function testRestore(
  context: Omit<JobContext, 'dueAt'>,
  parts: TestRestoreParts,
): Promise<Sentence> {
  const stopping = stopSignal(context.isStopping)
  const { signal } = stopping
  const of: RunOf = { kind: 'test_restore', target: parts.targets[0]?.name ?? LOCAL }
  try {
    const source = await newestSource(parts, signal).catch(async (error: Error): Promise<never> => {
      await asRun(context, of, null, () => Promise.reject(error))
      throw error
    })
    if (!source) return { sentence: '还没有可以试恢复的备份。' }
    const { outcome } = await asRun(context, of, source.name, () =>
      withScratch(parts.scratch, (folder) => restoreInto(context, parts, { source, folder, signal })),
    )
    return outcome
  } finally {
    stopping.end()
  }
}

async function newestSource(
  { targets, localFolder }: TestRestoreParts,
  signal: AbortSignal,
): Promise<Source | null> {
  const [target] = targets
  if (target) {
    const newest = newestBackup((await target.list(signal)).map(({ name }) => name))
    return (
      newest && {
        name: newest.name,
        fetch: (path) => target.get(newest.name, path, signal),
      }
    )
  }
  if (!localFolder || !existsSync(localFolder)) return null
  const newest = newestBackup(readdirSync(localFolder))
  const fetch = async (path: string) => copyFileSync(join(localFolder, newest?.name ?? ''), path)
  return newest && { name: newest.name, fetch }
}

async function restoreInto(
  { keyFor }: Omit<JobContext, 'dueAt'>,
  { encryption, priority = constants.priority.PRIORITY_LOW }: TestRestoreParts,
  { source, folder, signal }: { source: Source; folder: string; signal: AbortSignal },
): Promise<{ bytes: number; rows: number; outcome: Sentence }> {
  const path = join(folder, source.name)
  await source.fetch(path, signal)
  const bytes = statSync(path).size
  assertRoom(folder, bytes)
  const { rows, tables, companies, broken } = await inChild(
    'testRestore',
    { path, encryption, auditKey: keyFor('audit').export(), folder },
    { signal, priority },
  )
  if (broken) throw new TargetError('恢复出来的操作日志不完好：公司 {company} 第 {seq} 行。', broken)
  const outcome = {
    sentence: '{tables} 张表、{rows} 行与做备份时的校验一致，{companies} 家公司的操作日志完好。',
    values: { tables, rows, companies },
  }
  return { bytes, rows, outcome }
}

/** The program must not stop writing because a test restore fills its disk. */
function assertRoom(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const needed = bytes * UNPACKED + RESERVE
  if (bavail * bsize >= needed) return
  throw new TargetError('这台机器的空间不够试恢复，需要 {megabytes} MB。', {
    megabytes: Math.ceil(needed / MIB),
  })
}
