import { UnreadableFile } from './unreadable.ts'

/** Characters that no text file holds. */
const CONTROL = /(?![\s\u0080-\u009f])\p{Cc}/u

/**
 * The text of a file in UTF-8, UTF-16 with a byte order mark, or GBK (GB 18030), tried in that order. Throws where it is
 * none of them.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decode(bytes)
  if (text === undefined || CONTROL.test(text)) throw noText()
  return text
}

function decode(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return strictly(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return strictly(bytes, 'utf-16be')
  return strictly(bytes, 'utf-8') ?? strictly(bytes, 'gb18030')
}

function strictly(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function noText(): UnreadableFile {
  return new UnreadableFile(
    'unreadable',
    '看不出这是什么文件，内容不是表格，也可能已损坏。请从平台重新下载，或另存为 .xlsx 后重新上传。',
  )
}
