import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UnusablePathError } from '#db/paths.ts'
import { removeSockets } from './leftovers.ts'

const PID_FILE = 'engine.pid'
const LOCK_FILE = 'engine.lock'
/** SQLite's error code for a file that another process has locked. */
const SQLITE_BUSY = 5

/** The holder of a data folder: the process id of the program and the folder of its engine's sockets. */
export interface LockHolder {
  pid: number
  socketFolder: string
}

/**
 * Locks a data folder for this process; returns null if another process holds the lock. The lock is an exclusive SQLite
 * transaction, which the operating system releases when the process ends in any way; `engine.pid` only names the
 * holder. Removes the socket folder that a killed holder left behind.
 * Throws `UnusablePathError` if `engine.lock` cannot be opened, and the file system's error if `engine.pid` cannot be
 * written.
 */
export function lockFolder(folder: string, holder: LockHolder): { release: () => void } | null {
  const lockFile = acquireLock(join(folder, LOCK_FILE))
  if (!lockFile) return null
  const before = readHolder(folder)
  writeFileSync(join(folder, PID_FILE), `${holder.pid}\n${holder.socketFolder}\n`, { mode: 0o600 })
  if (before && before.socketFolder !== holder.socketFolder) removeSockets(before.socketFolder)
  return { release: () => lockFile.close() }
}

function acquireLock(path: string): DatabaseSync | null {
  let lockFile: DatabaseSync | undefined
  try {
    lockFile = new DatabaseSync(path)
    lockFile.exec('pragma locking_mode = exclusive; begin exclusive')
    return lockFile
  } catch (error) {
    lockFile?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new UnusablePathError(`${path} 打不开（${(error as Error).message}）。`)
  }
}

/**
 * Returns the process that locked the folder last; null if there is none. Only the lock shows whether it still holds
 * it.
 */
export function readHolder(folder: string): LockHolder | null {
  try {
    const [pid = '', socketFolder = ''] = readFileSync(join(folder, PID_FILE), 'utf8').split('\n')
    return { pid: Number(pid), socketFolder }
  } catch {
    return null
  }
}
