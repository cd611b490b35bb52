import type { Sentence, Values } from '#kit/text.ts'

/**
 * What is wrong with a file: `unreadable` (HTTP 400): damaged, empty or no table; `too-large` (413): beyond a limit;
 * `refused` (400): readable, but its content must not be imported.
 */
export type UnreadableKind = 'unreadable' | 'too-large' | 'refused'

/** Details that a screen can highlight: rows as numbered in the spreadsheet, headers as written in the file. */
export interface UnreadableDetails {
  rows?: number[]
  headers?: string[]
  cause?: unknown
  /** The values of the message's placeholders. */
  values?: Values
}

/** A file that cannot be imported. `message` is a Chinese sentence: what failed, why, and what to do next. */
export class UnreadableFile extends Error {
  readonly kind: UnreadableKind
  readonly values: Values
  readonly rows?: number[]
  readonly headers?: string[]

  constructor(kind: UnreadableKind, message: string, details: UnreadableDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'UnreadableFile'
    this.kind = kind
    this.values = details.values ?? {}
    this.rows = details.rows
    this.headers = details.headers
  }

  /** The message with its values. */
  get sentence(): Sentence {
    return { sentence: this.message, values: this.values }
  }
}

/** The error for a file with a password. */
export function lockedFileError(): UnreadableFile {
  return new UnreadableFile('unreadable', '文件有密码，无法读取。请在 Excel 中取消密码并另存后重新上传。')
}

/** The error for a damaged spreadsheet; the cause is kept for the log. */
export function damagedFileError(cause?: unknown): UnreadableFile {
  return new UnreadableFile(
    'unreadable',
    '文件不完整或已损坏，无法读取。请从平台重新下载，或用 Excel 打开并另存为 .xlsx 后重新上传。',
    { cause },
  )
}
