import { type Say, type TextLocale, translate } from '#kit/text.ts'
import type { SheetRow } from './rows.ts'
import type { CellType } from './styles.ts'
import type { CellValue } from './writeCells.ts'

const LOCALES: readonly TextLocale[] = ['zh-CN', 'zh-TW', 'zh-HK', 'en-US']

/** The first cell of a row of totals: 合计（32/34 店）. */
export function totalLabel(note: string | undefined, say: Say): string {
  return note ? say('合计（{note}）', { note }) : say('合计')
}

/**
 * Removes the row of totals that the program's own files have: the last row, after an empty one, whose first cell is
 * 合计 in any language, with or without a note. A record with that name in the midst of others stays.
 */
export function withoutTotals(rows: readonly SheetRow[]): SheetRow[] {
  const [before, last] = rows.slice(-2)
  if (!before || !last || last.row - before.row < 2) return [...rows]
  const [label = ''] = last.cells
  const isTotal = LOCALES.some((locale) => {
    const withNote = translate(locale, '合计（{note}）', { note: '' }).slice(0, -1)
    return label === translate(locale, '合计') || label.startsWith(withNote)
  })
  return isTotal ? rows.slice(0, -1) : [...rows]
}

/** Types whose total can be the sum of the column; rates and durations are never added. */
const SUMMED: ReadonlySet<CellType> = new Set(['number', 'money'])

/** The sums of a sheet's columns of numbers, by column. */
export type ColumnSums = number[]

/** Adds rows to the sums: the values of 分 and of counts as they are, nothing for texts. */
export function addToSums(sums: ColumnSums, rows: readonly (readonly CellValue[])[]): void {
  for (const row of rows) {
    row.forEach((value, at) => {
      if (typeof value === 'number') sums[at] = (sums[at] ?? 0) + value
    })
  }
}

/** The sums of the rows' columns. */
export function sumsOf(columns: readonly unknown[], rows: readonly (readonly CellValue[])[]): ColumnSums {
  const sums: ColumnSums = columns.map(() => 0)
  addToSums(sums, rows)
  return sums
}

const NOISE = 1e-6

/** Whether a total is the sum of its column, so that a formula gives the same and follows the filter. */
export function isSum(type: CellType, total: CellValue, sum: number | undefined): boolean {
  return SUMMED.has(type) && typeof total === 'number' && sum !== undefined && Math.abs(total - sum) < NOISE
}
