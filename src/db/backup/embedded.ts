import { once } from 'node:events'
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { connect as openSocket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { connect, type Database } from '#db/connect.ts'
import { EngineStartError, startEngine } from '#db/embedded.ts'
import { removeSnapshots, snapshotPrefix } from '#db/engine/leftovers.ts'
import { lockFolder, readHolder } from '#db/engine/lock.ts'
import { assertWritable } from '#db/paths.ts'
import { syncPath } from '#db/sync.ts'
import type { Decryption } from './encryption.ts'
import { BackupError } from './format.ts'
import { openBackup, verifyBackup } from './read.ts'
import { restore } from './restore.ts'
import { type BackupTarget, writeBackup } from './write.ts'

const DATABASE_FOLDER = 'pg'
const SNAPSHOT_SOCKET = 'snapshot'

/** Runs work on the embedded engine of a folder, and then closes the engine. */
export async function withEngine<T>(
  folder: string,
  durable: boolean,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const engine = await startEngine(folder, { durable })
  const db = connect(engine, () => {})
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await engine.close()
  }
}

/**
 * Backs up the embedded engine of a folder, whether the program runs or not. If it runs, its engine copies its files
 * between two transactions, and the backup is read from that copy. Returns the number of rows.
 */
export async function backUpFolder(dataFolder: string, target: BackupTarget): Promise<number> {
  if (!existsSync(join(dataFolder, DATABASE_FOLDER))) throw new BackupError(`${dataFolder} 里还没有数据库。`)
  removeSnapshots(dataFolder)
  try {
    return await withEngine(dataFolder, true, (db) => writeBackup(db, target))
  } catch (error) {
    if (!(error instanceof EngineStartError && error.inUse)) throw error
  }
  return backUpRunning(dataFolder, target)
}

/**
 * Backs up the embedded engine of the program that runs on a folder. Never opens the folder itself: an engine that does
 * would keep the program from starting again. Returns the number of rows; throws `BackupError` if the program does not run.
 */
export async function backUpRunning(dataFolder: string, target: BackupTarget): Promise<number> {
  removeSnapshots(dataFolder)
  const copy = mkdtempSync(join(dataFolder, snapshotPrefix()))
  try {
    await requestSnapshot(readHolder(dataFolder)?.socketFolder ?? '', copy)
    return await withEngine(copy, false, (db) => writeBackup(db, target))
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * Requests a copy of the files from a running engine. Throws `BackupError` if the engine cannot be reached or the copy
 * fails.
 */
async function requestSnapshot(socketFolder: string, target: string): Promise<void> {
  const socket = openSocket(join(socketFolder, SNAPSHOT_SOCKET))
  await once(socket, 'connect').catch(() => {
    throw new BackupError(
      '数据目录正被另一个进程使用，它现在不能给出副本（正在启动、停止或恢复）。请稍后再试。',
    )
  })
  socket.write(`${target}\n`)
  const answer = await readLine(socket)
  if (answer !== 'ok') throw new BackupError(`内置数据库没有给出副本：${answer}`)
}

/** Reads one line; an engine that ends before it has answered closes the connection without one. */
async function readLine(socket: Readable): Promise<string> {
  try {
    for await (const line of createInterface(socket)) return line
  } catch (error) {
    return (error as Error).message
  }
  return '它停止了'
}

export interface RestoreResult {
  rows: number
  /** Path of the previous files, which were renamed; null if there were none. */
  before: string | null
}

/**
 * Restores the embedded engine of a folder from a backup. The database is created in a separate folder; only after its
 * contents have been compared with the backup does it replace the old files, which are kept under another name. Throws
 * `BackupError` if the folder has data and `replace` is false, if the program runs, or if the backup does not fit.
 */
export async function restoreFolder(
  dataFolder: string,
  path: string,
  { replace, now, decryption }: { replace: boolean; now: Date; decryption: Decryption },
): Promise<RestoreResult> {
  assertWritable(dataFolder)
  const lock = lockFolder(dataFolder, { pid: process.pid, socketFolder: '' })
  if (!lock) {
    throw new BackupError(
      `数据目录正被另一个进程使用（进程号 ${readHolder(dataFolder)?.pid ?? '未知'}）。请先停止程序，再恢复。`,
    )
  }
  const files = join(dataFolder, DATABASE_FOLDER)
  const stagingFolder = join(dataFolder, 'restoring')
  try {
    const hasDatabase = existsSync(files)
    if (hasDatabase && !replace) {
      throw new BackupError(
        '数据目录里已有数据库，没有改动。若要替换它，请加上 --replace；原来的会改名保留。',
      )
    }
    // Refuse an incomplete file before a database is created for it.
    await verifyBackup(path, decryption)
    rmSync(stagingFolder, { recursive: true, force: true })
    const rows = await withEngine(stagingFolder, true, async (db) =>
      restore(db, await openBackup(path, decryption)),
    )
    const before = hasDatabase ? `${files}-before-${now.toISOString().replaceAll(':', '-')}` : null
    if (before) renameSync(files, before)
    renameSync(join(stagingFolder, DATABASE_FOLDER), files)
    renameSync(join(stagingFolder, 'engine.json'), join(dataFolder, 'engine.json'))
    syncPath(dataFolder)
    return { rows, before }
  } finally {
    rmSync(stagingFolder, { recursive: true, force: true })
    lock.release()
  }
}
