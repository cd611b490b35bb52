import { Buffer } from 'node:buffer'
import type { Day } from '#kit/calendar.ts'
import { cleanCell, isNoValue, quoteCell, type Reading } from '#kit/sheets/cells.ts'
import { readDay } from '#kit/sheets/days.ts'
import { type Sentence, word } from '#kit/text.ts'
import { readCount, readMoney, readRate, readSeconds } from './cells.ts'
import {
  countFields,
  type Field,
  fieldLabels,
  type Metric,
  metrics,
  moneyFields,
  rateFields,
  secondsFields,
} from './fields.ts'
import type { Layout } from './layout.ts'

/** Maximum number of cached texts; then the cache is cleared. */
const MAX_CACHED = 5_000
/** Longer texts are not cached, because they rarely repeat. */
const MAX_CACHED_LENGTH = 40

/** Caches the results of `read` by text: a file repeats the same few hundred texts in every row. */
function memoize<T>(read: (text: string) => T): (text: string) => T {
  const cache = new Map<string, T>()
  return (text) => {
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = read(text)
    if (text.length > MAX_CACHED_LENGTH) return result
    if (cache.size >= MAX_CACHED) cache.clear()
    cache.set(copyText(text), result)
    return result
  }
}

/** Copies a text: a substring of a larger text would keep all of it in memory. */
function copyText(text: string): string {
  return text.length < MIN_SLICED_LENGTH ? text : Buffer.from(text).toString()
}

/** V8 copies shorter substrings anyway. */
const MIN_SLICED_LENGTH = 13

/** Canonical measures of a row: null if the cell has no value, absent if the column is missing or the value pending. */
export type Metrics = Partial<Record<Metric, number | null>>

/** The store's own figures in a row of the file. `on` is null if neither a column nor the file name contains a day. */
export interface StoreRow extends Metrics {
  row: number
  storeName?: string
  storeShopId?: string
  on: Day | null
  /** Fields that the platform has not counted yet (延迟统计). */
  pending: Metric[]
}

/** A valid row: an agent's, or (without a nick) a store's own. */
export interface FileRow extends StoreRow {
  nick?: string | undefined
}

/** Whether two rows have the same figures. */
export function haveSameFigures(one: FileRow, other: FileRow): boolean {
  return (
    metrics.every((metric) => one[metric] === other[metric]) && one.pending.join() === other.pending.join()
  )
}

/** Why a cell, and with it its row, is rejected. `column` is the header as in the file. */
export interface RowProblem {
  row: number
  column: string
  message: Sentence
  /** The cells of the row in the file, only with the row's first problem. */
  cells?: string[]
}

/** The result of reading a row of the file. */
export type ReadRow =
  | { kind: 'row'; row: FileRow }
  | { kind: 'skipped' }
  | { kind: 'problem'; problems: RowProblem[] }

const SUMMARY_LABELS = new Set([
  '汇总值',
  '平均值',
  '均值',
  '总值',
  '全店汇总值',
  '全店平均值',
  '店铺汇总值',
  '店铺平均值',
  '同行同层优秀',
  '同行同层均值',
  '合计',
  '总计',
  '汇总',
  '平均',
])
const DOUYIN_STORE_ROW = '店铺汇总值'
const MAX_NAME_LENGTH = 100

const READERS = new Map<Field, (text: string) => Reading<number>>([
  ...readersFor(countFields, readCount),
  ...readersFor(moneyFields, readMoney),
  ...readersFor(rateFields, readRate),
  ...readersFor(secondsFields, readSeconds),
])
const readDayCached = memoize(readDay)
const cleanNameCached = memoize(cleanName)

function readersFor(fields: readonly Field[], read: (text: string) => Reading<number>) {
  const memoized = memoize(read)
  return fields.map((field) => [field, memoized] as const)
}

/** One shared list for all rows without pending fields. */
const NO_PENDING: Metric[] = []

