import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Why a file or folder cannot be used, as a sentence for the operator. */
export class UnusablePathError extends Error {}

const REASONS: Record<string, string> = {
  EACCES: '没有权限',
  EPERM: '没有权限',
  EROFS: '文件系统是只读的',
  ENOSPC: '磁盘空间不足',
  EDQUOT: '磁盘配额已用完',
  ENOTDIR: '路径中有一段是文件，不是文件夹',
  EEXIST: '路径中有一段是文件，不是文件夹',
  EISDIR: '那里是文件夹，不是文件',
  ENOENT: '路径不存在，或那里不能创建文件',
  ENAMETOOLONG: '名称太长',
  ELOOP: '符号链接循环',
  EIO: '磁盘读写出错',
  EBUSY: '正被占用',
  EMFILE: '打开的文件过多',
  ENFILE: '打开的文件过多',
}

/** Returns the reason of a file system error as a Chinese phrase; null for any other error. */
export function fileErrorReason(error: unknown): string | null {
  const { code, syscall } = error as NodeJS.ErrnoException
  if (!code || !syscall || syscall === 'connect') return null
  return REASONS[code] ?? null
}

/** The path that an error is about; empty if it does not name one. */
export function errorPath(error: unknown): string {
  return (error as NodeJS.ErrnoException).path ?? ''
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Creates a folder, accessible by its owner only, and its parent folders. Node's `recursive` option loops endlessly on
 * a file system that cannot create folders, such as `/proc`.
 */
export function createFolder(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) createFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(path)) throw error
  }
}

/** Creates the data folder if it is missing. Throws `UnusablePathError` if that fails or the folder is not writable. */
export function assertWritable(folder: string): void {
  try {
    createFolder(folder)
    rmdirSync(mkdtempSync(join(folder, 'write-test-')))
  } catch (error) {
    const reason = fileErrorReason(error)
    if (reason === null) throw error
    throw new UnusablePathError(
      `数据目录 ${folder} 不能使用：${reason}。请检查设置 DATA_DIR 和它的权限后重试。`,
    )
  }
}
