import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fileErrorReason } from '#db/paths.ts'
import { syncPath, syncTree } from '#db/sync.ts'
import { VERSION_SETTING } from '#db/version.ts'
import { DurableFiles, exitOnFailure } from './durableFiles.ts'

/** The folder of PostgreSQL's files within a data folder. */
export const DATABASE_FOLDER = 'pg'
/**
 * The folder in which a database is created. A killed first start may leave it behind; it then contains no user data.
 */
const UNFINISHED = 'pg.new'
const VERSION_FILE = 'engine.json'

const UNSYNCED_PARAMS = [...PGlite.defaultStartParams, '-c', VERSION_SETTING]
/**
 * PGlite's parameters without `-F`, which turns fsync off. PGlite's fdatasync never reaches the host; its fsync does,
 * through `DurableFiles`.
 */
const SYNCED_PARAMS = [
  ...UNSYNCED_PARAMS.filter((param) => param !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
]

/** Why a data folder was not opened, as a sentence for the operator. */
export class OpenError extends Error {}

/**
 * Opens the database of a data folder and creates it if there is none. `durable: false` omits every sync, as PGlite
 * does by default: for disposable data such as a test's. Throws `OpenError` and then leaves the folder unchanged.
 */
export async function openFolder(folder: string, durable: boolean): Promise<PGlite> {
  const files = join(folder, DATABASE_FOLDER)
  if (!existsSync(files)) await makeDatabase(folder, durable)
  assertSameVersion(folder)
  // Without this file PGlite would create an empty database over the existing files.
  if (!existsSync(join(files, 'PG_VERSION')))
    throw new OpenError(`${files} 不是完整的数据库：缺少 PG_VERSION。`)
  const engine = await open(files, durable).catch((error: unknown) => {
    throw new OpenError(`内置数据库打不开（${errorReason(error)}）。`)
  })
  writeVersion(folder, durable)
  return engine
}

/** Error codes of Emscripten's file system by errno; its errors have no message. */
const EMSCRIPTEN_CODES: Record<number, string> = {
  2: 'EACCES',
  29: 'EIO',
  51: 'ENOSPC',
  63: 'EPERM',
  69: 'EROFS',
}

function errorReason(error: unknown): string {
  const { errno, message } = error as { errno?: number; message?: string }
  const code = EMSCRIPTEN_CODES[errno ?? 0]
  return fileErrorReason(code ? { code, syscall: 'write' } : error) ?? message ?? `错误 ${errno ?? '未知'}`
}

async function open(files: string, durable: boolean): Promise<PGlite> {
  if (!durable) return PGlite.create({ dataDir: files, startParams: UNSYNCED_PARAMS })
  // A killed process's writes may still be in the operating system's cache only.
  exitOnFailure(() => syncTree(files))
  const fs = new DurableFiles(files)
  const engine = await PGlite.create({ fs, startParams: SYNCED_PARAMS })
  fs.endOpening()
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
    throw new OpenError(`内置数据库没有建成（${errorReason(error)}）。`)
  })
  await engine.close()
  if (durable) exitOnFailure(() => syncTree(unfinished))
  renameSync(unfinished, join(folder, DATABASE_FOLDER))
  if (durable) syncPath(folder)
}

/** The embedded engine's version from its package.json: `0.5.16`. */
function engineVersion(): string {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}

/** The part of a version that determines the file format, which a minor version may change: `0.5` of `0.5.16`. */
const fileFormatVersion = (version: string) => version.split('.').slice(0, 2).join('.')

function assertSameVersion(folder: string): void {
  const path = join(folder, VERSION_FILE)
  if (!existsSync(path)) return
  const pglite = readVersion(path)
  if (fileFormatVersion(pglite) === fileFormatVersion(engineVersion())) return
  throw new OpenError(
    `数据是由内置数据库 ${pglite} 写的，这个程序带的是 ${engineVersion()}，两者的文件格式不同。` +
      '请用原来版本的程序运行 npm run backup，再用这个版本运行 npm run restore。',
  )
}

/** The version in the text of a version file; null if the text is something else. */
function versionIn(text: string): string | null {
  try {
    const { pglite } = JSON.parse(text)
    return typeof pglite === 'string' ? pglite : null
  } catch {
    return null
  }
}

function readVersion(path: string): string {
  const text = readFileSync(path, 'utf8')
  const version = versionIn(text)
  if (version === null) throw new OpenError(`${path} 的内容不正确，应是 {"pglite":"版本"}。`)
  return version
}

function writeVersion(folder: string, durable: boolean): void {
  const path = join(folder, VERSION_FILE)
  const text = `${JSON.stringify({ pglite: engineVersion() })}\n`
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return
  writeFileSync(`${path}.new`, text)
  if (durable) syncPath(`${path}.new`)
  renameSync(`${path}.new`, path)
  if (durable) syncPath(folder)
}
