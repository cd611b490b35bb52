import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { readSettings, StartError } from './settings.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDER = join(ROOT, 'dist/web')
const STAMP = join(ROOT, 'dist/.stamp')
/** In an archive that `npm run release` built: what it contains. Sources and tools of the front end are not there. */
export const RELEASE_FILE = 'release.json'

/** The content of `release.json`. */
export interface ReleaseFacts {
  version: string
  /** The commit from which the archive was built. */
  commit: string
  /** `linux-x64` or `linux-arm64`. */
  platform: string
  /** The API_URL that the front end was built with. */
  apiUrl: string
}

const VITE = join(ROOT, 'node_modules/vite/bin/vite.js')
const SOURCES = ['src', 'public', 'index.html', 'vite.config.ts', 'package-lock.json']

const run = promisify(execFile)
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Builds the front end unless the present build matches its sources; returns its folder. Calls `say` before a build,
 * which takes a while.
 */
export async function ensureBuilt(apiUrl: string, say: (line: string) => void): Promise<string> {
  const released = await releaseFacts()
  if (released) {
    if (released.apiUrl !== apiUrl) {
      throw new StartError(
        `设置 API_URL 是「${apiUrl}」，但这个发行包的界面是按「${released.apiUrl}」构建的。请删去这个设置，或用源代码构建。`,
      )
    }
    return FOLDER
  }
  const hash = await sourcesHash(apiUrl)
  if (await isCurrentBuild(hash)) return FOLDER
  if (!existsSync(VITE))
    throw new StartError('界面还没有构建，这里也没有构建工具。请先运行 npm ci，再重新启动。')
  say('正在构建界面（首次启动，或代码有变化）……')
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  await underLock(async () => {
    // Another process may have built it in the meantime.
    if (await isCurrentBuild(hash)) return
    await build(apiUrl)
    await writeFile(STAMP, hash)
  })
  return FOLDER
}

/** What the archive contains; null if the program runs from its sources. */
async function releaseFacts(): Promise<ReleaseFacts | null> {
  const text = await readFile(join(ROOT, RELEASE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  return text === null ? null : JSON.parse(text)
}

async function isCurrentBuild(hash: string): Promise<boolean> {
  const builtHash = await readFile(STAMP, 'utf8').catch(() => '')
  return builtHash === hash && existsSync(join(FOLDER, 'index.html'))
}

const SQLITE_BUSY = 5
const RETRY_MS = 200

/**
 * Only one process builds; others that start from the same folder wait. The operating system releases the lock if the
 * process ends.
 */
async function underLock(work: () => Promise<void>): Promise<void> {
  const side = new DatabaseSync(join(ROOT, 'dist/build.lock'))
  const locked = () => {
    try {
      side.exec('begin exclusive')
      return true
    } catch (error) {
      if ((error as { errcode?: number }).errcode !== SQLITE_BUSY) throw error
      return false
    }
  }
  try {
    while (!locked()) await setTimeout(RETRY_MS)
    await work()
  } finally {
    side.close()
  }
}

/** Builds into a second folder and then replaces the present one, so that a failed build breaks nothing. */
async function build(apiUrl: string): Promise<void> {
  const newFolder = `${FOLDER}-fresh`
  const options = ['build', '--outDir', newFolder, '--emptyOutDir', '--logLevel', 'warn']
  await run(process.execPath, [VITE, ...options], {
    cwd: ROOT,
    env: { ...process.env, API_URL: apiUrl, NODE_ENV: 'production' },
  }).catch((error: Error & { stderr?: string }) => {
    throw new StartError(`界面构建失败：\n${error.stderr || error.message}`)
  })
  await compress(newFolder)
  await rm(FOLDER, { recursive: true, force: true })
  await rename(newFolder, FOLDER)
}

/** Below this size, in bytes, compression saves less than its header costs. */
const WORTH_COMPRESSING = 1_024

/** Writes a brotli and a gzip copy of each text file; the server sends the one that the browser accepts. */
async function compress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path)
      if (bytes.length < WORTH_COMPRESSING) return
      await writeFile(`${path}.br`, await brotli(bytes))
      await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))
    }),
  )
}

/**
 * Hash of everything that the build depends on: sources without tests, locked packages, Node's version, the API's
 * address.
 */
async function sourcesHash(apiUrl: string): Promise<string> {
  const hash = createHash('sha256').update(`${apiUrl}\0${process.version}\0`)
  for (const path of await sourceFiles()) {
    hash
      .update(`${path}\0`)
      .update(await readFile(join(ROOT, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

async function sourceFiles(): Promise<string[]> {
  const lists = await Promise.all(
    SOURCES.map(async (source) => {
      if (/\.\w+$/.test(source)) return [source]
      const entries = await readdir(join(ROOT, source), { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
        .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
    }),
  )
  return lists.flat().sort()
}

if (import.meta.main) {
  const { apiUrl } = readSettings(process.env, false)
  await ensureBuilt(apiUrl, (line) => process.stdout.write(`${line}\n`))
}
