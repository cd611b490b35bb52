/**
 * What went wrong with a file: `unreadable` (HTTP 400) it is damaged, empty or no table; `too-large` (413) it is beyond
 * a limit; `refused` (400) it can be read, but what it says must not be taken in.
 */
export type UnreadableKind = 'unreadable' | 'too-large' | 'refused'

/** What a screen can point at: rows as the spreadsheet numbers them, headers as the file writes them. */
export interface UnreadableDetails {
  rows?: number[]
  headers?: string[]
  cause?: unknown
}

/** A file that cannot be taken in. `message` is a whole Chinese sentence: what failed, why, what to do next. */
export class UnreadableFile extends Error {
  readonly kind: UnreadableKind
  readonly rows?: number[]
  readonly headers?: string[]

  constructor(kind: UnreadableKind, message: string, details: UnreadableDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'UnreadableFile'
    this.kind = kind
    this.rows = details.rows
    this.headers = details.headers
  }
}

/** The error of a file behind a password. */
export function locked(): UnreadableFile {
  return new UnreadableFile('unreadable', '文件有密码，无法读取。请在 Excel 中取消密码并另存后重新上传。')
}

/** The error of a spreadsheet that begins well and ends in ruins; the cause is kept for the log. */
export function damaged(cause?: unknown): UnreadableFile {
  return new UnreadableFile(
    'unreadable',
    '文件不完整或已损坏，无法读取。请从平台重新下载，或用 Excel 打开并另存为 .xlsx 后重新上传。',
    { cause },
  )
}
