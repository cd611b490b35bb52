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

/** A place with a limit of its own. */
export interface Room {
  /** Where its files are seen. */
  folder: string
  remove: () => void
}

/** A disk in a file. What has reached the file has reached the disk; what the system still holds in memory has not. */
export interface Disk extends Room {
  /** What a power cut at this moment would leave, as a disk of its own. */
  cut: () => Disk
}

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  must(status === 0, `${command} ${args.join(' ')}：${error?.message ?? stderr}`)
  return stdout.trim()
}

const isRootOnLinux = process.platform === 'linux' && process.getuid?.() === 0

/** Whether this machine lets one mount at all, and whether also a disk that is a file. */
export const canMount = isRootOnLinux && spawnSync('mount', ['--version'], { stdio: 'ignore' }).status === 0
export const hasLoopDevices = canMount && spawnSync('losetup', ['-f'], { stdio: 'ignore' }).status === 0

/** What is mounted now; taken away when this process ends, however a check went. */
const mounted = new Set<() => void>()
process.on('exit', () => {
  for (const remove of mounted) remove()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/** Makes and mounts an empty disk of so many MiB, formatted as ext4. */
export function makeDisk(mebibytes: number): Disk {
  const home = mkdtempSync(join(tmpdir(), 'houtai-disk-'))
  const image = join(home, 'image')
  writeFileSync(image, '')
  truncateSync(image, mebibytes * 1024 * 1024)
  run('mke2fs', '-q', '-t', 'ext4', '-m', '0', '-E', 'lazy_itable_init=1', image)
  return mount(home, image)
}

/** A disk for checks that need one to be full only: ext4 where that can be had, else a piece of memory. */
export function makeRoom(mebibytes: number): Room {
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
  // A device that is in use goes when its disk is no longer mounted.
  run('losetup', '-d', device)
  return { folder, cut: () => cut(device, image), remove: removal(home, folder) }
}

/** Takes a disk away, once; a process that still has a file open on it keeps that, and nobody else sees it. */
function removal(home: string, folder: string): () => void {
  const remove = () => {
    if (!mounted.delete(remove)) return
    run('umount', '--lazy', folder)
    rmSync(home, { recursive: true, force: true })
  }
  mounted.add(remove)
  return remove
}

/** How many sectors have been written to a device since the system started. */
function sectorsWritten(device: string): string {
  const name = device.replace('/dev/', '')
  return readFileSync(`/sys/block/${name}/stat`, 'utf8').trim().split(/\s+/)[6] ?? ''
}

const TRIES = 50

/**
 * Copies the image at one instant: whoever writes to the disk has been halted, and a copy during which the system itself
 * wrote something back is thrown away. Writes in a real disk's own memory, which it may lose too, are not simulated.
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

/** Takes all but so many MiB of a disk away; with 0 to the last block. Answers how to give it back. */
export function fillUp(disk: Room, leftMebibytes: number): () => void {
  const free = Number(run('df', '--output=avail', '-m', disk.folder).split('\n')[1])
  const filler = join(disk.folder, 'filler')
  const MARGIN_MIB = 16
  run('fallocate', '-l', `${free - Math.max(leftMebibytes, MARGIN_MIB)}MiB`, filler)
  if (leftMebibytes === 0) writeToTheEnd(filler)
  return () => rmSync(filler)
}

function writeToTheEnd(file: string): void {
  const block = Buffer.alloc(64 * 1024, 1)
  for (;;) {
    try {
      appendFileSync(file, block)
    } catch {
      return
    }
  }
}
