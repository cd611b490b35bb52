import { platformNames } from '#clients/stores/rules.ts'
import type { Day } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { jsonText } from '#kit/jsonText.ts'
import { isNoValue } from '#kit/sheets/cells.ts'
import type { RowSink } from '#kit/sheets/rows.ts'
import { UnreadableFile } from '#kit/sheets/unreadable.ts'
import type { Sentence } from '#kit/text.ts'
import { toColumns } from '#operations/imports/figureColumns.ts'
import { type Field, fieldLabels } from '#operations/imports/reader/fields.ts'
import { figuresOf } from '#operations/imports/reader/figures.ts'
import type { Layout } from '#operations/imports/reader/layout.ts'
import { readRow, type StoreRow } from '#operations/imports/reader/rows.ts'
import { dayProblem } from '#operations/imports/rules.ts'
import { type LocatedColumn, locateColumns, NOTES_SHEET, type PastField } from './columns.ts'

/** Up to three years of figures can be imported when going live. */
export const MAX_PAST_DAYS = 1_100

/** A row to insert, by column name; the database finds its store. */
export interface PastRow {
  row_no: number
  code: string | null
  store_name: string
  name_key: string
  platform: string | null
  on_day: Day | null
  figures: object | null
  /** Stored as JSON. */
  problem: readonly PastProblem[] | null
  cells: readonly string[]
}

/** A problem of a row, and the header of its column. */
export interface PastProblem {
  column: string
  message: Sentence
}

/** The contents of a workbook apart from its rows. */
export interface PastSummary {
  headers: string[]
  /** Number of rows with figures or problems, and number of rows without any. */
  rows: number
  empty: number
}

/** Number of rows per chunk. */
const ROWS_PER_CHUNK = 1_000
const LAST_HEADER_ROW = 5
const VOLUMES: Field[] = ['consultUsers', 'consultSessions', 'handledUsers']
const IDENTITY_FIELDS: PastField[] = ['code', 'storeName', 'platform', 'on']

/** The headers of the sheet with the figures, and how to read its columns. */
interface FigureSheet {
  headers: string[]
  places: LocatedColumn[]
  layout: Layout
}

/**
 * Reads the rows of a workbook of past figures; cells are read as in a platform file. Keeps the rows as the text that
 * is sent to the database: as objects, 200,000 rows would use up the worker's memory.
 */
export class PastReader implements RowSink {
  /** JSON of the rows, in chunks of about a thousand. */
  readonly chunks: string[] = []
  readonly #today: Day
  #slice: PastRow[] = []
  #found: FigureSheet | undefined
  /** Whether the current sheet is the one with the figures. */
  #isFound = false
  #rows = 0
  #empty = 0

  constructor(today: Day) {
    this.#today = today
  }

  sheet(name: string): boolean {
    this.#isFound = false
    return name !== NOTES_SHEET && !this.#found
  }

  row(row: number, cells: string[]): boolean {
    if (this.#found && this.#isFound) {
      this.#take(this.#found, row, cells)
      return true
    }
    this.#found = readHeaderRow(cells)
    this.#isFound = this.#found !== undefined
    return this.#isFound || row < LAST_HEADER_ROW
  }

  /** Throws `refused` if no sheet has the headers, or if no row has figures. */
  end(): PastSummary {
    this.#flush()
    if (!this.#found) {
      throw new UnreadableFile(
        'refused',
        '表里缺少这些列：店铺编号或店铺名称、日期、咨询人数。请下载模板，按模板的表头填写后再上传。',
      )
    }
    if (this.#rows === 0) throw new UnreadableFile('refused', '表里没有填写任何数字，请填写后再上传。')
    return { headers: this.#found.headers, rows: this.#rows, empty: this.#empty }
  }

  #take(found: FigureSheet, row: number, cells: string[]): void {
    const figures = found.places.filter(({ field }) => !IDENTITY_FIELDS.includes(field))
    if (figures.every(({ at }) => isNoValue(cells[at] ?? ''))) {
      this.#empty += 1
      return
    }
    this.#rows += 1
    this.#slice.push(buildPastRow(found, row, cells, this.#today))
    if (this.#slice.length >= ROWS_PER_CHUNK) this.#flush()
  }

  #flush(): void {
    if (this.#slice.length > 0) this.chunks.push(jsonText(this.#slice))
    this.#slice = []
  }
}

/** Returns the columns of a header row; undefined if a required column is missing. */
function readHeaderRow(cells: string[]): FigureSheet | undefined {
  const places = locateColumns(cells)
  const has = (fields: readonly PastField[]) => places.some(({ field }) => fields.includes(field))
  if (!has(['code', 'storeName']) || !has(['on']) || !has(VOLUMES as PastField[])) return undefined
  const columns = places.flatMap(({ field, at, header }) =>
    field === 'code' || field === 'platform' ? [] : [{ field, at, header }],
  )
  // 快手 files have one row per store, too: no nick, no day in the file name.
  const layout = { platform: 'kuaishou', columns, sessionFields: [], unknownHeaders: [], score: 0 } as const
  return { headers: cells, places, layout: { ...layout, columns, sessionFields: [], unknownHeaders: [] } }
}

function buildPastRow({ layout, places }: FigureSheet, row: number, cells: string[], today: Day): PastRow {
  const cell = (field: PastField) => {
    const place = places.find((candidate) => candidate.field === field)
    return ((place && cells[place.at]) ?? '').trim().slice(0, 200)
  }
  const name = cell('storeName')
  const where = { row_no: row, code: cell('code') || null, store_name: name || cell('code') }
  const facts = { ...where, name_key: nameKey(name), cells }
  const problems: PastProblem[] = []
  const report: Report = (column, message) => problems.push({ column, message })
  const platform = platformOf(cell('platform'), report)
  if (where.store_name === '')
    report('店铺名称', { sentence: '这一行没有店铺编号，也没有店铺名称，请补上。' })
  const read = readRow(layout, row, cells, null)
  if (read.kind === 'problem') for (const { column, message } of read.problems) report(column, message)
  if (read.kind === 'skipped') report('店铺名称', { sentence: '这是汇总行，请删去。' })
  const store = read.kind === 'row' && read.row.nick === undefined ? read.row : undefined
  const figures = store && storedFigures(store, today, report)
  const problem = problems.length > 0 ? problems : null
  return {
    ...facts,
    platform,
    on_day: store?.on ?? null,
    figures: problem ? null : (figures ?? null),
    problem,
  }
}

type Report = (column: string, message: Sentence) => void

function platformOf(text: string, report: Report): string | null {
  if (text === '') return null
  const match = Object.entries(platformNames).find(([key, name]) => [key, name].includes(text))
  if (match) return match[0]
  const all = Object.values(platformNames)
  const values = { header: '平台', text, all }
  report('平台', { sentence: '{header}没有“{text}”这一项，可填：{all}。', values })
  return null
}

function storedFigures(row: StoreRow, today: Day, report: Report): object | undefined {
  const problem = row.on && dayProblem(row.on, today, MAX_PAST_DAYS)
  if (problem) report(fieldLabels.on, problem)
  if (VOLUMES.every((field) => row[field as 'consultUsers'] == null)) {
    report(fieldLabels.consultUsers, { sentence: '咨询人数、咨询会话量、接待人数至少填一项。' })
  }
  const figures = figuresOf(row)
  const exact = Object.values(figures).every(
    (value) => typeof value !== 'number' || Number.isSafeInteger(value),
  )
  if (exact) return toColumns(figures)
  report('', { sentence: '这一行的数字大得不合理，请核对。' })
  return undefined
}
