import { inChinese } from '#kit/text.ts'
import { readRows } from './read.ts'
import { UnreadableFile } from './unreadable.ts'

/** For tests: returns the rows of the first sheet with content, by their spreadsheet number. */
export async function rowsOf(bytes: Uint8Array): Promise<Record<number, string[]>> {
  const rows: Record<number, string[]> = {}
  let isEmpty = true
  await readRows(bytes, {
    sheet: () => isEmpty,
    row(row, cells) {
      rows[row] = cells
      isEmpty = false
      return true
    },
  })
  return rows
}

/**
 * For tests: returns how reading the file fails, as `kind: sentence`; throws if it does not, or for any other error.
 */
export async function failureOf(bytes: Uint8Array): Promise<string> {
  const error = await rowsOf(bytes).catch((caught: unknown) => caught)
  if (error instanceof UnreadableFile) return `${error.kind}: ${inChinese(error.sentence)}`
  throw error instanceof Error ? error : new Error('The file was read.')
}

/** For tests: encodes a text as UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
