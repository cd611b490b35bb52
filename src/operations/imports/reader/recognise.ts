import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import { type Value, word } from '#kit/text.ts'
import { type FilePlatform, filePlatforms, platformLabels } from './fields.ts'
import { type Layout, layoutOf, type Naming, tidyHeader } from './layout.ts'

/** The header is in one of the first rows; there may be a title above it. */
export const LAST_HEADER_ROW = 5

/** A row with its number in the spreadsheet. */
export interface NumberedRow {
  row: number
  cells: string[]
}

/** The header row of a file, and how it was read. */
export interface RecognisedHeader {
  headerRow: number
  headers: string[]
  layout: Layout
}

/**
 * Finds the header among the first rows, and the platform that it fits best; undefined if no row fits any platform.
 * Throws `refused` if two platforms fit equally well, or if the nick column is missing.
 */
export function recogniseHeader(
  rows: readonly NumberedRow[],
  naming: Naming & { platform?: FilePlatform } = {},
): RecognisedHeader | undefined {
  const platforms = naming.platform ? [naming.platform] : filePlatforms
  const readings = rows
    .filter(({ row }) => row <= LAST_HEADER_ROW)
    .flatMap(({ row, cells }) =>
      platforms.map((platform) => ({ row, cells, layout: layoutOf(cells, platform, naming) })),
    )
    .filter(({ layout }) => layout.score > 0)
    .toSorted(
      (a, b) =>
        Number(hasRequiredColumns(b.layout)) - Number(hasRequiredColumns(a.layout)) ||
        b.layout.score - a.layout.score,
    )
  const [best, next] = readings
  if (!best) return undefined
  const headers = best.cells.map(tidyHeader)
  if (!hasRequiredColumns(best.layout)) throw missingNickError(best.layout.platform, headers)
  if (next?.row === best.row && hasRequiredColumns(next.layout) && next.layout.score === best.layout.score) {
    throw ambiguousPlatformError(best.layout.platform, next.layout.platform, headers)
  }
  return { headerRow: best.row, headers, layout: best.layout }
}

/** The error for a file whose platform is not recognised. */
export function unrecognisedError(rows: readonly NumberedRow[]): UnreadableFile {
  const widest = rows.reduce<string[]>((best, { cells }) => (cells.length > best.length ? cells : best), [])
  const headers = widest.map(tidyHeader).filter((header) => header !== '')
  return new UnreadableFile(
    'refused',
    '认不出这是哪个平台的文件：前 5 行里没有认识的表头（看到的是 {headers}）。请上传平台导出的客服数据，或请管理员添加表头别名。',
    { headers, values: { headers: listHeaders(headers) } },
  )
}

/** Whether the rows identify their owner; 快手 files contain stores, not agents. */
function hasRequiredColumns({ platform, columns }: Layout): boolean {
  return platform === 'kuaishou' || columns.some(({ field }) => field === 'nick')
}

function missingNickError(platform: FilePlatform, headers: string[]): UnreadableFile {
  return new UnreadableFile(
    'refused',
    '看起来是{platform}的文件，但没有客服账号一列（看到的表头是 {headers}）。请指出哪一列是客服账号，或重新导出。',
    {
      headers: headers.filter((header) => header !== ''),
      values: { platform: word(platformLabels[platform]), headers: listHeaders(headers) },
    },
  )
}

function ambiguousPlatformError(one: FilePlatform, other: FilePlatform, headers: string[]): UnreadableFile {
  return new UnreadableFile(
    'refused',
    '分不清这是{one}还是{other}的文件（看到的表头是 {headers}）。请导出更多列，或选择店铺后重新上传。',
    {
      headers: headers.filter((header) => header !== ''),
      values: {
        one: word(platformLabels[one]),
        other: word(platformLabels[other]),
        headers: listHeaders(headers),
      },
    },
  )
}

/** The headers as a value in a message: the first twelve, and their number if there are more. */
function listHeaders(headers: readonly string[]): Value {
  const nonEmpty = headers.filter((header) => header !== '')
  const first = nonEmpty.slice(0, 12)
  if (nonEmpty.length === first.length) return first
  return { sentence: '{headers} 等 {n} 列', values: { headers: first, n: nonEmpty.length } }
}
