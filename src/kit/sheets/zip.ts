import { Buffer } from 'node:buffer'
import yauzl, { type Entry } from 'yauzl'
import { limits } from './limits.ts'
import { lockedFileError, UnreadableFile } from './unreadable.ts'

/** A zip archive whose parts are read as streams of text, in total at most `limits.inflatedBytes`. */
export interface Archive {
  has(path: string): boolean
  /** The text of a part in pieces; nothing if there is no such part. */
  text(path: string): AsyncGenerator<string>
}

/**
 * Opens an archive in memory. Throws `UnreadableFile` if it is encrypted or has too many parts, and the library's error
 * if it is damaged.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await yauzl.fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    lazyEntries: true,
  })
  if (zip.entryCount > limits.zipEntries) throw archiveTooLarge()
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw lockedFileError()
    entries.set(partName(entry.fileName), entry)
  }
  let inflated = 0
  return {
    has: (path) => entries.has(partName(path)),
    async *text(path) {
      const entry = entries.get(partName(path))
      if (!entry) return
      const decoder = new TextDecoder()
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        inflated += chunk.length
        if (inflated > limits.inflatedBytes) throw archiveTooLarge()
        yield decoder.decode(chunk, { stream: true })
      }
    },
  }
}

/** Part names are compared like in Excel: ignoring case. */
function partName(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()
}

function archiveTooLarge(): UnreadableFile {
  return new UnreadableFile('too-large', '文件解压后过大，已停止读取。请从平台重新下载原始文件后再上传。')
}
