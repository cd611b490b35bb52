import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { faultFields } from '#app/faultFields.ts'
import { sentenceOf } from '#app/sentences.ts'
import { expired } from '#db/backup/retention.ts'
import type { Database } from '#db/connect.ts'
import type { Clock } from '#kit/calendar.ts'
import { isProcessAlive } from '#kit/processes.ts'
import type { Sentence } from '#kit/text.ts'
import { beginRun, endRun, findRuns, INTERRUPTED, LOCAL, MAX_STORED_RUNS, type RunOf } from './runs.ts'
import { type Target, TargetError } from './target.ts'

/** What backups, copies and test restores need of the program. */
export interface BackupParts {
  db: Database
  clock: Clock
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  isStopping: () => boolean
}

/** A backup on this machine. */
export interface BackupFile {
  path: string
  name: string
}

/** What a run has to store besides its state. */
export interface RunFacts {
  bytes?: number
  rows?: number
  outcome?: Sentence
}

/** Does work as a stored run, whether it succeeds or fails. */
export async function asRun<T extends RunFacts>(
  { db, clock, isStopping }: BackupParts,
  of: RunOf,
  file: string | null,
  work: () => Promise<T>,
): Promise<T> {
  const id = await beginRun(db, of, file, clock())
  const end = (state: 'done' | 'failed', { bytes, rows, outcome }: RunFacts) =>
    endRun(db, id, {
      state,
      file,
      bytes: bytes ?? null,
      rows: rows ?? null,
      outcome: outcome ?? null,
      endedAt: clock(),
    })
  try {
    const facts = await work()
    await end('done', facts)
    return facts
  } catch (error) {
    await end('failed', { outcome: isStopping() ? INTERRUPTED : reasonOf(error) })
    throw error
  }
}

/** The reason of a failure as people read it; the log has the rest. */
export function reasonOf(error: unknown): Sentence {
  if (error instanceof TargetError) return error.sentence
  const reason = sentenceOf(error)
  if (reason === null) return { sentence: '没有完成，原因在服务器日志里。' }
  return { sentence: '没有完成：{reason}', values: { reason } }
}

/** Makes a backup as a stored run. `write` returns the number of rows. */
export async function recordBackup(
  parts: BackupParts,
  { path, name }: BackupFile,
  write: () => Promise<number>,
): Promise<number> {
  const { rows } = await asRun(parts, { kind: 'backup', target: LOCAL }, name, async () => {
    const written = await write()
    return { rows: written, bytes: statSync(path).size }
  })
  return rows
}

/**
 * Copies a backup to a target as a stored run, and then deletes expired backups there. Returns whether the copy was
 * made; a failure is logged.
 */
export async function copyTo(
  parts: BackupParts,
  target: Target,
  { path, name }: BackupFile,
): Promise<boolean> {
  const stopping = stopSignal(parts.isStopping)
  try {
    await asRun(parts, { kind: 'copy', target: target.name }, name, async () => {
      await target.put(path, name, stopping.signal)
      return { bytes: statSync(path).size, ...(await deleteExpired(parts, target, stopping.signal)) }
    })
    parts.log.info({ target: target.address, name }, 'backup copied')
    return true
  } catch (error) {
    parts.log.error({ ...failureFields(error), target: target.address, name }, 'backup not copied')
    return false
  } finally {
    stopping.end()
  }
}

/** Log fields of a failure: a reason for the operator, or the stack of a fault. */
export function failureFields(error: unknown) {
  return sentenceOf(error) !== null ? { reason: (error as Error).message } : faultFields(error)
}

/** Deletes expired backups of a target. A failure does not spoil the copy, and is stored with it. */
async function deleteExpired(parts: BackupParts, target: Target, signal: AbortSignal): Promise<RunFacts> {
  try {
    const names = (await target.list(signal)).map(({ name }) => name)
    for (const name of expired(names)) await target.delete(name, signal)
    return {}
  } catch (error) {
    parts.log.warn({ ...failureFields(error), target: target.address }, 'expired backups not deleted')
    return {
      outcome: { sentence: '已传到，但没有删去过期的备份：{reason}', values: { reason: reasonOf(error) } },
    }
  }
}

/**
 * The names of backups at the targets and in the stored runs. A new backup gets a higher number than all of them, also
 * on a machine that was restored and has no backups of its own yet.
 */
export async function knownNames(parts: BackupParts, targets: readonly Target[]): Promise<string[]> {
  const stopping = stopSignal(parts.isStopping)
  try {
    const lists = await Promise.all(
      targets.map((target) =>
        target.list(stopping.signal).catch((error) => {
          parts.log.warn({ ...failureFields(error), target: target.address }, 'backups not listed')
          return []
        }),
      ),
    )
    const runs = await findRuns(parts.db, { kind: 'backup', target: LOCAL }, MAX_STORED_RUNS)
    return [
      ...lists.flat().map(({ name }) => name),
      ...runs.flatMap(({ file, state }) => (state === 'failed' ? [] : (file ?? []))),
    ]
  } finally {
    stopping.end()
  }
}

const STOP_CHECK_MS = 200

/** A signal that is aborted soon after the program begins to stop. */
export function stopSignal(isStopping: () => boolean): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController()
  const check = () => {
    if (isStopping()) controller.abort()
  }
  check()
  const timer = setInterval(check, STOP_CHECK_MS).unref()
  return { signal: controller.signal, end: () => clearInterval(timer) }
}

const SCRATCH = 'houtai-scratch-'

/**
 * Does work with a temporary folder in `parent`, which is removed afterwards. Removes those of processes that were
 * killed: one machine does only one such work at a time.
 */
export async function withScratch<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  for (const name of readdirSync(parent)) {
    const pid = /^houtai-scratch-(\d+)-/.exec(name)?.[1]
    if (pid && !isProcessAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(parent, `${SCRATCH}${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
