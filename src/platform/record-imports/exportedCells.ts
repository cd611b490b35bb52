import { masked } from '#kit/masks.ts'
import type { ColumnKind, ImportColumn, SheetRecord } from '#kit/recordSheet.ts'
import type { SheetColumn } from '#kit/sheets/write.ts'

/** The content of a cell in the format of its column's type; null for an empty one. */
export type ExportedCell = string | number | null

const isLookup = (kind: ColumnKind) => kind === 'person' || kind === 'customer' || kind === 'store'

/** The cell of a record in an export: names instead of ids, words instead of values, masks instead of contacts. */
export function exportedCell(column: ImportColumn, { values, names }: SheetRecord): ExportedCell {
  const { field, kind, words = {} } = column
  if (isLookup(kind)) return names[field]?.[0] ?? null
  const value = values[field] ?? null
  const wordOf = (one: unknown) => words[String(one)] ?? String(one)
  if (value === null) return null
  if (Array.isArray(value)) return value.map(wordOf).join('、')
  if (kind === 'choice') return wordOf(value)
  if (kind === 'share') return Number(value) * 100
  return masked(field, value) as ExportedCell
}

const CELL_TYPES: Partial<Record<ColumnKind, SheetColumn['type']>> = {
  day: 'day',
  money: 'money',
  percent: 'percent',
  share: 'percent',
  count: 'number',
}

/** The type of a column's cells in an export. */
export const cellTypeOf = (kind: ColumnKind): SheetColumn['type'] => CELL_TYPES[kind] ?? 'text'
