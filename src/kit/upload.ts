import { createWriteStream } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import { AppError } from './errors.ts'
import type { Owner } from './fairQueue.ts'
import { isProcessAlive } from './processes.ts'

/** An uploaded file, held in memory: files are small (≤ 20 MiB), and few are handled concurrently. */
export interface Upload {
  name: string
  bytes: Buffer
}

/** A file whose bytes have all arrived and wait on disk. */
export interface SpooledFile {
  name: string
  size: number
  /** Reads the bytes; called when the upload's turn comes. */
  load: () => Promise<Upload>
  discard: () => Promise<void>
}

/** Files that arrive at a time, of a person and in total. Each takes at most 20 MiB of disk until its request ends. */
const MAX_ARRIVING = { ofPerson: 12, inTotal: 120 }
/** Seconds after which a refused client may try again. */
const RETRY_AFTER_S = 10

const arriving = new Map<Owner['personId'], number>()
let total = 0
let folder: Promise<string> | null = null

/**
 * Runs the receipt and handling of one person's file. Throws TOO_MANY if too many files of the person, or of all people,
 * are on their way: a slow or stalled upload takes no memory and no turn from others, but disk and a socket.
 */
export async function whileArriving<T>({ personId }: Owner, work: () => Promise<T>): Promise<T> {
  const own = arriving.get(personId) ?? 0
  if (own >= MAX_ARRIVING.ofPerson || total >= MAX_ARRIVING.inTotal) {
    throw new AppError('TOO_MANY', '同时上传的文件太多，请 {n} 秒后再试。', {
      values: { n: RETRY_AFTER_S },
      data: { retryAfterSeconds: RETRY_AFTER_S },
    })
  }
  total += 1
  arriving.set(personId, own + 1)
  try {
    return await work()
  } finally {
    total -= 1
    const left = (arriving.get(personId) ?? 1) - 1
    if (left === 0) arriving.delete(personId)
    else arriving.set(personId, left)
  }
}

/** Writes a part of a form to disk as it arrives. Throws TOO_LARGE beyond the size limit of the form. */
export async function spool(part: MultipartFile): Promise<SpooledFile> {
  folder ??= makeFolder()
  const path = join(await folder, crypto.randomUUID())
  const name = part.filename.normalize('NFC').slice(0, 255)
  const discard = () => rm(path, { force: true })
  try {
    await pipeline(part.file, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    if (part.file.truncated) throw new AppError('TOO_LARGE', '文件超过 20 MB，请拆分后再上传。')
  } catch (error) {
    await discard()
    throw error
  }
  const { bytesRead: size } = part.file
  return { name, size, load: async () => ({ name, bytes: await readFile(path) }), discard }
}

const FOLDER = /^houtai-uploads-(\d+)-/

/** Makes the folder of this process, and deletes those of processes that were killed. */
async function makeFolder(): Promise<string> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(FOLDER.exec(name)?.[1] ?? 0)
    if (pid > 0 && !isProcessAlive(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
  return mkdtemp(join(tmpdir(), `houtai-uploads-${process.pid}-`))
}

/** Deletes the folder of this process with whatever is left in it; called when the program stops. */
export async function removeSpool(): Promise<void> {
  const made = folder
  folder = null
  if (made) await rm(await made, { recursive: true, force: true })
}
