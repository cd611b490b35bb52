import { readDelimited } from './delimited.ts'
import { kindOf } from './kind.ts'
import { assertFileSize } from './limits.ts'
import type { RowSink } from './rows.ts'
import { withinLimits } from './rows.ts'
import { encodingOf, textOf } from './text.ts'
import { damagedFileError, UnreadableFile } from './unreadable.ts'
import { readXlsx } from './xlsx.ts'

/**
 * Reads a file of unknown kind (.xlsx, .xls, HTML or XML named .xls, .csv, .tsv) by its content and passes its rows to
 * the sink, every cell as text. Throws `UnreadableFile`; errors of the sink pass through unchanged.
 */
export async function readRows(bytes: Uint8Array, sink: RowSink): Promise<void> {
  assertFileSize(bytes.byteLength)
  const guarded = withinLimits(sink)
  const kind = kindOf(bytes)
  if (kind === 'text') await readText(bytes, guarded)
  else await (kind === 'xlsx' ? readXlsx : readOld)(bytes, guarded).catch(asDamaged)
  if (guarded.rows === 0) {
    throw new UnreadableFile('unreadable', '文件里没有数据，工作表是空的。请从平台重新下载后再上传。')
  }
}

async function readText(bytes: Uint8Array, sink: RowSink): Promise<void> {
  const encoding = encodingOf(bytes)
  const head = textOf(bytes, encoding).next().value?.slice(0, 2_000).trimStart() ?? ''
  if (!/^<[!?a-z]/i.test(head)) return readDelimited(() => textOf(bytes, encoding), sink)
  const text = [...textOf(bytes, encoding)].join('')
  if (!/<table[\s>]|urn:schemas-microsoft-com:office:spreadsheet/i.test(text)) {
    throw new UnreadableFile(
      'unreadable',
      '这是网页，不是表格，可能是登录已过期时下载的。请登录平台后重新下载，再上传。',
    )
  }
  return readOld(text, sink).catch(asDamaged)
}

/** Loads the reader on demand: it is large, and old formats are rare. */
async function readOld(file: Uint8Array | string, sink: RowSink): Promise<void> {
  const { readLegacy } = await import('./legacy.ts')
  return readLegacy(file, sink)
}

/** The libraries throw their own errors for damaged files; the user gets ours. */
function asDamaged(error: unknown): never {
  throw error instanceof UnreadableFile ? error : damagedFileError(error)
}
