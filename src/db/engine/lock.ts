import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const PID_FILE = 'engine.pid'

/** Who has a data folder open: the program's process number, and the folder of its engine's sockets. */
export interface Holder {
  pid: number
  socketFolder: string
}

/**
 * Takes a data folder for this process alone, or answers null where another has it. The lock is an exclusive SQLite
 * transaction, which the system drops with the process, however that dies; the file beside it only says who.
 */
export function lockFolder(folder: string, holder: Holder): { release: () => void } | null {
  const side = new DatabaseSync(join(folder, 'engine.lock'))
  try {
    side.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    side.close()
    return null
  }
  writeFileSync(join(folder, PID_FILE), `${holder.pid}\n${holder.socketFolder}\n`, { mode: 0o600 })
  return { release: () => side.close() }
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
