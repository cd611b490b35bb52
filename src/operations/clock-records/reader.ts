import { type Day, daysBetween, isDay } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { cleanCell, isNoValue, quoteCell } from '#kit/sheets/cells.ts'
import { readDay } from '#kit/sheets/days.ts'
import type { SheetRow } from '#kit/sheets/rows.ts'
import type { Sentence } from '#kit/text.ts'
import type { ClockSource } from './contract.ts'
import {
  ACCOUNT_HEADERS,
  DAY_BEFORE_WORDS,
  DAY_HEADERS,
  isDingtalkHeader,
  isPunchHeader,
  NAME_HEADERS,
  NEXT_DAY_WORDS,
  NOTE_HEADERS,
  NUMBER_HEADERS,
  TIME,
  WEEKDAY,
} from './headers.ts'

/** A row of a clock sheet. */
export interface ReadRow {
  row: number
  /** The account (企业微信 账号, 钉钉 UserId), else the employee number, else the name. */
  key: string
  name: string
  employeeNo: string | null
  on: Day | null
  /** Minutes from 00:00 of the day, ascending; 1440 and more are on the next day. */
  punches: number[]
  /** What the file says about the day: its result and requests. */
  note: string | null
  problem: Sentence | null
}

export interface ReadFile {
  source: ClockSource
  rows: ReadRow[]
}

const DAY_MINUTES = 24 * 60

/** The columns by role. A file may have several of `punches` and `notes`. */
interface Columns {
  day: number
  name: number
  account: number | undefined
  employeeNo: number | undefined
  punches: number[]
  notes: number[]
}

const LAST_HEADER_ROW = 10

const headerOf = (cell: string) => cleanCell(cell).replace(/\s+/g, '').toLowerCase()

/** Throws INVALID unless a sheet has 日期 and 姓名, and TOO_LARGE if a sheet has more than `maxRows` rows. */
export function readClockSheets(sheets: readonly SheetRow[][], maxRows: number): ReadFile {
  for (const sheet of sheets) {
    const found = findColumns(sheet)
    if (!found) continue
    if (sheet.length > maxRows) {
      throw new AppError('TOO_LARGE', '一个文件最多 {n} 行，请按月分开导出后再上传。', {
        values: { n: maxRows },
      })
    }
    const { columns, first, source } = found
    const rows = sheet.slice(first).flatMap((row) => readRow(row, columns) ?? [])
    if (rows.length > 0) return { source, rows: markRepeated(rows) }
  }
  throw new AppError('INVALID', '没有找到“日期”和“姓名”两列，请导出日报（企业微信）或每日统计（钉钉）。')
}

/** Finds the header row or rows; a second one below names the columns of groups (企业微信). */
function findColumns(sheet: readonly SheetRow[]) {
  for (const [at, { row, cells }] of sheet.entries()) {
    if (row > LAST_HEADER_ROW) return null
    const upper = cells.map(headerOf)
    const below = sheet[at + 1]?.cells ?? []
    const single = locate(upper)
    const hasDataBelow = single ? isDayText(below[single.day] ?? '') : false
    const headers = hasDataBelow ? upper : merged(upper, below.map(headerOf))
    const columns = locate(headers)
    if (!columns || columns.punches.length === 0) continue
    return { columns, first: at + (hasDataBelow ? 1 : 2), source: sourceOf(headers) }
  }
  return null
}

/** The lower header where there is one, else the upper one. */
const merged = (upper: readonly string[], lower: readonly string[]) =>
  Array.from({ length: Math.max(upper.length, lower.length) }, (_, at) => lower[at] || upper[at] || '')

function locate(headers: readonly string[]): Columns | null {
  const oneOf = (names: readonly string[]) => {
    const at = headers.findIndex((header) => names.includes(header))
    return at < 0 ? undefined : at
  }
  const allOf = (fits: (header: string) => boolean) =>
    headers.flatMap((header, at) => (fits(header) ? [at] : []))
  const day = oneOf(DAY_HEADERS)
  const name = oneOf(NAME_HEADERS)
  if (day === undefined || name === undefined) return null
  return {
    day,
    name,
    account: oneOf(ACCOUNT_HEADERS),
    employeeNo: oneOf(NUMBER_HEADERS),
    punches: allOf(isPunchHeader),
    notes: allOf((header) => NOTE_HEADERS.includes(header)),
  }
}

const sourceOf = (headers: readonly string[]): ClockSource =>
  headers.some(isDingtalkHeader) ? 'dingtalk' : 'wecom'

