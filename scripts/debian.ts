import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { say } from './steps.ts'

/** Whether packages can be installed without a prompt: on Debian as root. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}

/** Installs Debian packages and returns whether that succeeded. */
export function install(...packages: string[]): boolean {
  say(`正在用 apt 安装 ${packages.join('、')}……`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: 'inherit' }).status === 0
  apt('update')
  return apt('install', '-y', '--no-install-recommends', ...packages)
}
