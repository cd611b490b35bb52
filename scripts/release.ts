/**
 * `npm run release`: builds the archives of this version in dist/release, one for each platform (`-- linux-x64` only
 * the named ones). An archive contains everything that an installation needs, Node included: nothing is downloaded,
 * compiled or written into its folder afterwards.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ensureBuilt, RELEASE_FILE, type ReleaseFacts } from '../src/app/build.ts'
import { PROGRAM_VERSION } from '../src/db/version.ts'
import { launcher } from './release/launcher.ts'
import { assertProcessor } from './release/processor.ts'

const run = promisify(execFile)

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SBOM = join(ROOT, 'scripts/sbom.ts')
const TARGET = join(ROOT, 'dist/release')

/** The processors for which archives are built, with npm's name of each. */
const PLATFORMS = { 'linux-x64': 'x64', 'linux-arm64': 'arm64' } as const
type Platform = keyof typeof PLATFORMS

/** What the server reads at run time: its modules, migrations, texts, and the styles of the pages that it renders. */
const isOfServer = (path: string) =>
  /\.(ts|sql|json|css)$/.test(path) && !/\.test\.ts$|\/src\/testing\/|\/fixtures\//.test(path)

/** Files of packages that no program reads. Licences stay. */
const isUnusedFile = (name: string) =>
  /\.(map|d\.[cm]?ts|md|markdown|ts|flow|tsbuildinfo|ya?ml|lock)$/i.test(name) &&
  !/licen[cs]e|notice/i.test(name)

const isUnusedFolder = (name: string) =>
  /^(__tests__|tests?|docs?|examples?|benchmarks?|\.github)$/i.test(name)

/** Builds one archive and returns its path. */
async function buildArchive(platform: Platform, facts: ReleaseFacts): Promise<string> {
  const name = `houtai-${PROGRAM_VERSION}-${platform}`
  const folder = join(TARGET, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  await copyProgram(folder)
  await writeFile(join(folder, RELEASE_FILE), `${JSON.stringify(facts, null, 2)}\n`)
  await installPackages(folder, platform)
  await writeLauncher(folder)
  return pack(folder, name)
}

/** Copies the server's sources, the built web, and the files for whoever installs it. */
async function copyProgram(folder: string): Promise<void> {
  await cp(join(ROOT, 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !/\.\w+$/.test(path) || isOfServer(path),
  })
  await cp(join(ROOT, 'dist/web'), join(folder, 'dist/web'), { recursive: true })
  for (const path of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'LICENSE']) {
    await cp(join(ROOT, path), join(folder, path))
  }
  await cp(join(ROOT, 'release'), join(folder, 'deploy'), { recursive: true })
  await cp(join(ROOT, 'docs/operate'), join(folder, 'docs/operate'), { recursive: true })
}

/** Installs the server's packages as locked, for the platform, without their scripts; then lists them as an SBOM. */
async function installPackages(folder: string, platform: Platform): Promise<void> {
  const at = { cwd: folder, maxBuffer: 64 * 1024 * 1024 }
  const target = ['--os=linux', `--cpu=${PLATFORMS[platform]}`, '--libc=glibc']
  await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...target], at)
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', SBOM, join(folder, 'sbom.cdx.json')])
  await takeNode(folder, platform)
  await removeUnused(join(folder, 'node_modules'))
  assertProcessor(folder, PLATFORMS[platform])
  await rm(join(folder, 'package-lock.json'))
}

/** Moves Node's program, which comes as a package, to `node/`; its headers and its npm are not needed. */
async function takeNode(folder: string, platform: Platform): Promise<void> {
  const packaged = join(folder, 'node_modules', `node-${platform}`)
  await mkdir(join(folder, 'node'))
  await rename(join(packaged, 'bin/node'), join(folder, 'node/node'))
  await rename(join(packaged, 'LICENSE'), join(folder, 'node/LICENSE'))
  await rm(packaged, { recursive: true })
  await rm(join(folder, 'node_modules/.bin'), { recursive: true, force: true })
}

async function removeUnused(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && isUnusedFolder(entry.name)) await rm(path, { recursive: true })
    else if (entry.isDirectory()) await removeUnused(path)
    else if (isUnusedFile(entry.name)) await rm(path)
  }
}

/** Writes `bin/houtai`, which knows every command of package.json that runs a module of the program. */
async function writeLauncher(folder: string): Promise<void> {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/houtai'), launcher(scripts))
  await chmod(join(folder, 'bin/houtai'), 0o755)
}

/**
 * Packs the folder reproducibly: sorted, owned by root, dated like the commit. Writes the SHA-256 beside it, as
 * `sha256sum --check` reads it.
 */
async function pack(folder: string, name: string): Promise<string> {
  const { stdout: date } = await run('git', ['log', '-1', '--format=%cI'], { cwd: ROOT })
  const archive = join(TARGET, `${name}.tar.gz`)
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=${date.trim()}`]
  const readable = '--mode=u+rwX,go+rX,go-w'
  await run('tar', [...same, readable, '-I', 'gzip -9n', '-cf', archive, '-C', TARGET, name])
  const sum = createHash('sha256')
    .update(await readFile(archive))
    .digest('hex')
  await writeFile(`${archive}.sha256`, `${sum}  ${name}.tar.gz\n`)
  await rm(folder, { recursive: true })
  return archive
}

/** Builds the archives of the named platforms, all by default. Throws for an unknown name. */
export async function release(names: readonly string[]): Promise<string[]> {
  const platforms = names.length > 0 ? names : Object.keys(PLATFORMS)
  const unknown = platforms.filter((name) => !(name in PLATFORMS))
  if (unknown.length > 0) throw new Error(`no such platform: ${unknown.join(', ')}`)
  await ensureBuilt('/', (line) => process.stdout.write(`${line}\n`))
  const { stdout: commit } = await run('git', ['rev-parse', 'HEAD'], { cwd: ROOT })
  const archives: string[] = []
  for (const platform of platforms) {
    const facts = { version: PROGRAM_VERSION, commit: commit.trim(), platform, apiUrl: '/' }
    archives.push(await buildArchive(platform as Platform, facts))
  }
  return archives
}

if (import.meta.main) {
  for (const archive of await release(process.argv.slice(2))) process.stdout.write(`${archive}\n`)
}
