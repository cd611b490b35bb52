import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux's in-memory file system. Containers may have almost no space in it. */
const MEMORY = '/dev/shm'
/** More than the databases of a run need together. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Puts the databases of tests into memory if there is enough space: test data need not survive, and `sync` of a folder
 * on disk waits for all pending writes of the machine. `npm run test:crash` tests durability on the disk. The folder is
 * removed at exit.
 */
export function keepTestsInMemory(): void {
  if (!existsSync(MEMORY) || freeBytes() < ENOUGH_BYTES) return
  const folder = mkdtempSync(join(MEMORY, 'houtai-'))
  // PostgreSQL runs as a separate user and must be able to enter its folder.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem())
}
