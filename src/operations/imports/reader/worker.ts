import { readRows } from '#kit/sheets/read.ts'
import { serveWorker } from '#kit/sheets/serveWorker.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import { rowColumns } from '#operations/imports/rowColumns.ts'
import type { Metric } from './fields.ts'
import type { FileRows } from './fileRows.ts'
import {
  conflictingRowsError,
  type FileSummary,
  type ImportOptions,
  ImportParser,
  type ParsedFile,
} from './parse.ts'
import type { PlacesPart } from './places.ts'
import { haveSameFigures } from './rows.ts'
import { type StoredRow, toStoredRow } from './storedRow.ts'

/** The input of the worker: the file, whose bytes are transferred, and how to read it. */
export interface ReaderInput {
  bytes: Uint8Array
  options: ImportOptions
}

/**
 * What the worker emits, in this order. The rows stay in the worker until it emits them as text for the database, so
 * that the server's main thread holds none of them.
 */
export type ReaderPart =
  | PlacesPart
  /** Everything but the valid rows. The answer is the group of each place, in order of the places; -1 drops the row. */
  | { summary: FileSummary }
  /** Rows that repeat an earlier row of their group. The answer is the id of each group. */
  | { repeated: number[] }
  /** Rows to store by column, how many there are, and the numbers of the rows whose figures are too large. */
  | { columns: (string | null)[]; count: number; tooLarge: number[] }

const ROWS_PER_PART = 1_000

type Emit = (part: ReaderPart) => Promise<unknown>

/**
 * Parses the file; if its headers do not determine the platform, tries `otherwise`. Frees the file's bytes, which are
 * not needed while the rows are stored.
 */
async function parseFile({ bytes, options }: ReaderInput): Promise<ParsedFile> {
  const { otherwise } = options
  const read = async (parseOptions: ImportOptions) => {
    const parser = new ImportParser(parseOptions)
    await readRows(bytes, parser)
    return parser.end()
  }
  const file = await read(options).catch((error: unknown) => {
    if (!otherwise || !isRefusedForHeaders(error)) throw error
    return read({ ...options, platform: otherwise })
  })
  if (bytes.buffer instanceof ArrayBuffer) bytes.buffer.transfer(0)
  return file
}

/** Whether the file was refused because of its headers. */
function isRefusedForHeaders(error: unknown): boolean {
  return error instanceof UnreadableFile && error.kind === 'refused' && error.headers !== undefined
}

async function work(input: ReaderInput, emit: Emit): Promise<null> {
  const { rows, ...summary } = await parseFile(input)
  for (const part of rows.places()) await emit(part)
  const groups = (await emit({ summary })) as Int32Array
  const repeated = findRepeatedRows(rows, groups)
  const ids = (await emit({ repeated: repeated.map((index) => rows.at(index).row) })) as Int32Array
  for (const index of repeated) groups[index] = -1
  await emitRows(rows, (index) => ids[groups[index] ?? -1], summary.sessionFields, emit)
  return null
}

/** Emits the rows of all groups in chunks of about a thousand; while one chunk is stored, the next is prepared. */
async function emitRows(
  rows: FileRows,
  groupOf: (index: number) => number | undefined,
  sessionFields: readonly Metric[],
  emit: Emit,
): Promise<void> {
  let previousEmit: Promise<unknown> = Promise.resolve()
  for (let first = 0; first < rows.length; first += ROWS_PER_PART) {
    const stored: StoredRow[] = []
    const tooLarge: number[] = []
    for (let index = first; index < Math.min(first + ROWS_PER_PART, rows.length); index += 1) {
      const groupId = groupOf(index)
      if (groupId === undefined) continue
      const row = rows.at(index)
      const found = toStoredRow(row, groupId, sessionFields)
      if (found) stored.push(found)
      else tooLarge.push(row.row)
    }
    const part = { columns: columnTexts(stored), count: stored.length, tooLarge }
    await previousEmit
    previousEmit = emit(part)
  }
  await previousEmit
}

const WRITERS = {
  int: String,
  bigint: String,
  text: (value: unknown) => quote(String(value)),
  'text[]': (value: unknown) => quote(`{${(value as string[]).join(',')}}`),
}

/**
 * Formats rows as one text per column, each an array literal of PostgreSQL, in the order of `rowColumns`; null if no
 * row has a value. PostgreSQL parses them in little more than half the time that it needs for JSON rows. A JSON column
 * has one value per line, because JSON text contains no line breaks.
 */
function columnTexts(rows: readonly StoredRow[]): (string | null)[] {
  return rowColumns.map(({ name, type }) => {
    if (rows.every((row) => row[name] == null)) return null
    if (type === 'jsonb') return rows.map((row) => JSON.stringify(row[name])).join('\n')
    const write = WRITERS[type]
    return `{${rows.map((row) => (row[name] == null ? 'NULL' : write(row[name]))).join(',')}}`
  })
}

function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

/**
 * Returns the indexes of rows that repeat an earlier row of the same nick in their group; only the group reveals that
 * two spellings are the same store. Throws `refused` if the figures differ. Ignores rows without a group (-1).
 */
function findRepeatedRows(rows: FileRows, groups: Int32Array): number[] {
  const indexes = new Map<number, Map<string | undefined, number>>()
  const repeated: number[] = []
  for (let index = 0; index < rows.length; index += 1) {
    const group = groups[index] ?? -1
    if (group < 0) continue
    const ofGroup = indexes.get(group) ?? new Map<string | undefined, number>()
    indexes.set(group, ofGroup)
    const { nick } = rows.nameAt(index)
    const before = ofGroup.get(nick)
    if (before === undefined) ofGroup.set(nick, index)
    else if (haveSameFigures(rows.at(before), rows.at(index))) repeated.push(index)
    else throw conflictingRowsError(rows.at(before).row, rows.at(index).row, nick)
  }
  return repeated
}

await serveWorker(work)
