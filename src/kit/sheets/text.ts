import { UnreadableFile } from './unreadable.ts'

/** Control characters that do not occur in text files. */
const CONTROL = /(?![\s\u0080-\u009f])\p{Cc}/u

/** Bytes decoded per piece: a whole text in memory takes twice the size of its file. */
const PIECE = 64 * 1024

/**
 * Returns the encoding of a text file: UTF-8, UTF-16 with a byte order mark, or GBK (GB 18030), tried in that order.
 * Throws `UnreadableFile` if it is none of them.
 */
export function encodingOf(bytes: Uint8Array): string {
  const found = candidateEncodings(bytes).find((encoding) => canDecode(bytes, encoding))
  if (!found) throw notTextError()
  return found
}

/** Decodes a file in pieces; throws if the bytes do not match the encoding. */
export function* textOf(bytes: Uint8Array, encoding: string): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  for (let at = 0; at < bytes.length; at += PIECE) {
    yield decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE < bytes.length })
  }
}

function candidateEncodings(bytes: Uint8Array): string[] {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return ['utf-16le']
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return ['utf-16be']
  return ['utf-8', 'gb18030']
}

function canDecode(bytes: Uint8Array, encoding: string): boolean {
  try {
    for (const piece of textOf(bytes, encoding)) if (CONTROL.test(piece)) throw notTextError()
    return true
  } catch (error) {
    if (error instanceof UnreadableFile) throw error
    return false
  }
}

function notTextError(): UnreadableFile {
  return new UnreadableFile(
    'unreadable',
    '看不出这是什么文件，内容不是表格，也可能已损坏。请从平台重新下载，或另存为 .xlsx 后重新上传。',
  )
}
