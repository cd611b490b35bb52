import { spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/testing/testPort.ts'

/** The account of a Debian system that owns nothing. */
const NOBODY = 65_534

/** Runs a command to its end and returns its output. Throws with the output if it fails. */
export function shell(file: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync(file, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    ...options,
  })
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`)
  return stdout
}

/** Unpacks an archive into a new folder, as root does in /opt. `remove` deletes it. */
export function unpack(archive: string): { home: string; folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-release-'))
  shell('chmod', ['755', folder])
  shell('tar', ['-xzf', archive, '-C', folder])
  const [name = ''] = readdirSync(folder)
  return { home: join(folder, name), folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A folder that only the account `nobody` can read. */
export function dataFolder(parent: string, name: string): string {
  const path = join(parent, name)
  mkdirSync(path, { mode: 0o700 })
  chownSync(path, NOBODY, NOBODY)
  return path
}

/** A node of the unpacked archive. */
export interface ReleasedNode {
  port: number
  /** From the start of the process to the first request that it answers as ready, in ms. */
  readyMs: number
  output: () => string
  stop: () => Promise<number | null>
}

const READY_LIMIT_MS = 60_000

/** Whether the node at the port answers as ready, asked inside the network of the process. */
function isReady(pid: number, port: number): boolean {
  const ask = `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET /api/health/ready HTTP/1.0\\r\\n\\r\\n' >&3 && head -1 <&3`
  const { stdout } = spawnSync('nsenter', ['--net', '--target', String(pid), 'bash', '-c', ask], {
    encoding: 'utf8',
  })
  return stdout.includes(' 200 ')
}

/**
 * Starts the archive's launcher as the account `nobody`, with only the given settings in its environment, from a folder
 * that is mounted read-only; without `online`, in a network that contains nothing but itself. Throws with its output if
 * it ends or does not become ready.
 */
export async function startReleased(
  home: string,
  settings: Record<string, string>,
  { online }: { online: boolean },
): Promise<ReleasedNode> {
  const port = await freePort()
  const inside = [
    ...(online ? [] : ['ip link set lo up']),
    `mount --bind ${home} ${home}`,
    `mount -o remount,ro,bind ${home}`,
    `exec setpriv --reuid=${NOBODY} --regid=${NOBODY} --clear-groups --no-new-privs ${home}/bin/houtai start`,
  ].join(' && ')
  const env = { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', PORT: String(port), ...settings }
  const started = performance.now()
  const child = spawn('unshare', ['--mount', ...(online ? [] : ['--net']), 'sh', '-c', inside], { env })
  let output = ''
  child.stdout.on('data', (bytes) => (output += bytes))
  child.stderr.on('data', (bytes) => (output += bytes))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  while (!isReady(child.pid ?? 0, port)) {
    if (child.exitCode !== null || performance.now() - started > READY_LIMIT_MS) {
      child.kill('SIGKILL')
      throw new Error(`the node did not become ready:\n${output}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    readyMs: performance.now() - started,
    output: () => output,
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}
