import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isProcessAlive } from '#kit/processes.ts'

/**
 * The folder for sockets. As a service: the runtime folder that systemd names, because a command such as `backup` does
 * not see the service's private temporary folder. Otherwise the system's temporary folder, not the data folder: the path
 * of a unix socket is limited to about 100 characters.
 */
export const socketParent = () => process.env.RUNTIME_DIRECTORY ?? tmpdir()

/** Name prefix of socket folders. */
export const SOCKET_PREFIX = 'houtai-'

/** Removes the socket folder of a killed process; ignores any other path. */
export function removeSockets(path: string): void {
  const isOurs = dirname(path) === socketParent() && /^houtai-\w{6}$/.test(basename(path))
  if (isOurs) rmSync(path, { recursive: true, force: true })
}

/** Name prefix of the snapshots that this process makes for backups. */
export const snapshotPrefix = () => `snapshot-${process.pid}-`

/**
 * Removes snapshots in a data folder whose process no longer runs. A killed backup leaves one as large as the database.
 */
export function removeSnapshots(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    if (!name.startsWith('snapshot-')) continue
    // Version 0.1.0 did not put the process id into the name.
    const pid = Number(/^snapshot-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid === 0 || !isProcessAlive(pid)) rmSync(join(dataFolder, name), { recursive: true, force: true })
  }
}
