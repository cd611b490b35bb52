import { createReadStream, createWriteStream, readdirSync, rmSync, statSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncPath } from '#db/sync.ts'
import {
  changedFile,
  digestOf,
  missingFile,
  patienceFor,
  stopped,
  type Target,
  TargetError,
  tooSlow,
  UNFINISHED_SUFFIX,
} from './target.ts'

/**
 * A folder, such as a mounted share. It is never created: while the share is not mounted, its folder is missing, and
 * nothing is written to the disk below.
 */
export function folderTarget(name: string, folder: string): Target {
  const inFolder = <T>(work: () => T | Promise<T>) => named(folder, work)
  return {
    name,
    address: `folder:${folder}`,
    put: (path, file, signal) => inFolder(() => putFile(path, join(folder, file), signal)),
    list: () => inFolder(() => listFolder(folder)),
    get: (file, path, signal) => inFolder(() => getFile(join(folder, file), file, path, signal)),
    delete: (file) => inFolder(() => rmSync(join(folder, file), { force: true })),
  }
}

async function putFile(path: string, target: string, signal: AbortSignal): Promise<void> {
  const unfinished = `${target}${UNFINISHED_SUFFIX}`
  try {
    await copy(path, unfinished, signal)
    syncPath(unfinished)
    if ((await digestOf(unfinished)) !== (await digestOf(path))) throw changedFile()
    await rename(unfinished, target)
    syncPath(dirname(target))
  } catch (error) {
    // If the removal fails too, report the first error.
    await rm(unfinished, { force: true }).catch(() => {})
    throw error
  }
}

async function getFile(source: string, name: string, path: string, signal: AbortSignal): Promise<void> {
  if (!statSync(source, { throwIfNoEntry: false })) throw missingFile(name)
  await copy(source, path, signal)
}

function listFolder(folder: string) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => ({ name, bytes: statSync(join(folder, name)).size }))
}

/** Copies in pieces, so that a share that hangs or a stop of the program ends the copy. */
async function copy(from: string, to: string, signal: AbortSignal): Promise<void> {
  const limit = AbortSignal.timeout(patienceFor(statSync(from).size))
  await pipeline(createReadStream(from), createWriteStream(to, { mode: 0o600 }), {
    signal: AbortSignal.any([signal, limit]),
  }).catch((error) => {
    if (limit.aborted) throw tooSlow()
    throw signal.aborted ? stopped() : error
  })
}

const NO_ACCESS = new Set(['EACCES', 'EPERM', 'EROFS'])
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Does work in the folder, and explains errors of the file system. */
async function named<T>(folder: string, work: () => T | Promise<T>): Promise<T> {
  try {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      throw new TargetError('备份文件夹不存在，可能没有挂载。')
    }
    return await work()
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException
    if (error instanceof TargetError || !code || !syscall) throw error
    if (NO_ACCESS.has(code)) throw new TargetError('没有权限读写备份文件夹。')
    if (NO_SPACE.has(code)) throw new TargetError('那里的空间不足。')
    throw new TargetError('备份文件夹现在不能使用（{code}）。', { code })
  }
}
