/**
 * `npm run test:release`: builds the archive for this machine and uses it as an installation does: from a folder that
 * cannot be written, by an account that owns nothing, without network, behind both sample proxies, and as an image.
 * Needs root on Debian, and installs what it needs. With arguments, only the checks whose title contains one of them.
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { canInstall } from './debian.ts'
import { createDatabase, startPostgres, urlOf } from './postgres.ts'
import { programCommands } from './release/launcher.ts'
import { ask, type RunningProxy, startCaddy, startNginx } from './release/proxies.ts'
import { dataFolder, shell, startReleased, unpack } from './release/sandbox.ts'
import { release } from './release.ts'
import { type Counts, finish, ROOT, say } from './steps.ts'

/** The longest start on existing data, in ms. */
const START_LIMIT_MS = 3_000
/** The highest exposure of the unit, as systemd rates it (0 is the best). */
const EXPOSURE_LIMIT = 2
const ADMIN = { username: 'admin', password: 'Long-enough-2026' }

type Check = [title: string, work: () => Promise<string>]

if (!canInstall()) throw new Error('test:release needs root on Debian')

async function main(): Promise<void> {
  const [archive = ''] = await release(['linux-x64'])
  const unpacked = unpack(archive)
  const checks: Check[] = [
    ['内容', async () => contents(archive, unpacked.home)],
    ['只读、无网络、不是 root', () => startsAnywhere(unpacked)],
    ['每个命令', async () => everyCommand(unpacked)],
    ['systemd 单元', async () => unit()],
    ['nginx', () => behindProxy(unpacked, startNginx)],
    ['Caddy', () => behindProxy(unpacked, startCaddy)],
  ]
  const wanted = process.argv.slice(2)
  const counts: Counts[] = []
  for (const each of checks) {
    if (wanted.length === 0 || wanted.some((part) => each[0].includes(part))) counts.push(await check(each))
  }
  unpacked.remove()
  finish(counts)
}

type Unpacked = ReturnType<typeof unpack>

const MIB = 2 ** 20

/** Fails if the archive has tests, tools or packages of the browser. */
function contents(archive: string, home: string): string {
  const files = readdirSync(home, { recursive: true, encoding: 'utf8' })
  const alien = files.filter((path) =>
    /^src\/.*(\.test\.ts|\.tsx|\/testing\/|\/fixtures\/)|^node_modules\/(react|antd|vite|typescript|playwright)/.test(
      path,
    ),
  )
  if (alien.length > 0) throw new Error(`not of the server: ${alien.slice(0, 5).join(', ')}`)
  for (const path of [
    'LICENSE',
    'sbom.cdx.json',
    'release.json',
    'dist/web/index.html',
    'node/node',
    'deploy/nginx.conf',
  ]) {
    if (!files.includes(path)) throw new Error(`missing: ${path}`)
  }
  const unpackedMib = files.reduce((sum, path) => sum + statSync(join(home, path)).size, 0) / MIB
  return `${(statSync(archive).size / MIB).toFixed(0)} MiB，解开 ${unpackedMib.toFixed(0)} MiB，${files.length} 个文件`
}

/** Starts twice on an embedded database: creates it, then opens it. */
async function startsAnywhere({ home, folder }: Unpacked): Promise<string> {
  const settings = {
    DATA_DIR: dataFolder(folder, 'data'),
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    // As the unit sets it: a folder that can be written, apart from the program's own.
    NODE_COMPILE_CACHE: dataFolder(folder, 'cache'),
  }
  const times: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const node = await startReleased(home, settings, { online: false })
    times.push(node.readyMs)
    const code = await node.stop()
    if (code !== 0) throw new Error(`ended with ${code}:\n${node.output()}`)
  }
  const [first = 0, ...later] = times
  const slowest = Math.max(...later)
  if (slowest > START_LIMIT_MS) throw new Error(`a start on existing data took ${slowest.toFixed(0)} ms`)
  return `首次 ${(first / 1000).toFixed(1)} s，之后最长 ${(slowest / 1000).toFixed(1)} s`
}

