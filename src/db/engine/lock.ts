import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PathUnusable } from '#db/paths.ts'
import { removeSockets } from './leftovers.ts'

const PID_FILE = 'engine.pid'
const LOCK_FILE = 'engine.lock'
/** SQLite's code for a file that another process holds. */
const SQLITE_BUSY = 5

/** Who has a data folder open: the program's process number, and the folder of its engine's sockets. */
export interface Holder {
  pid: number
  socketFolder: string
}

/**
 * Takes a data folder for this process alone, or answers null where another has it. The lock is an exclusive SQLite
 * transaction, which the system drops with the process, however that dies; the file beside it only says who. What a killed
 * process left in the temporary folder is removed.
 * Throws `PathUnusable` if there is something else in the place of one of these files.
 */
export function lockFolder(folder: string, holder: Holder): { release: () => void } | null {
  const side = takeLock(join(folder, LOCK_FILE))
  if (!side) return null
  const before = lastHolder(folder)
  writeFileSync(join(folder, PID_FILE), `${holder.pid}\n${holder.socketFolder}\n`, { mode: 0o600 })
  if (before && before.socketFolder !== holder.socketFolder) removeSockets(before.socketFolder)
  return { release: () => side.close() }
}

function takeLock(path: string): DatabaseSync | null {
  let side: DatabaseSync | undefined
  try {
    side = new DatabaseSync(path)
    side.exec('pragma locking_mode = exclusive; begin exclusive')
    return side
  } catch (error) {
    side?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw new PathUnusable(`${path} 打不开（${(error as Error).message}）。`)
  }
}

/** Who took the folder last; null where nobody ever did. Whether they still have it, only the lock says. */
export function lastHolder(folder: string): Holder | null {
  try {
    const [pid = '', socketFolder = ''] = readFileSync(join(folder, PID_FILE), 'utf8').split('\n')
    return { pid: Number(pid), socketFolder }
  } catch {
    return null
  }
}
