import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import * as z from 'zod'
import { reasonOf } from '#db/paths.ts'
import { syncPath, syncTree } from '#db/sync.ts'
import { STATED_VERSION } from '#db/version.ts'
import { DurableFiles, orExit } from './durableFiles.ts'

/** The folder of PostgreSQL's files within a data folder. */
export const FILES = 'pg'
/**
 * The folder in which a database is created. A killed first start may leave it behind; it then contains no user data.
 */
const UNFINISHED = 'pg.new'
const VERSION_FILE = 'engine.json'

const UNSAFE = [...PGlite.defaultStartParams, '-c', STATED_VERSION]
/**
 * PGlite's parameters without `-F`, which turns fsync off. PGlite's fdatasync never reaches the host; its fsync does,
 * through `DurableFiles`.
 */
const SAFE = [...UNSAFE.filter((param) => param !== '-F'), '-c', 'fsync=on', '-c', 'wal_sync_method=fsync']

/** Why a data folder was not opened, as a sentence for the operator. */
export class CannotOpen extends Error {}

/**
 * Opens the database of a data folder and creates it if there is none. `durable: false` omits every sync, as PGlite
 * does by default: for disposable data such as a test's. Throws `CannotOpen` and then leaves the folder unchanged.
 */
export async function openFolder(folder: string, durable: boolean): Promise<PGlite> {
  const files = join(folder, FILES)
  if (!existsSync(files)) await makeDatabase(folder, durable)
  refuseOtherVersion(folder)
  // Without this file PGlite would create an empty database over the existing files.
  if (!existsSync(join(files, 'PG_VERSION')))
    throw new CannotOpen(`${files} 不是完整的数据库：缺少 PG_VERSION。`)
  const engine = await open(files, durable).catch((error: unknown) => {
    throw new CannotOpen(`内置数据库打不开（${whyNot(error)}）。`)
  })
  rememberVersion(folder, durable)
  return engine
}

/** Error codes of Emscripten's file system by errno; its errors have no message. */
const EMSCRIPTEN: Record<number, string> = { 2: 'EACCES', 29: 'EIO', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' }

function whyNot(error: unknown): string {
  const { errno, message } = error as { errno?: number; message?: string }
  const code = EMSCRIPTEN[errno ?? 0]
  return reasonOf(code ? { code, syscall: 'write' } : error) ?? message ?? `错误 ${errno ?? '未知'}`
}

async function open(files: string, durable: boolean): Promise<PGlite> {
  if (!durable) return PGlite.create({ dataDir: files, startParams: UNSAFE })
  // A killed process's writes may still be in the operating system's cache only.
  orExit(() => syncTree(files))
  const fs = new DurableFiles(files)
  const engine = await PGlite.create({ fs, startParams: SAFE })
  fs.opened()
  return engine
}

/**
 * Creates the database in a temporary folder, flushes it to disk, then renames it: a start that is killed or loses
 * power leaves a complete database or none.
 */
async function makeDatabase(folder: string, durable: boolean): Promise<void> {
  const unfinished = join(folder, UNFINISHED)
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  const engine = await open(unfinished, false).catch((error: unknown) => {
    throw new CannotOpen(`内置数据库没有建成（${whyNot(error)}）。`)
  })
  await engine.close()
  if (durable) orExit(() => syncTree(unfinished))
  renameSync(unfinished, join(folder, FILES))
  if (durable) syncPath(folder)
}

/** The embedded engine's version from its package.json: `0.5.16`. */
function ownVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/** The part of a version that determines the file format, which a minor version may change: `0.5` of `0.5.16`. */
const layoutOf = (version: string) => version.split('.').slice(0, 2).join('.')

function refuseOtherVersion(folder: string): void {
  const path = join(folder, VERSION_FILE)
  if (!existsSync(path)) return
  const pglite = versionIn(path)
  if (layoutOf(pglite) === layoutOf(ownVersion())) return
  throw new CannotOpen(
    `数据是由内置数据库 ${pglite} 写的，这个程序带的是 ${ownVersion()}，两者的文件格式不同。` +
      '请用原来版本的程序运行 npm run backup，再用这个版本运行 npm run restore。',
  )
}

function versionIn(path: string): string {
  const text = readFileSync(path, 'utf8')
  try {
    return z.object({ pglite: z.string() }).parse(JSON.parse(text)).pglite
  } catch {
    throw new CannotOpen(`${path} 的内容不正确，应是 {"pglite":"版本"}。`)
  }
}

function rememberVersion(folder: string, durable: boolean): void {
  const path = join(folder, VERSION_FILE)
  const text = `${JSON.stringify({ pglite: ownVersion() })}\n`
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  writeFileSync(`${path}.new`, text)
  if (durable) syncPath(`${path}.new`)
  renameSync(`${path}.new`, path)
  if (durable) syncPath(folder)
}
