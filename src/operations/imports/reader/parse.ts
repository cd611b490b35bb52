import type { Day } from '#kit/calendar.ts'
import { dayFromName } from '#kit/sheets/days.ts'
import type { RowSink } from '#kit/sheets/rows.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import { word } from '#kit/text.ts'
import type { FilePlatform, Metric } from './fields.ts'
import { FileRows } from './fileRows.ts'
import type { Naming } from './layout.ts'
import {
  LAST_HEADER_ROW,
  type NumberedRow,
  type RecognisedHeader,
  recogniseHeader,
  unrecognisedError,
} from './recognise.ts'
import { type FileRow, haveSameFigures, type RowProblem, readRow } from './rows.ts'

/** How to read a file. */
export interface ImportOptions extends Naming {
  fileName: string
  /** Only this platform is tried; by default, the one that fits best is used. */
  platform?: FilePlatform
  /** The platform to try if the headers do not determine one. */
  otherwise?: FilePlatform | undefined
}

/** The contents of a file apart from its valid rows. */
export interface FileSummary {
  platform: FilePlatform
  headerRow: number
  /** The cells of the header row; the cells of problem rows correspond to them. */
  headers: string[]
  unknownHeaders: string[]
  /** Fields whose header contains 会话; `figuresOf` needs them. */
  sessionFields: Metric[]
  /** All days of the valid rows, in order. */
  days: Day[]
  onFrom: 'column' | 'file name' | null
  /** The first rows that are not figures; `skippedTotal` is the full number. */
  skippedRows: number[]
  skippedTotal: number
  /** The first problems; `problemTotal` counts the rows with problems. */
  problems: RowProblem[]
  problemTotal: number
  /** Fields that are pending in some valid row (延迟统计). */
  pending: Metric[]
  /** Visible sheets with content that were not read: only the first recognised sheet is. */
  otherSheets: string[]
}

/** A file as canonical rows. Each spreadsheet row is in exactly one of rows, skippedRows and problems. */
export interface ParsedFile extends FileSummary {
  rows: FileRows
}

/** Maximum number of problems and of skipped rows that are stored; a file with more is the wrong file. */
export const MAX_STORED_FINDINGS = 5_000
/** From this number of problems on, only one per row is stored, to keep the result of a broken file small. */
const MANY_PROBLEMS = 2_000
/** Maximum number of characters that are stored of problem rows' cells, and of each cell, for the download. */
const CELL_BUDGET = 2_000_000
const CELL_CHARS = 200

/** Collects a file's rows into a `ParsedFile`; `end` returns it, or throws `refused`. */
export class ImportParser implements RowSink {
  readonly #options: ImportOptions
  readonly #rows = new FileRows()
  readonly #skippedRows: number[] = []
  readonly #problems: RowProblem[] = []
  /** The indexes of the rows read so far, by store and day and then by nick. */
  readonly #seen = new Map<string, Map<string | undefined, number>>()
  readonly #days = new Set<Day>()
  readonly #pending = new Set<Metric>()
  #problemTotal = 0
  readonly #otherSheets: string[] = []
  readonly #onOfFile: Day | null
  #found: RecognisedHeader | undefined
  #sheet = ''
  #cellBudget = CELL_BUDGET
  /** The rows of this sheet that may contain the header; undefined once they have been searched. */
  #head: NumberedRow[] | undefined
  #firstHead: NumberedRow[] | undefined

  constructor(options: ImportOptions) {
    this.#options = options
    this.#onOfFile = dayFromName(options.fileName)
  }

  sheet(name: string): boolean {
    this.#closeHead()
    this.#sheet = name
    this.#head = []
    return true
  }

