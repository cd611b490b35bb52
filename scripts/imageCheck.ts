/**
 * `npm run test:image`: builds the image from the archive of this version by buildah, on a base made by debootstrap in
 * place of `debian:12-slim`, which comes from a registry; measures it, and runs its program as the image's account. Needs
 * root on Debian. There is no container engine here: `compose.yaml` is checked by scripts/machine/compose.test.ts.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { PROGRAM_VERSION } from '../src/db/version.ts'
import { freePort } from '../src/testing/testPort.ts'
import { canInstall, install } from './debian.ts'
import { slimRoot } from './machine/debian.ts'
import { shell } from './release/sandbox.ts'
import { release } from './release.ts'
import { finish, ROOT, say } from './steps.ts'

/** The largest image, in MB as container engines show them (10^6 bytes). */
const LIMIT_MB = 300
const BASE = 'localhost/houtai-check-base'
const IMAGE = 'localhost/houtai-check'
/** The account of the image. */
const UID = '10001'
const ADMIN = { username: 'admin', password: 'Long-enough-2026' }

if (!canInstall()) throw new Error('test:image needs root on Debian')

const buildah = (...args: string[]) => shell('buildah', args, { cwd: ROOT }).trim()

const megabytes = (image: string) =>
  JSON.parse(buildah('images', '--json', image)).map(({ size }: { size: string }) => size)[0] as string

/** Builds both images and returns a container of the second. */
function build(archive: string): string {
  const base = buildah('from', 'scratch')
  buildah('add', '--quiet', base, slimRoot(), '/')
  buildah('commit', '--quiet', '--rm', base, BASE)
  const args = ['--build-arg', `BASE=${BASE}`, '--build-arg', `ARCHIVE=${relative(ROOT, archive)}`]
  // Docker's own format: the other one has no health check.
  buildah('build', '--quiet', '--format', 'docker', '--isolation', 'chroot', ...args, '--tag', IMAGE, '.')
  return buildah('from', '--pull-never', IMAGE)
}

/** Runs a command of the image in the container, as its account and with its environment. */
function inContainer(container: string, env: Record<string, string>, words: readonly string[]): ChildProcess {
  const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  return spawn('buildah', ['run', '--isolation', 'chroot', ...settings, container, '--', ...words], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))

/** Fails unless the image says what a container engine needs to run it. */
function assertConfig(): void {
  const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE))
  const { User, Entrypoint, Cmd, Healthcheck, Volumes } = Docker.config
  const found = JSON.stringify([User, Entrypoint, Cmd, Object.keys(Volumes), Healthcheck?.Test])
  const expected = JSON.stringify([
    UID,
    ['/opt/houtai/bin/houtai'],
    ['start'],
    ['/var/lib/houtai'],
    ['CMD', '/opt/houtai/bin/houtai', 'ready', '--once'],
  ])
  if (found !== expected) throw new Error(`the image is configured as ${found}`)
}

/** The image's program among all processes, by its account; buildah passes no signals on to it. */
function programOf(uid: string): number {
  const processes = shell('ps', ['-e', '-o', 'uid=,pid=,args=']).trim().split('\n')
  const found = processes.map((line) => line.trim().split(/\s+/))
  const [, pid] = found.find((words) => words[0] === uid && words.at(-1)?.endsWith('/app/start.ts')) ?? []
  if (!pid) throw new Error(`no program runs as ${uid}`)
  return Number(pid)
}

/** Starts the program, waits by the image's own health check, signs in, and stops it as a container engine does. */
async function use(container: string): Promise<void> {
  const port = await freePort()
  const env = { PORT: String(port), ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password }
  const program = ended(inContainer(container, env, ['/opt/houtai/bin/houtai', 'start']))
  const health = await ended(inContainer(container, env, ['/opt/houtai/bin/houtai', 'ready']))
  const answer = await fetch(`http://127.0.0.1:${port}/api/login/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ADMIN, type: 'account' }),
  })
  process.kill(programOf(UID), 'SIGTERM')
  const code = await program
  if (health !== 0) throw new Error(`the health check ends with ${health}`)
  if (answer.status !== 200) throw new Error(`sign-in answers ${answer.status}: ${await answer.text()}`)
  if (code !== 0) throw new Error(`the program ends with ${code}`)
}

async function check(): Promise<string> {
  if (!existsSync('/usr/bin/buildah') && !install('buildah')) throw new Error('buildah is missing')
  const [archive = ''] = process.env.ARCHIVE ? [process.env.ARCHIVE] : await release(['linux-x64'])
  const container = build(archive)
  try {
    assertConfig()
    const [size, base] = [megabytes(IMAGE), megabytes(BASE)]
    if (Number.parseFloat(size) > LIMIT_MB) throw new Error(`the image has ${size}`)
    await use(container)
    return `houtai:${PROGRAM_VERSION} ${size}，其中基础镜像 ${base}`
  } finally {
    buildah('rm', container)
    buildah('rmi', '--force', IMAGE, BASE)
  }
}

try {
  say(`✔ 镜像：${await check()}`)
  finish([{ passed: 1, failed: 0 }])
} catch (error) {
  say(`✖ 镜像\n${(error as Error).stack ?? error}`)
  finish([{ passed: 0, failed: 1 }])
}
