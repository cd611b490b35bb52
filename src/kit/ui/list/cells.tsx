import type { ReactNode } from 'react'
import { today } from '#kit/calendar.ts'
import { cellValue, translateSource } from '#kit/cellSource.ts'
import { formatCount, formatDuration, formatInstant, formatRate, formatText, NOTHING } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Money } from '#kit/ui/Money.tsx'
import type { CellValue, Column, ValueType } from './declare.tsx'

const NUMBERS: ReadonlySet<ValueType> = new Set(['count', 'money', 'rate', 'seconds'])

/** Text is aligned at the start, numbers at the end. */
export function alignOf<T>(column: Column<T>): 'start' | 'end' | 'center' {
  return column.align ?? (NUMBERS.has(column.type ?? 'text') ? 'end' : 'start')
}

/** The value of a cell without formatting. */
export function plainValue<T>(column: Column<T>, row: T): CellValue {
  if (column.words)
    return column.words.of(
      row,
      t,
      today(() => new Date()),
    )
  return cellValue(translateSource(column.from ?? { field: column.key }, t), row as object)
}

/** The field of the row that a column shows, which is also the key of its total. */
export const fieldOf = <T,>({ key, from }: Column<T>): string => from?.field ?? key

/** The name of a row: the value of its key column. */
export function nameOf<T>(columns: readonly Column<T>[], row: T): string {
  const column = columns.find(({ pinned, phone }) => pinned || phone === 'name') ?? columns[0]
  return column ? String(plainValue(column, row) ?? '') : ''
}

/** The content of a cell: what the column renders, or its plain value formatted by type. */
export function cellOf<T>(column: Column<T>, row: T): ReactNode {
  const rendered = column.render?.(row)
  if (rendered === undefined) return formatCell(column.type, plainValue(column, row))
  return typeof rendered === 'string' ? <bdi>{rendered}</bdi> : rendered
}

/** Whether a cell shows only the sign for an empty value. */
export function isBlankCell<T>(column: Column<T>, row: T): boolean {
  return column.render?.(row) === undefined && formatText(plainValue(column, row)) === NOTHING
}

/** Formats a value by its type; a text in a column of numbers (缺数据) stays a text. */
export function formatCell(type: ValueType | undefined, value: CellValue): ReactNode {
  if (typeof value === 'number') {
    if (type === 'money') return <Money cents={value} />
    if (type === 'count') return <bdi>{formatCount(value)}</bdi>
    if (type === 'rate') return <bdi>{formatRate(value)}</bdi>
    if (type === 'seconds') return <bdi>{formatDuration(value)}</bdi>
  }
  const text = type === 'instant' && typeof value === 'string' ? formatInstant(value) : formatText(value)
  return <bdi className={text === NOTHING ? 'cell-none' : undefined}>{text}</bdi>
}
