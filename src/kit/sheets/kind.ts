import { Buffer } from 'node:buffer'
import { word } from '#kit/text.ts'
import { lockedFileError, UnreadableFile } from './unreadable.ts'

/** The kind of a file by its first bytes; its extension is ignored. */
export type FileKind = 'xlsx' | 'xls' | 'text'

const FOREIGN: [magic: string, name: string][] = [
  ['89504e47', '图片'],
  ['ffd8ff', '图片'],
  ['47494638', '图片'],
  ['424d', '图片'],
  ['25504446', 'PDF 文件'],
  ['526172211a07', '压缩包'],
  ['377abcaf271c', '压缩包'],
  ['1f8b', '压缩包'],
]

/** Returns the kind of a file; throws `unreadable` with the reason if it is no table. */
export function kindOf(bytes: Uint8Array): FileKind {
  if (bytes.length === 0)
    throw new UnreadableFile('unreadable', '文件是空的，没有内容。请从平台重新下载后再上传。')
  const head = Buffer.from(bytes.subarray(0, 8)).toString('hex')
  if (head.startsWith('504b0304') || head.startsWith('504b0506')) return 'xlsx'
  if (head === 'd0cf11e0a1b11ae1') return kindInContainer(bytes)
  // BIFF2–4 worksheets have no container; their first record is BOF.
  if (/^09(00|02|04)0[46]00/.test(head)) return 'xls'
  const foreign = FOREIGN.find(([magic]) => head.startsWith(magic) && (magic !== '424d' || bytes[6] === 0))
  if (foreign) throw notTableError(foreign[1])
  return 'text'
}

/** OLE containers contain old workbooks, encrypted .xlsx files, and all other old Office formats. */
function kindInContainer(bytes: Uint8Array): FileKind {
  const names = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const containsName = (name: string) => names.includes(Buffer.from(name, 'utf16le'))
  if (containsName('EncryptedPackage')) throw lockedFileError()
  if (containsName('Workbook') || containsName('Book')) return 'xls'
  throw notTableError('其他 Office 文件')
}

function notTableError(what: string): UnreadableFile {
  return new UnreadableFile(
    'unreadable',
    '这是{what}，不是表格，无法导入。请上传平台导出的 .xlsx、.xls 或 .csv 文件。',
    { values: { what: word(what) } },
  )
}
