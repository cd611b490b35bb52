import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

const SSHD = '/usr/sbin/sshd'
/** Needed by a server that root starts; the service of Debian creates it too. */
const SEPARATION = '/run/sshd'

/** Why no SSH server can be started; false if one can. */
export const noSshd = existsSync(SSHD) ? false : 'needs openssh-server'

/** An SSH server of this machine that accepts one key of the account that runs the tests. */
export interface TestSftp {
  user: string
  port: number
  keyFile: string
  knownHosts: string
  /** Another key, which the server does not accept. */
  otherKeyFile: string
  stop: () => Promise<void>
}

export async function startTestSftp(folder: string): Promise<TestSftp> {
  const [host, key, other, knownHosts] = ['host', 'key', 'other', 'known'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  for (const file of [host, key, other])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file])
  const port = await freePort()
  const config = join(folder, 'sshd_config')
  writeFileSync(
    config,
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${host}`,
      `AuthorizedKeysFile ${key}.pub`,
      'StrictModes no',
      'UsePAM no',
      'PidFile none',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'Subsystem sftp internal-sftp',
      '',
    ].join('\n'),
  )
  writeFileSync(knownHosts, `[127.0.0.1]:${port} ${readFileSync(`${host}.pub`, 'utf8')}`)
  if (process.getuid?.() === 0) mkdirSync(SEPARATION, { recursive: true })
  const child = spawn(SSHD, ['-D', '-e', '-f', config], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await reachable(port, ended)
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { user: userInfo().username, port, keyFile: key, knownHosts, otherKeyFile: other, stop }
}

/** A port of this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

/** Waits until the port accepts connections. Throws if the server ends before that. */
async function reachable(port: number, ended: Promise<void>): Promise<void> {
  let isGone = false
  void ended.then(() => (isGone = true))
  const accepts = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(() => resolve(true)))
      socket.once('error', () => resolve(false))
    })
  while (!(await accepts())) {
    if (isGone) throw new Error('the SSH server ended instead of starting')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
