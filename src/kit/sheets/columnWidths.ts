import { type CellType, isNumeric } from './styles.ts'
import type { CellValue } from './writeCells.ts'

/** What decides the width of a column. */
export interface MeasuredColumn {
  title: string
  type: CellType
  /** Minimum width, in characters. */
  width?: number | undefined
}

/** The width of a column in characters, and how its cells are written. */
export interface ColumnWidth {
  width: number
  /** Whether long texts are broken into lines. */
  wraps: boolean
  /** Whether a number has decimals. */
  hasDecimals: boolean
}

/** Limits in characters: of a column, of the title in one line, and of a text in one line. */
const MIN_WIDTH = 6
const MAX_TITLE = 24
const MAX_TEXT = 44
/** Space at both edges of a cell, with its indent, and for the button of the filter in the header. */
const PADDING = 3
const FILTER_BUTTON = 2
/** Additional digits of numbers that were not measured: those of later rows, and of totals. */
const UNMEASURED_DIGITS = 4
const EXCEL_MAX = 255

export interface MeasuredRows {
  rows: readonly (readonly CellValue[])[]
  totals?: readonly CellValue[] | undefined
  /** Whether more rows follow that are not measured. */
  isSample?: boolean
}

/** Returns the widths for the content of the columns. Chinese characters count as two. */
export function columnWidths(columns: readonly MeasuredColumn[], measured: MeasuredRows): ColumnWidth[] {
  const { rows, totals = [], isSample = false } = measured
  return columns.map(({ title, type, width = 0 }, at) => {
    const hasDecimals = rows.some((row) => typeof row[at] === 'number' && !Number.isInteger(row[at]))
    // The text in the first cell of the totals may extend over its neighbours.
    const total =
      at === 0 || typeof totals[at] !== 'number' ? 0 : cellWidth(type, totals[at], hasDecimals) + 1
    const content = rows.reduce((most, row) => Math.max(most, cellWidth(type, row[at], hasDecimals)), total)
    const reserve = isSample && isNumeric(type) && content > 0 ? UNMEASURED_DIGITS : 0
    const limit = Math.max(MAX_TEXT, width)
    const wanted = Math.max(width, Math.min(textWidth(title) + FILTER_BUTTON, MAX_TITLE), content + reserve)
    return {
      width: Math.min(Math.max(MIN_WIDTH, Math.min(wanted, limit)) + PADDING, EXCEL_MAX),
      wraps: !isNumeric(type) && (content > limit || rows.some((row) => String(row[at]).includes('\n'))),
      hasDecimals,
    }
  })
}

/** The number of lines of a text that is broken at the width of its column. */
export function lineCount(text: string, { width }: Pick<ColumnWidth, 'width'>): number {
  const space = Math.max(1, width - PADDING)
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(textWidth(line) / space)), 0)
}

const ASCII = /^[\x20-\x7e]*$/
const WIDE =
  /[\u1100-\u115f\u2014\u2026\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u

/** The width of the longest line of a text, in characters; a Chinese one counts as two. */
export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length
  const lines = text.split('\n').map((line) => {
    let width = 0
    for (const sign of line) width += WIDE.test(sign) ? 2 : 1
    return width
  })
  return Math.max(...lines)
}

/** The width of a value as its format shows it. */
function cellWidth(type: CellType, value: CellValue, hasDecimals: boolean): number {
  if (value === null || value === undefined) return 0
  if (typeof value === 'string') return textWidth(value)
  switch (type) {
    case 'money':
      return groupedWidth(value / 100, 2)
    case 'percent':
      return groupedWidth(value / 100, 2) + 1
    case 'number':
    case 'seconds':
      return groupedWidth(value, hasDecimals ? 2 : 0)
    default:
      return String(value).length
  }
}

/** The width of a number with thousands separators: `-1,234.50` → 9. */
function groupedWidth(value: number, decimals: number): number {
  const digits = Math.abs(value).toFixed(decimals).length
  const whole = decimals > 0 ? digits - decimals - 1 : digits
  return digits + Math.floor((whole - 1) / 3) + (value < 0 ? 1 : 0)
}
