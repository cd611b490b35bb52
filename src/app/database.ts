import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { newestBackup, nextBackupName } from '#db/backup/retention.ts'
import { connect, connectBreakable, type Database } from '#db/connect.ts'
import { type Engine, EngineStartError, startEngine } from '#db/embedded.ts'
import { createFolder } from '#db/paths.ts'
import { watchServer } from '#db/serverWatch.ts'
import { watchDisk } from './diskGuard.ts'
import { type Settings, StartError } from './settings.ts'

/** The database of a running program, with either engine. */
export interface OpenDatabase {
  db: Database
  /** Whether the database is available; does not wait for a statement in progress. */
  isReady: () => boolean
  /**
   * Whether the disk of the embedded engine is too full for writes; always false for a server, which watches its own
   * disk.
   */
  isDiskFull: () => boolean
  /** Closes the pool, then the embedded engine if there is one. */
  close: () => Promise<void>
  /** Resolves with a message when the embedded engine ends and cannot be restarted; never for a server. */
  failed: Promise<string>
}

/** Callbacks for faults that do not stop the program. */
export interface Listeners {
  onLost: (error: Error) => void
  onRestart: (sentence: string) => void
  /** The embedded engine has ended unexpectedly and is restarted. */
  onExit?: () => void
}

/**
 * Opens the configured database, with whatever schema it has (see `upgrade.ts`). `starting`: the embedded engine, if it
 * is already being started. Throws `StartError` if that is impossible.
 */
export async function openDatabase(
  settings: Settings,
  listeners: Listeners,
  starting?: Promise<Engine> | null,
): Promise<OpenDatabase> {
  if (settings.databaseUrl) return openServer(settings.databaseUrl, settings.preparesStatements, listeners)
  return openEmbedded(settings.dataDir, listeners, starting ?? startEngine(settings.dataDir, listeners))
}

async function openEmbedded(
  folder: string,
  { onLost, onRestart }: Listeners,
  starting: Promise<Engine>,
): Promise<OpenDatabase> {
  const engine = await starting.catch((error: Error) => {
    if (!(error instanceof EngineStartError)) throw error
    throw new StartError(`${error.message} 数据目录：${folder}${error.inUse ? '' : recoveryAdvice(folder)}`)
  })
  const disk = await watchDisk(folder, (isFull) => {
    onRestart(isFull ? '磁盘剩余空间不足 512 MB，暂停一切写入。' : '磁盘空间已恢复，重新接受写入。')
  })
  const db = connect({ socketFolder: engine.socketFolder }, onLost)
  const close = async () => {
    disk.stop()
    await db.destroy()
    await engine.close()
  }
  return { db, isReady: engine.isReady, isDiskFull: disk.isFull, close, failed: engine.failed }
}

/** Folder of the embedded engine's hourly backups. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/** The path of the next backup of the embedded engine. Creates its folder. */
export function nextBackupPath(dataDir: string, at: Date): string {
  const folder = backupFolder(dataDir)
  createFolder(folder)
  return join(folder, nextBackupName(readdirSync(folder), at))
}

/** Tells the operator of an engine that does not open what to do. No data has been removed. */
function recoveryAdvice(folder: string): string {
  const backups = backupFolder(folder)
  const isFolder = statSync(backups, { throwIfNoEntry: false })?.isDirectory()
  const newest = newestBackup(isFolder ? readdirSync(backups) : [])
  if (!newest) return ''
  return `\n数据文件没有改动。若确认已损坏，可以用最近的备份恢复：npm run restore -- ${join(backups, newest.name)} --replace`
}

const MIN_SERVER_VERSION = 150_000

/** Throws `StartError` if the server cannot be reached or is too old. `setting` names its address. */
export async function assertServer(db: Database, setting = 'DATABASE_URL'): Promise<void> {
  const version = await sql<{ version: number }>`select current_setting('server_version_num')::int as version`
    .execute(db)
    .catch((error: Error) => {
      throw new StartError(
        `连不上设置 ${setting} 指向的数据库：${error.message}。请检查地址、账号和网络后重试。`,
      )
    })
  if ((version.rows[0]?.version ?? 0) < MIN_SERVER_VERSION) {
    throw new StartError(`设置 ${setting} 指向的 PostgreSQL 版本过旧，需要 15 或更新的版本。`)
  }
}

async function openServer(url: string, prepare: boolean, { onLost }: Listeners): Promise<OpenDatabase> {
  const { db, breakAll } = connectBreakable({ url }, onLost, { prepare })
  await assertServer(db)
  const watch = watchServer(url, breakAll)
  const close = async () => {
    await watch.stop()
    await db.destroy()
  }
  return { db, isReady: watch.isReady, isDiskFull: () => false, close, failed: new Promise(() => {}) }
}
