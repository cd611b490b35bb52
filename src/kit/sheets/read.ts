import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { kindOf } from './kind.ts'
import { assertFileSize } from './limits.ts'
import { lineEndOf, withoutPlainLines } from './plainLines.ts'
import { type RowSink, withinLimits } from './rows.ts'
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

const DELIMITERS = [',', '\t', ';']

/** Streams a text, given in pieces, with cells separated by commas, tabs or semicolons, into the sink. */
async function readDelimited(pieces: () => Generator<string>, sink: RowSink): Promise<void> {
  if (!sink.sheet('')) return
  let row = 0
  let continues = true
  const onRow = (cells: string[]) => {
    row += 1
    if (continues) continues = sink.row(row, cells.map(unwrapFormula))
    return null
  }
  const head = pieces().next().value ?? ''
  const delimiter = delimiterOf(head)
  const end = lineEndOf(head)
  const quoted = end ? () => withoutPlainLines(pieces(), { delimiter, end }, onRow) : pieces
  try {
    const parser = parse({
      delimiter,
      ...(end && { record_delimiter: end }),
      relax_column_count: true,
      relax_quotes: true,
      on_record: onRow,
    })
    // The parser has no output, but without a reader the stream would never end.
    await pipeline(quoted, parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new UnreadableFile(
      'unreadable',
      '读到第 {row} 行时出错：引号没有成对出现，分不清各列。请用 Excel 打开并另存为 .xlsx 后重新上传。',
      { rows: [row + 1], values: { row: row + 1 } },
    )
  }
}

/** Returns the most frequent delimiter of the first lines, ignoring quoted parts. */
function delimiterOf(text: string): string {
  const head = text
    .slice(0, 10_000)
    .split(/\r?\n/, 10)
    .join('\n')
    .replace(/"[^"]*"/g, '')
  const uses = (delimiter: string) => head.split(delimiter).length
  return DELIMITERS.reduce((best, delimiter) => (uses(delimiter) > uses(best) ? delimiter : best))
}

/** Some exports write `="0123"` so that Excel keeps the zeros; the cell's text is the part between the quotes. */
function unwrapFormula(cell: string): string {
  return cell.startsWith('="') ? (/^="([^"]*)"$/.exec(cell)?.[1] ?? cell) : cell
}

/** Control characters that do not occur in text files. */
const CONTROL = /(?![\s\u0080-\u009f])\p{Cc}/u

/** Bytes decoded per piece: a whole text in memory takes twice the size of its file. */
const PIECE = 64 * 1024

/**
 * Returns the encoding of a text file: UTF-8, UTF-16 with a byte order mark, or GBK (GB 18030), tried in that order.
 * Throws `UnreadableFile` if it is none of them.
 */
function encodingOf(bytes: Uint8Array): string {
  const found = candidateEncodings(bytes).find((encoding) => canDecode(bytes, encoding))
  if (!found) throw notTextError()
  return found
}

/** Decodes a file in pieces; throws if the bytes do not match the encoding. */
function* textOf(bytes: Uint8Array, encoding: string): Generator<string> {
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