/** Reads a row by its layout; `onOfFile` is the day if there is no column for it. */
export function readRow(layout: Layout, row: number, cells: string[], onOfFile: Day | null): ReadRow {
  const nickColumn = layout.columns.find(({ field }) => field === 'nick')
  const nick = nickColumn ? cleanNameCached(cells[nickColumn.at] ?? '') : ''
  const title = isNoValue(nick) ? cleanNameCached(cells.find((cell) => /\S/.test(cell)) ?? '') : nick
  const isStore =
    layout.platform === 'douyin' ? title === DOUYIN_STORE_ROW : !nickColumn && !SUMMARY_LABELS.has(title)
  if (!isStore && SUMMARY_LABELS.has(title)) return { kind: 'skipped' }
  const read: FileRow = {
    row,
    on: onOfFile,
    pending: NO_PENDING,
    ...(!isStore && { nick }),
  }
  const problems: RowProblem[] = []
  const report = (field: Field, message: Sentence) => {
    const column = layout.columns.find((candidate) => candidate.field === field)?.header ?? fieldLabels[field]
    problems.push({ row, column, message })
  }
  if (!isStore) checkName(nick, 'nick', report)
  for (const { field, at } of layout.columns) readCell(read, field, cells[at] ?? '', report)
  checkPlausibility(read, report)
  if (problems[0]) {
    problems[0].cells = cells
    return { kind: 'problem', problems }
  }
  dropRedundantRate(read)
  return { kind: 'row', row: read }
}

type Report = (field: Field, message: Sentence) => void

function readCell(read: StoreRow, field: Field, text: string, report: Report): void {
  if (field === 'nick') return
  if (field === 'storeName' || field === 'storeShopId') readStoreCell(read, field, text, report)
  else if (field === 'on') readDayCell(read, text, report)
  else readFigureCell(read, field, text, report)
}

function readStoreCell(
  read: StoreRow,
  field: 'storeName' | 'storeShopId',
  text: string,
  report: Report,
): void {
  const name = cleanNameCached(text)
  if (isNoValue(name)) return
  checkName(name, field, report)
  read[field] = name
}

function readDayCell(read: StoreRow, text: string, report: Report): void {
  const day = readDayCached(text)
  if ('problem' in day) report('on', day.problem)
  else if ('value' in day && day.value !== null) read.on = day.value
  else report('on', { sentence: '这一行没有日期，请补上后重新导入。' })
}

function readFigureCell(read: StoreRow, field: Metric, text: string, report: Report): void {
  const reading = READERS.get(field)?.(text)
  if (!reading) return
  if ('problem' in reading) report(field, reading.problem)
  else if ('pending' in reading) read.pending = [...read.pending, field]
  else read[field] = reading.value
}

/** Reports figures that contradict each other: a part that is larger than its whole. */
function checkPlausibility(read: StoreRow, report: Report): void {
  const consultField: Metric = read.consultUsers == null ? 'consultSessions' : 'consultUsers'
  const pairs: [part: Metric, whole: Metric][] = [
    ['unreplied', consultField],
    ['unreplied3min', 'needHumanUsers'],
    ['satisfied', 'evaluated'],
  ]
  for (const [part, whole] of pairs) {
    const some = read[part]
    const all = read[whole]
    if (some == null || all == null || some <= all) continue
    const labels = { part: word(fieldLabels[part]), whole: word(fieldLabels[whole]) }
    report(part, { sentence: '{part} {some} 大于{whole} {all}，请核对。', values: { ...labels, some, all } })
  }
}

/** Removes a reply rate if the exact counts are given, because it is less precise. */
function dropRedundantRate(read: StoreRow): void {
  const consulted = read.consultUsers ?? read.consultSessions
  if (read.unreplied != null && consulted != null) delete read.replyRateBp
}

function checkName(name: string, field: Field, report: Report): void {
  const label = word(fieldLabels[field])
  if (isNoValue(name)) report(field, { sentence: '这一行没有{label}，请补上后重新导入。', values: { label } })
  else if (name.length > MAX_NAME_LENGTH) {
    const values = { cell: quoteCell(name), label, n: MAX_NAME_LENGTH }
    report(field, { sentence: '{cell}太长，{label}最多 {n} 个字。', values })
  }
}

/** Keeps the characters of a name: folding their width could make two names equal. */
function cleanName(text: string): string {
  return cleanCell(text) === '' ? '' : copyText(text.replace(/[\u200b-\u200d\ufeff]/g, '').trim())
}
