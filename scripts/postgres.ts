import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../src/testing/testPort.ts'
import { canInstall, install } from './debian.ts'

const PACKAGES = '/usr/lib/postgresql'
const MIN_VERSION = 15

/** Whether a recent enough PostgreSQL is installed. */
export const hasPostgres = () => programs() !== undefined

/** The program folder of the newest installed PostgreSQL from Debian's packages. */
function programs(): string | undefined {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).map(Number) : []
  const newest = Math.max(
    0,
    ...versions.filter((version) => existsSync(`${PACKAGES}/${version}/bin/postgres`)),
  )
  return newest >= MIN_VERSION ? `${PACKAGES}/${newest}/bin` : undefined
}

/** The address of a database on the given server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}

/** Creates a database, as a copy of `template` if given; replaces an existing one of that name. */
export async function createDatabase(server: string, name: string, template?: string): Promise<void> {
  await dropDatabase(server, name)
  await execute(server, `create database ${name} ${template ? `template ${template}` : ''}`)
}

/** Drops a database with its connections, if it exists. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  await execute(server, `drop database if exists ${name} with (force)`)
}

async function execute(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** A temporary PostgreSQL server in its own folder, which `stop` removes. */
export interface TemporaryServer {
  url: string
  /** The process id of the postmaster; 0 while it does not run. */
  pid: () => number
  /** Sends a signal to all of its processes. */
  signal: (signal: NodeJS.Signals) => void
  /** Ends it with a signal to the postmaster; the data remains. */
  end: (signal: NodeJS.Signals) => Promise<void>
  /** Restarts it at the same address. */
  start: () => Promise<void>
  /** Stops it and removes its data. */
  stop: () => Promise<void>
}

/** Test data need not survive a power cut. */
const FOR_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: 200,
}

/**
 * Starts a temporary PostgreSQL server, by default with settings for tests, and with `environment` in addition to this
 * process's environment. Installs PostgreSQL on Debian as root; throws if it is not available.
 */
export async function startPostgres(
  settings: Record<string, string | number> = FOR_TESTS,
  environment: Record<string, string> = {},
): Promise<TemporaryServer> {
  const bin = programs() ?? (canInstall() && install('postgresql') ? programs() : undefined)
  if (!bin) {
    throw new Error(
      '没有找到 PostgreSQL 15 或更新的版本：请安装它，或用 TEST_DATABASE_URL 指向一个可建库的 PostgreSQL。',
    )
  }
  const folder = mkdtempSync(join(tmpdir(), 'houtai-postgres-'))
  const data = join(folder, 'data')
  const as = asOwner(folder)
  const made = spawnSync(
    as[0],
    [
      ...as.slice(1),
      `${bin}/initdb`,
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
      '--no-sync',
    ],
    { encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb 失败：${made.stderr}`)
  const port = await freePort()
  const place = { port, listen_addresses: '127.0.0.1', unix_socket_directories: folder }
  const args = Object.entries({ ...settings, ...place }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // Not in the environment of `setpriv`: what a preloaded library creates must belong to the server's user.
  const added = ['env', ...Object.entries(environment).map(([name, value]) => `${name}=${value}`)]
  const launch = () =>
    spawn(as[0], [...as.slice(1), ...added, `${bin}/postgres`, '-D', data, ...args], { stdio: 'ignore' })
  return serverOn(folder, data, `postgres://postgres@127.0.0.1:${port}/postgres`, launch)
}

/** Starts the server; `launch` runs the postmaster. */
async function serverOn(
  folder: string,
  data: string,
  url: string,
  launch: () => ChildProcess,
): Promise<TemporaryServer> {
  let child = launch()
  // An interrupted run must not leave its server running.
  const endWithProcess = () => child.kill('SIGQUIT')
  process.once('exit', endWithProcess)
  await untilReady(url, child)
  const end = (signal: NodeJS.Signals) => ended(child, data, signal)
  return {
    url,
    pid: () => (existsSync(join(data, 'postmaster.pid')) ? postmasterPid(data) : 0),
    end,
    signal: (signal) => {
      for (const pid of processTree(data)) process.kill(pid, signal)
    },
    start: async () => {
      // After a kill, remaining processes may still hold shared memory: PostgreSQL then refuses to start, so retry.
      for (let tries = START_TRIES; ; tries -= 1) {
        child = launch()
        const failure = await untilReady(url, child).then(
          () => null,
          (error: Error) => error,
        )
        if (!failure) return
        if (tries === 0) throw failure
      }
    },
    stop: async () => {
      // PostgreSQL's fast shutdown disconnects remaining clients.
      if (child.exitCode === null && child.signalCode === null) await end('SIGINT')
      process.off('exit', endWithProcess)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const START_TRIES = 20

/**
 * PostgreSQL refuses to run as root: there it runs as Debian's user `postgres`, who becomes the owner of the folder.
 */
function asOwner(folder: string): [string, ...string[]] {
  if (process.getuid?.() !== 0) return ['env']
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout),
  )
  chownSync(folder, uid ?? 0, gid ?? 0)
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--']
}

const TRIES = 100
const PAUSE_MS = 100

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < TRIES && child.exitCode === null; attempt += 1) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
  throw new Error('PostgreSQL 没有启动。')
}

/** The pid of the postmaster from its own pid file: the child process may be a wrapper. */
const postmasterPid = (data: string) =>
  Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])

/** The pids of the postmaster and its children. */
function processTree(data: string): number[] {
  const first = postmasterPid(data)
  const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ')
  return [first, ...children.map(Number)]
}

async function ended(child: ChildProcess, data: string, signal: NodeJS.Signals): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  process.kill(postmasterPid(data), signal)
  await exited
}
