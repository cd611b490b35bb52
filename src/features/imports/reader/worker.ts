import { answerParent } from '#kit/sheets/answerParent.ts'
import { readRows } from '#kit/sheets/read.ts'
import type { FileSummary, ImportOptions, ParsedFile } from './parse.ts'
import { ImportParser } from './parse.ts'

/** What the worker is given: the file, moved to it, and how to read it. */
export interface ReaderInput {
  bytes: Uint8Array
  options: ImportOptions
}

/** The lists of a parsed file, which may be long and therefore travel in pieces; the rest follows at the end. */
const longLists = ['rows', 'storeRows', 'skippedRows', 'problems'] as const
export type LongLists = Pick<ParsedFile, (typeof longLists)[number]>
export type ReaderResult = Omit<FileSummary, (typeof longLists)[number]>

const ITEMS_AT_ONCE = 500

/** Reads and parses the file, and sends it home piece by piece. */
async function work(
  { bytes, options }: ReaderInput,
  emit: (part: Partial<LongLists>) => Promise<void>,
): Promise<ReaderResult> {
  const parser = new ImportParser(options)
  await readRows(bytes, parser)
  const { rows, storeRows, skippedRows, problems, ...rest } = parser.end()
  const lists: LongLists = { rows, storeRows, skippedRows, problems }
  for (const name of longLists) {
    for (let at = 0; at < lists[name].length; at += ITEMS_AT_ONCE) {
      await emit({ [name]: lists[name].slice(at, at + ITEMS_AT_ONCE) })
    }
  }
  return rest
}

await answerParent(work)
