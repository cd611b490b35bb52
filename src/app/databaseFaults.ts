import { COMMIT_LOST, CONNECTION_LOST, NO_CONNECTION } from '#db/pool.ts'
import { READ_ONLY } from '#db/readOnly.ts'
import { PROGRAM_TOO_OLD } from '#db/version.ts'
import { AppError, STALE_PLAN } from '#kit/errors.ts'

/**
 * Codes after which the operation may be retried; its transaction was rolled back. Codes with digits are PostgreSQL's.
 */
const RETRYABLE_CODES = new Set([
  NO_CONNECTION,
  CONNECTION_LOST,
  STALE_PLAN,
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  // Ended by an administrator, a limit, a restart or a recovery.
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  // Too many connections, lock timeout, serialization failure, deadlock.
  '53300',
  '55P03',
  '40001',
  '40P01',
])

/** PostgreSQL's disk is full, or a write to it failed. */
const DISK_FULL_CODES = new Set(['53100', '58030'])

/**
 * Returns the user-facing error for a database error code; null if the code is unknown or the fault is the program's
 * own.
 */
export function databaseFault(code: string): AppError | null {
  if (RETRYABLE_CODES.has(code)) return new AppError('BUSY', '系统暂时繁忙，您的操作没有保存，请稍后再试。')
  if (code === COMMIT_LOST) {
    return new AppError('BUSY', '保存时与数据库的连接断开了，可能已经保存。请先刷新查看，再决定是否重做。')
  }
  if (code === PROGRAM_TOO_OLD) {
    return new AppError(
      'BUSY',
      '数据库已由更新的程序升级，这个程序不能再写入，您的操作没有保存。请稍后刷新页面再试。',
    )
  }
  if (code === READ_ONLY) {
    return new AppError('BUSY', '数据库现在只能读，您的操作没有保存。请联系管理员。')
  }
  if (DISK_FULL_CODES.has(code))
    return new AppError('DISK_FULL', '磁盘空间不足，您的操作没有保存。请联系管理员。')
  return null
}
