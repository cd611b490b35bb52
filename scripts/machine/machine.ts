import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canInstall, install } from '../debian.ts'
import { shell } from '../release/sandbox.ts'

/** What a command printed, and how it ended. */
export interface Ran {
  output: string
  code: number
  seconds: number
}

/** A terminal on the machine as root: variables and the current folder last from one command to the next. */
export interface Terminal {
  run: (command: string) => Promise<Ran>
  close: () => void
}

/** A running Debian with systemd, in namespaces of its own; its network contains nothing but itself. */
export interface Machine {
  /** The machine's root folder, as this machine sees it. */
  root: string
  /** The process of the machine's systemd, as this machine sees it. */
  pid: number
  terminal: () => Terminal
  /** Stops it and removes everything that it wrote. */
  stop: () => Promise<void>
}

const BOOT_LIMIT_MS = 60_000
const PAUSE_MS = 100

/** Starts a machine on a copy of the root folder: an overlay, so that the folder itself stays as it is. */
export async function startMachine(base: string): Promise<Machine> {
  if (!existsSync('/usr/bin/systemd-nspawn') && !(canInstall() && install('systemd-container'))) {
    throw new Error('systemd-nspawn is missing')
  }
  const folder = mkdtempSync(join(tmpdir(), 'houtai-machine-'))
  const [root, upper, work] = ['root', 'upper', 'work'].map((name) => join(folder, name))
  for (const path of [root, upper, work]) mkdirSync(path ?? '')
  shell('mount', [
    '-t',
    'overlay',
    'overlay',
    '-o',
    `lowerdir=${base},upperdir=${upper},workdir=${work}`,
    root ?? '',
  ])
  const options = ['--boot', '--register=no', '--keep-unit', '--private-network', '--console=pipe', '--quiet']
  const child = spawn('systemd-nspawn', [...options, '--machine=houtai', '-D', root ?? ''], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr.on('data', (bytes) => (complaints += bytes))
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const remove = () => {
    spawnSync('umount', [root ?? ''])
    rmSync(folder, { recursive: true, force: true })
  }
  const pid = await untilBooted(child.pid ?? 0).catch((error) => {
    child.kill('SIGKILL')
    remove()
    throw new Error(`${error.message}\n${complaints}`)
  })
  return {
    root: root ?? '',
    pid,
    terminal: () => openTerminal(pid),
    stop: async () => {
      // Ends everything in it at once: nothing of the machine is needed any longer.
      process.kill(pid, 'SIGKILL')
      await exited
      remove()
    },
  }
}

/** Waits until systemd has started everything, and returns its process. */
async function untilBooted(nspawn: number): Promise<number> {
  const limit = performance.now() + BOOT_LIMIT_MS
  while (performance.now() < limit) {
    const pid = childOf(nspawn)
    if (pid && systemState(pid) === 'running') return pid
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  throw new Error('the machine did not start')
}

function childOf(pid: number): number | undefined {
  const path = `/proc/${pid}/task/${pid}/children`
  const [first] = existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ') : []
  return first ? Number(first) : undefined
}

const enter = (pid: number) => ['--target', String(pid), '--all', '--root', '--wd', '--']

function systemState(pid: number): string {
  const asked = spawnSync('nsenter', [...enter(pid), 'systemctl', 'is-system-running'], { encoding: 'utf8' })
  return asked.stdout.trim()
}

/** Ends the output of a command; followed by its exit code. */
const END = '\u001e'

/** Reads commands that end with NUL and evaluates each in the same shell, as a person types them one after the other. */
const LOOP = `cd /root
while IFS= read -r -d '' command <&3; do
  eval "$command" </dev/null 2>&1
  printf '${END}%d${END}' $?
done`

const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  TERM: 'dumb',
  DEBIAN_FRONTEND: 'noninteractive',
}

function openTerminal(pid: number): Terminal {
  const child = spawn('nsenter', [...enter(pid), 'bash', '-c', LOOP], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  }) as unknown as ChildProcessWithoutNullStreams
  const commands = child.stdio[3] as NodeJS.WritableStream
  child.stdout.setEncoding('utf8')
  const run = (command: string) =>
    new Promise<Ran>((resolve, reject) => {
      const started = performance.now()
      let text = ''
      const onEnd = () => reject(new Error(`the terminal ended:\n${text}`))
      const onData = (part: string) => {
        text += part
        const [output = '', code, closed] = text.split(END)
        if (closed === undefined) return
        child.stdout.off('data', onData)
        child.off('exit', onEnd)
        resolve({ output, code: Number(code), seconds: (performance.now() - started) / 1000 })
      }
      child.stdout.on('data', onData)
      child.once('exit', onEnd)
      commands.write(`${command}\0`)
    })
  return { run, close: () => void child.kill('SIGKILL') }
}
