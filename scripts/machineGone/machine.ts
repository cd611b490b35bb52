import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from '../crash/checks.ts'
import { launcher } from '../release/launcher.ts'
import { ROOT } from '../steps.ts'

/** Folders that a machine has for itself; all else is shared with this one. */
const OWN_FOLDERS = [
  '/etc',
  '/mnt',
  '/opt',
  '/root',
  '/run/postgresql',
  // Locks of pgBackRest.
  '/tmp/pgbackrest',
  '/var/lib/postgresql',
  '/var/log/postgresql',
  '/var/log/pgbackrest',
]

/** A machine on which the commands of the manual run as they are written. */
export interface Machine {
  /** Its folder on this machine: `/etc` of the machine is `etc` in it. */
  folder: string
  /**
   * Runs a shell script as root of the machine and returns its output. Throws with the output if a command fails.
   */
  run: (script: string) => Promise<string>
  /** Kills every process of the machine with SIGKILL and deletes all its folders. */
  destroy: () => Promise<void>
}

/**
 * Stands in for systemd: starts and stops the cluster, and the program with its own account, settings and data folder as
 * `release/houtai.service` does; reads the units that it enables.
 */
const SYSTEMCTL = `#!/bin/bash
set -eu
case "$*" in
  daemon-reload) ;;
  'restart postgresql') pg_ctlcluster 15 main restart --mode fast ;;
  'start postgresql') pg_ctlcluster 15 main start ;;
  'stop postgresql') pg_ctlcluster 15 main stop --mode fast ;;
  'start houtai')
    set -a; . /etc/houtai/houtai.env; set +a
    DATA_DIR=/opt/data setsid setpriv --reuid=houtai --regid=houtai --clear-groups --no-new-privs \\
      /opt/houtai/bin/houtai start > /var/log/postgresql/houtai.log 2>&1 < /dev/null &
    echo $! > /run/postgresql/houtai.pid
    ;;
  'stop houtai')
    read -r pid < /run/postgresql/houtai.pid
    kill $pid
    while [ -e /proc/$pid ]; do sleep 0.1; done
    ;;
  'enable --now '*) for unit in "\${@:3}"; do systemd-analyze verify --recursive-errors=no /etc/systemd/system/$unit; done ;;
  *) echo "systemctl $* is not known here" >&2; exit 1 ;;
esac
`

/**
 * Starts a machine in namespaces of its own, with its own `/etc`, no data, and the program in `/opt/houtai`. `share` is a
 * folder of another machine, mounted at `/mnt/backup`. Needs root on Debian.
 */
export async function startMachine(share: string): Promise<Machine> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-machine-'))
  chmodSync(folder, 0o755)
  const inside = (path: string) => join(folder, path.replaceAll('/', '_').slice(1))
  for (const path of OWN_FOLDERS) mkdirSync(inside(path), { recursive: true })
  mkdirSync('/tmp/pgbackrest', { recursive: true })
  for (const path of readdirSync('/etc')) {
    // Hosts and name service stay valid; clusters and repositories of this machine are not the other's.
    if (/^(postgresql|pgbackrest.*|houtai)$/.test(path)) continue
    must(spawnSync('cp', ['-a', `/etc/${path}`, inside('/etc')]).status === 0, `cp /etc/${path}`)
  }
  installProgram(inside('/opt'))
  mkdirSync(join(inside('/mnt'), 'backup'))
  const mounts = [
    ...OWN_FOLDERS.map((path) => `mount --bind ${inside(path)} ${path}`),
    `mount --bind ${share} /mnt/backup`,
    'chown postgres:postgres /var/lib/postgresql /run/postgresql /var/log/postgresql /var/log/pgbackrest /tmp/pgbackrest',
    'mkdir /etc/postgresql && chown postgres:postgres /etc/postgresql',
    'chmod 1777 /var/log/postgresql && chmod 700 /root',
    'useradd --system --no-create-home --shell /usr/sbin/nologin houtai',
    'install -d -m 0750 -o root -g houtai /etc/houtai',
    'install -d -m 0700 -o houtai -g houtai /opt/data',
    // As the first process, bash also collects processes whose parents ended.
    'echo ready && while true; do sleep 3600 & wait; done',
  ]
  // The machine ends with this process, even if that is killed.
  const bound = ['--pdeathsig', 'KILL', 'unshare']
  const namespaces = ['--mount', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc']
  const holder = spawn('setpriv', [...bound, ...namespaces, 'bash', '-c', mounts.join(' && ')])
  let errors = ''
  holder.stderr.on('data', (bytes) => (errors += bytes))
  const [ready] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')])
  must(String(ready).includes('ready'), `the machine does not start: ${errors}`)
  const init = readFileSync(`/proc/${holder.pid}/task/${holder.pid}/children`, 'utf8').trim()
  return { folder, run: (script) => run(init, script), destroy: () => destroy(holder, init, folder) }
}

/** The program in `/opt/houtai`, arranged as in a release: its launcher, sources, packages, Node and samples. */
function installProgram(opt: string): void {
  const home = join(opt, 'houtai')
  for (const path of ['bin', 'node']) mkdirSync(join(home, path), { recursive: true })
  for (const path of ['src', 'node_modules', 'package.json', 'docs'])
    symlinkSync(join(ROOT, path), join(home, path))
  symlinkSync(join(ROOT, 'release'), join(home, 'deploy'))
  symlinkSync(process.execPath, join(home, 'node/node'))
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  mkdirSync(join(opt, 'shim'))
  for (const [path, text] of [
    [join(home, 'bin/houtai'), launcher(scripts)],
    [join(opt, 'shim/systemctl'), SYSTEMCTL],
    // The package is installed; the machine has no network.
    [join(opt, 'shim/apt-get'), '#!/bin/sh\nexec dpkg -s "$3" > /dev/null\n'],
  ] as const) {
    writeFileSync(path, text, { mode: 0o755 })
  }
}

async function run(init: string, script: string): Promise<string> {
  const args = [
    '--mount',
    '--pid',
    '--ipc',
    '--target',
    init,
    'bash',
    '-euo',
    'pipefail',
    '-c',
    `cd /root\n${script}`,
  ]
  const env = {
    PATH: '/opt/shim:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
  }
  const child = spawn('nsenter', args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  const [code] = await once(child, 'close')
  must(code === 0, `${script}\nended with ${code}:\n${output}`)
  return output
}

/** The kernel kills every process of a PID namespace with its first one. */
async function destroy(holder: ChildProcess, init: string, folder: string): Promise<void> {
  if (holder.exitCode === null && holder.signalCode === null) {
    const exited = once(holder, 'exit')
    process.kill(Number(init), 'SIGKILL')
    await exited
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