  row(row: number, cells: string[]): boolean {
    if (this.#head && this.#found) {
      this.#head = undefined
      this.#otherSheets.push(this.#sheet)
      return false
    }
    if (this.#head && row <= LAST_HEADER_ROW) {
      this.#head.push({ row, cells })
      return true
    }
    this.#closeHead()
    if (!this.#found) return false
    this.#take(this.#found, row, cells)
    return true
  }

  end(): ParsedFile {
    this.#closeHead()
    if (!this.#found) throw unrecognisedError(this.#firstHead ?? [])
    const { headerRow, headers, layout } = this.#found
    const hasDays = layout.columns.some(({ field }) => field === 'on')
    return {
      platform: layout.platform,
      headerRow,
      headers,
      unknownHeaders: layout.unknownHeaders,
      sessionFields: layout.sessionFields,
      days: [...this.#days].sort(),
      onFrom: hasDays ? 'column' : this.#onOfFile === null ? null : 'file name',
      rows: this.#rows,
      skippedRows: this.#skippedRows.slice(0, MAX_STORED_FINDINGS),
      skippedTotal: this.#skippedRows.length,
      problems: this.#problems.slice(0, MAX_STORED_FINDINGS + MANY_PROBLEMS),
      problemTotal: this.#problemTotal,
      pending: [...this.#pending],
      otherSheets: this.#otherSheets,
    }
  }

  /** Searches the collected rows for the header, and reads those below it. */
  #closeHead(): void {
    const head = this.#head
    this.#head = undefined
    if (!head || head.length === 0 || this.#found) return
    this.#firstHead ??= head
    const found = recogniseHeader(head, this.#options)
    if (!found) return
    this.#found = found
    for (const { row, cells } of head) if (row > found.headerRow) this.#take(found, row, cells)
  }

  #take({ layout }: RecognisedHeader, row: number, cells: string[]): void {
    const read = readRow(layout, row, cells, this.#onOfFile)
    if (read.kind === 'problem') this.#keepProblems(read.problems)
    else if (read.kind === 'skipped' || !this.#keep(read.row)) this.#skippedRows.push(row)
  }

  /** Keeps a row, unless an equal one was read before; throws `refused` if one of the same nick has other figures. */
  #keep(row: FileRow): boolean {
    const ofDay = this.#ofStoreAndDay(row)
    const index = ofDay.get(row.nick)
    if (index !== undefined) {
      const before = this.#rows.at(index)
      if (haveSameFigures(before, row)) return false
      throw conflictingRowsError(before.row, row.row, row.nick)
    }
    ofDay.set(row.nick, this.#rows.add(row))
    if (row.on) this.#days.add(row.on)
    for (const field of row.pending) this.#pending.add(field)
    return true
  }

  #keepProblems([first, ...more]: RowProblem[]): void {
    if (!first) return
    this.#problemTotal += 1
    const cells = first.cells?.map((cell) => cell.slice(0, CELL_CHARS)) ?? []
    this.#cellBudget -= cells.join('').length
    this.#problems.push({ ...first, cells: this.#cellBudget < 0 ? undefined : cells })
    if (this.#problems.length < MANY_PROBLEMS) this.#problems.push(...more)
  }

  /** The rows read so far of the store and day of a row, by nick. */
  #ofStoreAndDay({ storeName, storeShopId, on }: FileRow): Map<string | undefined, number> {
    const key = `${storeShopId ?? storeName ?? ''}\n${on}`
    const existing = this.#seen.get(key)
    if (existing) return existing
    const ofDay = new Map<string | undefined, number>()
    this.#seen.set(key, ofDay)
    return ofDay
  }
}

/** The error for two rows with different figures of the same agent, or of the same store, on a day. */
export function conflictingRowsError(
  first: number,
  second: number,
  nick: string | undefined,
): UnreadableFile {
  const who = nick === undefined ? word('同一店铺') : { sentence: '客服“{nick}”', values: { nick } }
  return new UnreadableFile(
    'refused',
    '第 {first} 行和第 {second} 行都是{who}同一天的数据，数字却不一致，无法判断以哪一行为准。请核对后删去错误的一行再上传。',
    { rows: [first, second], values: { first, second, who } },
  )
}
