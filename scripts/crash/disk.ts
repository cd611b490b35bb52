import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { must } from './checks.ts'

/** A folder with limited space. */
export interface LimitedDisk {
  /** The folder where it is mounted. */
  folder: string
  remove: () => void
}

/** A disk in an image file. Data in the image has reached the disk; data in the page cache has not. */
export interface Disk extends LimitedDisk {
  /** Returns a copy of the disk as a power cut at this moment would leave it. */
  cut: () => Disk
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  must(status === 0, `${command} ${args.join(' ')}：${error?.message ?? stderr}`)
  return stdout.trim()
}

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

/** Whether this machine allows mounts, and whether it also has loop devices for disk images. */
export const canMount = isRootOnLinux && spawnSync('mount', ['--version'], { stdio: 'ignore' }).status === 0
export const hasLoopDevices = canMount && spawnSync('losetup', ['-f'], { stdio: 'ignore' }).status === 0

/** Current mounts, removed when this process exits, whatever the result of a check. */
const mounted = new Set<() => void>()
process.on('exit', () => {
  for (const remove of mounted) remove()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/** Creates and mounts an empty ext4 disk of the given size in MiB. */
export function makeDisk(mebibytes: number): Disk {
  const home = mkdtempSync(join(tmpdir(), 'houtai-disk-'))
  const image = join(home, 'image')
  writeFileSync(image, '')
  truncateSync(image, mebibytes * 1024 * 1024)
  run('mke2fs', '-q', '-t', 'ext4', '-m', '0', '-E', 'lazy_itable_init=1', image)
  return mount(home, image)
}

/** A small disk for checks that only need it to become full: ext4 if possible, else tmpfs. */
export function makeLimitedDisk(mebibytes: number): LimitedDisk {
  if (hasLoopDevices) return makeDisk(mebibytes)
  const home = mkdtempSync(join(tmpdir(), 'houtai-disk-'))
  const folder = join(home, 'mounted')
  mkdirSync(folder)
  run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder)
  return { folder, remove: removal(home, folder) }
}

function mount(home: string, image: string): Disk {
  const folder = join(home, 'mounted')
  mkdirSync(folder)
  const device = run('losetup', '-f', '--show', image)
  run('mount', device, folder)
  // A device in use is detached only when its disk is unmounted.
  run('losetup', '-d', device)
  return { folder, cut: () => cut(device, image), remove: removal(home, folder) }
}

/** Returns a function that unmounts and removes a disk once. A process with open files on it keeps them. */
function removal(home: string, folder: string): () => void {
  const remove = () => {
    if (!mounted.delete(remove)) return
    run('umount', '--lazy', folder)
    rmSync(home, { recursive: true, force: true })
  }
  mounted.add(remove)
  return remove
}

/** Number of sectors written to a device since the system started. */
function sectorsWritten(device: string): string {
  const name = device.replace('/dev/', '')
  return readFileSync(`/sys/block/${name}/stat`, 'utf8').trim().split(/\s+/)[6] ?? ''
}

const TRIES = 50

/**
 * Copies the image at one instant: the writing process has been stopped, and a copy is repeated if the kernel wrote to
 * the disk meanwhile. Does not simulate the write cache of a real disk, which may be lost too.
 */
function cut(device: string, image: string): Disk {
  const home = mkdtempSync(join(tmpdir(), 'houtai-disk-'))
  const copy = join(home, 'image')
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = sectorsWritten(device)
    run('cp', '--sparse=always', image, copy)
    if (before === sectorsWritten(device)) return mount(home, copy)
  }
  throw new Error('磁盘一直在写，没有得到同一时刻的副本')
}

/** Fills a disk up to the given remaining MiB; with 0 to the last block. Returns a function that frees the space. */
export function fillUp(disk: LimitedDisk, leftMebibytes: number): () => void {
  const free = Number(run('df', '--output=avail', '-m', disk.folder).split('\n')[1])
  const filler = join(disk.folder, 'filler')
  const MARGIN_MIB = 16
  run('fallocate', '-l', `${free - Math.max(leftMebibytes, MARGIN_MIB)}MiB`, filler)
  if (leftMebibytes === 0) writeToTheEnd(filler)
  return () => rmSync(filler)
}

/** A disk that takes no more large pieces still takes small ones. */
function writeToTheEnd(file: string): void {
  for (const bytes of [64 * 1024, 1024]) {
    const block = Buffer.alloc(bytes, 1)
    for (;;) {
      try {
        appendFileSync(file, block)
      } catch {
        break
      }
    }
  }
}
