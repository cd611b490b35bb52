import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { canInstall, install } from '../debian.ts'
import { shell } from '../release/sandbox.ts'

/** Root folders of Debian are created once and used again; they may be deleted at any time. */
const CACHE = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'houtai-debian')

const SUITE = 'bookworm'

/** What an image does not need; Debian's own slim images leave out the same. Licences stay. */
const SLIM = `
find usr/share/doc -mindepth 1 -not -name copyright -not -type d -delete
find usr/share/doc -mindepth 1 -type d -empty -delete
rm -rf usr/share/man usr/share/locale usr/share/info usr/share/groff usr/share/lintian usr/share/linda
rm -rf var/cache/apt var/lib/apt/lists var/log var/cache/debconf/*-old
install -d var/log var/cache/apt/archives/partial var/lib/apt/lists/partial
`

/** A root folder with the fewest packages, slimmed as `debian:12-slim` is: the base of the image. */
export function slimRoot(): string {
  return cached('slim', SLIM, (folder) => {
    bootstrap(folder, ['--variant=minbase'])
    shell('sh', ['-ec', SLIM], { cwd: folder })
  })
}

/**
 * The root folder of a newly installed Debian with systemd, without any further package. The named packages are
 * downloaded with their dependencies and can be installed without a network.
 */
export function bareRoot(packages: readonly string[]): string {
  const wanted = [...packages].sort()
  const base = cached('bare', '', (folder) => bootstrap(folder, ['--include=systemd-sysv,dbus']))
  return cached('ready', wanted.join(' '), (folder) => {
    rmSync(folder, { recursive: true })
    shell('cp', ['-a', base, folder])
    takeSources(folder)
    const apt = (...args: string[]) =>
      shell('chroot', [folder, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args])
    apt('update')
    if (wanted.length > 0) apt('install', '-y', '--download-only', ...wanted)
    rmSync(join(folder, 'etc/resolv.conf'))
  })
}

/** Returns the cached folder, which `fill` creates on the first use. `content` is what its content depends on. */
function cached(name: string, content: string, fill: (folder: string) => void): string {
  const mark = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const folder = join(CACHE, `${SUITE}-${name}-${mark}`)
  if (existsSync(folder)) return folder
  mkdirSync(CACHE, { recursive: true })
  const unfinished = `${folder}.${process.pid}`
  mkdirSync(unfinished)
  fill(unfinished)
  renameSync(unfinished, folder)
  return folder
}

function bootstrap(folder: string, options: readonly string[]): void {
  if (!existsSync('/usr/sbin/debootstrap') && !(canInstall() && install('debootstrap'))) {
    throw new Error('debootstrap is missing')
  }
  shell('debootstrap', [...options, SUITE, folder, archive()])
}

/** The address of Debian's archive that this machine itself uses. */
function archive(): string {
  const format = '$(ORIGIN) $(CODENAME) $(REPO_URI)'
  const listed = shell('apt-get', ['indextargets', '--format', format, 'Created-By: Packages'])
  const found = listed.split('\n').map((line) => line.split(' '))
  const [, , address] = found.find(([origin, codename]) => origin === 'Debian' && codename === SUITE) ?? []
  if (!address) throw new Error(`this machine has no Debian ${SUITE} in its package sources`)
  return address
}

/** Gives a root folder this machine's sources of Debian packages, and its name servers. */
function takeSources(folder: string): void {
  const sources = '/etc/apt/sources.list.d/debian.sources'
  if (existsSync(sources)) {
    shell('cp', [sources, join(folder, 'etc/apt/sources.list.d/')])
    rmSync(join(folder, 'etc/apt/sources.list'), { force: true })
  }
  writeFileSync(join(folder, 'etc/resolv.conf'), readFileSync('/etc/resolv.conf'))
}
