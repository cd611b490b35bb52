import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#kit/errors.ts'

const MIB = 1024 * 1024
/** Below this, writes are refused, long before PostgreSQL has no room for its own log. */
const MIN_FREE_BYTES = 512 * MIB
/** Writes resume slightly above the limit, so that one deleted file does not make the state flap. */
const RESUME_FREE_BYTES = 576 * MIB
const CHECK_INTERVAL_MS = 1_000

/** Watches the free space of the disk that contains the data. */
export interface DiskGuard {
  isFull: () => boolean
  stop: () => void
}

/**
 * Checks the disk of a folder once a second. `onChange` is called when it becomes full and when it is no longer full.
 */
export async function watchDisk(folder: string, onChange: (isFull: boolean) => void): Promise<DiskGuard> {
  let full = false
  const checkDisk = async () => {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const now = full ? free < RESUME_FREE_BYTES : free < MIN_FREE_BYTES
    if (now !== full) onChange(now)
    full = now
  }
  await checkDisk()
  // A failed check changes nothing; the database reports its own errors.
  const timer = setInterval(() => checkDisk().catch(() => {}), CHECK_INTERVAL_MS)
  return { isFull: () => full, stop: () => clearInterval(timer) }
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * While the disk is full, refuses writing requests before they do anything; signing in and out stays possible, since it
 * writes little.
 */
export function refuseWritesWhile(app: FastifyInstance, isFull: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (!isFull() || READS.has(request.method) || request.url.startsWith('/api/login/')) return
    throw new AppError(
      'DISK_FULL',
      '服务器磁盘空间不足，暂时只能查看，不能保存。请联系管理员清理磁盘，之后会自动恢复。',
    )
  })
}
