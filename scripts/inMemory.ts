import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** Linux's file system that is memory. A container may give it next to nothing. */
const MEMORY = '/dev/shm'
/** What the databases of a run take together lies far below. */
const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Lets the databases of tests lie in memory where it has room: what a test writes need not outlive it, and the program's
 * own syncs of a folder wait for all that the machine has to write. What is made to last is tested by `npm run test:crash`,
 * on the disk. Nothing of it stays behind.
 */
export function keepTestsInMemory(): void {
  if (!existsSync(MEMORY) || room() < ENOUGH_BYTES) return
  const folder = mkdtempSync(join(MEMORY, 'houtai-'))
  // PostgreSQL runs as a user of its own, and has to come through to what belongs to it.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
}

function room(): number {
  const { bavail, bsize } = statfsSync(MEMORY)
  return Math.min(bavail * bsize, freemem())
}