const isDayText = (text: string) => {
  const read = readClockDay(text)
  return 'day' in read
}

/** A day of a clock sheet: `2026/05/31`, or `21-09-01 星期三` with a year of two digits. */
export function readClockDay(text: string): { day: Day } | { problem: Sentence } {
  const short = /^(\d{2})-(\d{1,2})-(\d{1,2})(?!\d)/.exec(cleanCell(text))
  if (short) {
    const [, year, month = '', day = ''] = short
    const read = `20${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    if (isDay(read)) return { day: read }
  }
  const read = readDay(cleanCell(text).replace(WEEKDAY, ''))
  if ('value' in read && read.value !== null) return { day: read.value }
  if ('problem' in read) return read
  return { problem: { sentence: '这一行没有日期，没有写入。' } }
}

/** The punches of a cell in minutes from 00:00 of `on`; several are separated by anything but digits. */
export function readPunches(text: string, on: Day): { minutes: number[] } | { problem: Sentence } {
  if (isNoValue(text)) return { minutes: [] }
  const clean = cleanCell(text)
  const fraction = /^0?\.\d+$/.test(clean) ? Number(clean) : null
  if (fraction !== null) return { minutes: [Math.round(fraction * DAY_MINUTES)] }
  const found = [...clean.matchAll(TIME)]
  const minutes = found.map(
    ([, which, hours, of]) => Number(hours) * 60 + Number(of) + shiftOf(which, on) * DAY_MINUTES,
  )
  const isWhole = found.every(([, , hours, of]) => Number(hours) < 24 && Number(of) < 60)
  if (isWhole && minutes.every((one) => one >= -DAY_MINUTES && one < 2 * DAY_MINUTES)) {
    // A text without a time says that there is no punch: 未打卡, 缺卡, 请假.
    if (found.length > 0 || !/\d/.test(clean)) return { minutes }
  }
  return {
    problem: { sentence: '{cell}不是时间，应如 08:52 或 次日 02:10。', values: { cell: quoteCell(text) } },
  }
}

/** Days between the row's day and the day that a time is on. */
function shiftOf(which: string | undefined, on: Day): number {
  if (which === undefined) return 0
  if (NEXT_DAY_WORDS.includes(which)) return 1
  if (DAY_BEFORE_WORDS.includes(which)) return -1
  const read = readDay(which)
  return 'value' in read && read.value !== null ? daysBetween(on, read.value) : 0
}

/** Reads a row; null if it names nobody (totals, notes, blank lines). */
function readRow({ row, cells }: SheetRow, columns: Columns): ReadRow | null {
  const cell = (at: number | undefined) => {
    const text = at === undefined ? '' : (cells[at] ?? '').trim()
    return isNoValue(text) ? '' : text.slice(0, 200)
  }
  const name = cell(columns.name)
  if (name === '' || (cell(columns.day) === '' && columns.punches.every((at) => cell(at) === ''))) return null
  const employeeNo = cell(columns.employeeNo) || null
  const key = cell(columns.account) || employeeNo || name
  const notes = [...new Set(columns.notes.map(cell).filter(Boolean))].join(' ').slice(0, 200)
  const facts = { row, key, name, employeeNo, note: notes || null }
  const day = readClockDay(cell(columns.day))
  if ('problem' in day) return { ...facts, on: null, punches: [], problem: day.problem }
  const punches: number[] = []
  for (const at of columns.punches) {
    const read = readPunches(cell(at), day.day)
    if ('problem' in read) return { ...facts, on: day.day, punches: [], problem: read.problem }
    punches.push(...read.minutes)
  }
  return { ...facts, on: day.day, punches: sortedOnce(punches), problem: null }
}

/** Ascending, each once. */
export const sortedOnce = (minutes: Iterable<number>) => [...new Set(minutes)].sort((a, b) => a - b)

/** A person has one row a day; of several the first counts. */
function markRepeated(rows: ReadRow[]): ReadRow[] {
  const firstRows = new Map<string, number>()
  return rows.map((row) => {
    const key = `${row.on} ${row.key}`
    const first = firstRows.get(key)
    if (row.on === null || row.problem) return row
    if (first === undefined) {
      firstRows.set(key, row.row)
      return row
    }
    const problem = { sentence: '与第 {n} 行是同一个人的同一天，请合并成一行。', values: { n: first } }
    return { ...row, problem }
  })
}
