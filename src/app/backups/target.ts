import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { inChinese, type Sentence, type Values } from '#kit/text.ts'

/** A file at a target. */
export interface TargetFile {
  name: string
  bytes: number
}

/**
 * A place outside the machine that holds copies of backups. Names are those of files directly in its folder. Every
 * method throws `TargetError` if the target does not do it, and ends early if `signal` is aborted.
 */
export interface Target {
  /** `folder`, `s3` or `sftp`; the second of a kind is `s3-2`. For the stored runs and metrics. */
  name: string
  /** As in the settings, for the operator; has no secret. */
  address: string
  /**
   * Copies a file of this machine to the target, reads it back and compares it. It has its name only if it is complete
   * and equal. Replaces a file with the same name.
   */
  put: (path: string, name: string, signal: AbortSignal) => Promise<void>
  /** Unfinished files are among them, with the suffix `.part`. */
  list: (signal: AbortSignal) => Promise<TargetFile[]>
  /** Copies a file of the target to a new file of this machine. */
  get: (name: string, path: string, signal: AbortSignal) => Promise<void>
  delete: (name: string, signal: AbortSignal) => Promise<void>
}

/** Suffix of a file that is being copied. */
export const UNFINISHED_SUFFIX = '.part'

/** Why a target cannot be used, for people and for the operator. Names no path, no account and no secret. */
export class TargetError extends Error {
  readonly sentence: Sentence

  constructor(sentence: string, values: Values = {}) {
    const filled = { sentence, values }
    super(inChinese(filled))
    this.sentence = filled
  }
}

export const missingFile = (name: string) => new TargetError('那里没有备份 {name}。', { name })

/** What a target returned is not what was sent. */
export const changedFile = () => new TargetError('传过去再读回来的内容与本机的不同，没有采用。')

/** SHA-256 of a file, in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Slowest transfer that is waited for, in bytes per ms (64 KiB/s). */
const MIN_BYTES_PER_MS = 64
const REQUEST_MS = 60_000

/** How long a transfer of this size may take, in ms. */
export const patienceFor = (bytes: number) => REQUEST_MS + Math.ceil(bytes / MIN_BYTES_PER_MS)

export const tooSlow = () => new TargetError('对方太久没有回答，已放弃。')

/** The program is stopping; the copy is made after the next start. */
export const stopped = () => new TargetError('程序正在停止，没有传完。')
