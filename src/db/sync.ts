import { spawnSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Flushes a file, or a folder's entries, to disk. */
export function syncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * Flushes a folder with its contents, and its entry in the parent folder, to disk. Linux can sync the whole file system
 * in one call, which is a hundred times faster than a thousand files one by one.
 */
export function syncTree(folder: string): void {
  if (spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status === 0) return
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(join(entry.parentPath, entry.name))
  }
  syncPath(folder)
  syncPath(dirname(folder))
}
