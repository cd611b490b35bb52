import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The beginning of the name of a folder of sockets, in the system's temporary folder. */
export const SOCKETS = 'houtai-'

/** Removes the folder of sockets of a process that was killed; any other path is left alone. */
export function removeSockets(path: string): void {
  const isOurs = dirname(path) === tmpdir() && /^houtai-\w{6}$/.test(basename(path))
  if (isOurs) rmSync(path, { recursive: true, force: true })
}

/** The beginning of the name of a copy that this process makes for a backup. */
export const snapshotPrefix = () => `snapshot-${process.pid}-`

/** Removes the copies of a data folder whose process is gone: a backup that was killed leaves one as large as the data. */
export function removeSnapshots(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith('snapshot-')) continue
    // Version 0.1.0 did not name the process.
    const pid = Number(/^snapshot-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid === 0 || !isAlive(pid)) rmSync(join(dataFolder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It lives, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