/** Runs the commands that read, on the database that the starts left; and asks for one that does not exist. */
function everyCommand({ home, folder }: Unpacked): string {
  const { scripts } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  const commands = programCommands(scripts)
  for (const [, words] of commands) statSync(join(home, words.split(' ')[0] ?? ''))
  const env = { PATH: '/usr/bin:/bin', DATA_DIR: join(folder, 'data') }
  for (const words of [
    ['migrate', '--check'],
    ['audit:verify'],
    ['staff:erase'],
    ['backup', join(folder, 'backup')],
  ]) {
    shell(join(home, 'bin/houtai'), words, { env })
  }
  const { status } = spawnSync(join(home, 'bin/houtai'), ['nothing'], { env })
  if (status !== 64) throw new Error(`an unknown command ended with ${status}`)
  return `${commands.length} 个`
}

/** Rates the unit; `systemd-analyze` needs no running systemd for that. */
function unit(): string {
  const rated = shell('systemd-analyze', ['security', '--offline=true', join(ROOT, 'release/houtai.service')])
  const exposure = Number(/Overall exposure level for houtai\.service: ([\d.]+)/.exec(rated)?.[1])
  if (!(exposure <= EXPOSURE_LIMIT)) throw new Error(`exposure ${exposure}`)
  return `exposure ${exposure}`
}

/**
 * Runs two nodes on one PostgreSQL behind a sample proxy: the address that a browser claims is not believed, the
 * metrics are closed, and no read fails while a node is replaced.
 */
async function behindProxy(
  { home, folder }: Unpacked,
  startProxy: (folder: string, nodes: readonly number[]) => Promise<RunningProxy>,
): Promise<string> {
  const server = await startPostgres()
  const database = `houtai_${startProxy.name.toLowerCase()}`
  await createDatabase(server.url, database)
  const settings = {
    DATABASE_URL: urlOf(server.url, database),
    SECRET_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: dataFolder(folder, database),
    TRUST_PROXY: '127.0.0.1,::1',
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const start = () => startReleased(home, settings, { online: true })
  const nodes = [await start(), await start()]
  const proxy = await startProxy(
    mkdtempSync(join(tmpdir(), `${database}-`)),
    nodes.map(({ port }) => port),
  )
  try {
    await claimedAddress(proxy, settings.DATABASE_URL)
    const metrics = await ask(proxy.port, '/metrics')
    if (metrics.status !== 404) throw new Error(`/metrics answers ${metrics.status}`)
    const asked = await whileReplacing(proxy, async () => void (await nodes[0]?.stop()))
    return `${asked} 次读取，其间停了一个节点，没有一次失败`
  } finally {
    await proxy.stop()
    await Promise.all(nodes.map((node) => node.stop()))
    await server.stop()
  }
}

/** Signs in with a forged address and compares the recorded one. */
async function claimedAddress(proxy: RunningProxy, url: string): Promise<void> {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  const { status, text } = await ask(proxy.port, '/api/login/account', {
    headers,
    body: { ...ADMIN, type: 'account' },
  })
  if (status !== 200) throw new Error(`sign-in answers ${status}: ${text}`)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select distinct ip from sign_in_attempt')
  await client.end()
  if (rows.length !== 1 || rows[0].ip !== '127.0.0.1') throw new Error(`recorded: ${JSON.stringify(rows)}`)
}

const READERS = 4
const AFTER_MS = 1_000

/** Reads through the proxy from several connections while `work` runs and a while longer; returns how often. */
async function whileReplacing(proxy: RunningProxy, work: () => Promise<void>): Promise<number> {
  let [asked, ended] = [0, false]
  const reader = async () => {
    while (!ended) {
      const { status } = await ask(proxy.port, '/api/health/ready')
      if (status !== 200) throw new Error(`a read answers ${status} while a node stops`)
      asked += 1
    }
  }
  const readers = Array.from({ length: READERS }, reader)
  const all = Promise.all(readers)
  await Promise.race([work(), all])
  await Promise.race([new Promise((resolve) => setTimeout(resolve, AFTER_MS)), all])
  ended = true
  await all
  return asked
}

/** Runs one check and prints its result, or the error that it threw. */
async function check([title, work]: Check): Promise<Counts> {
  try {
    say(`✔ ${title}：${await work()}`)
    return { passed: 1, failed: 0 }
  } catch (error) {
    say(`✖ ${title}\n${(error as Error).stack ?? error}`)
    return { passed: 0, failed: 1 }
  }
}

await main()
