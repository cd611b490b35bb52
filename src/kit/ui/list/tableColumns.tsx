import { Tooltip } from 'antd'
import type { ColumnType } from 'antd/es/table/index.js'
import { speaksChinese, t, withoutMarks } from '#kit/text.ts'
import { textWidth } from '#kit/ui/chart/geometry.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { type Pin, pinOf } from './arrange.ts'
import { alignOf, cellOf } from './cells.tsx'
import type { Column, RowAction } from './declare.tsx'
import { RowLinks, rowLinksWidth } from './RowLinks.tsx'

const DEFAULT_WIDTHS = { text: 128, count: 96, money: 128, rate: 88, seconds: 112, day: 112, instant: 152 }

/** In other languages words are longer. */
const LONGER_WORDS = 1.25

/**
 * Whether a cell contains translated words, which are longer in other languages; numbers and users' own texts are not.
 */
function isWords<T>({ pinned, type = 'text', from, words }: Column<T>): boolean {
  return !pinned && type === 'text' && Boolean(from ?? words)
}

/**
 * Headers wrap between words: the minimum width in px is that of the longest word with padding, sort arrows and info
 * sign.
 */
function headWidth<T>({ title, sort, hint }: Column<T>): number {
  const words = withoutMarks(title).split(/[ -]/)
  return Math.ceil(Math.max(...words.map(headWordWidth)) + (sort ? 36 : 17) + (hint ? 16 : 0))
}

const headWidths = new Map<string, number>()

/** Measures words of headers; undefined until the first is measured. */
let pen: CanvasRenderingContext2D | null | undefined

/** A canvas with the font of headers in `ListTable.css`. */
function headPen(): CanvasRenderingContext2D | null {
  const context = document.createElement('canvas').getContext('2d')
  if (context) context.font = `500 12px ${getComputedStyle(document.body).fontFamily}`
  return context
}

/** Width of a word in a header, in px. */
function headWordWidth(word: string): number {
  const cached = headWidths.get(word)
  if (cached !== undefined) return cached
  pen ??= headPen()
  const width = pen?.measureText(word).width ?? textWidth(word)
  headWidths.set(word, width)
  return width
}

const defaultWidth = <T,>({ width, type = 'text' }: Column<T>) => width ?? DEFAULT_WIDTHS[type]

/** The width that a column requests: its usual width, or more if its header is longer. */
function widthOf<T>(column: Column<T>): number {
  const width = defaultWidth(column)
  const words = isWords(column) && !speaksChinese() ? Math.round(width * LONGER_WORDS) : width
  return Math.max(headWidth(column), words)
}

/** Users' own texts are cut off down to this width; their title shows them in full. */
const MIN_TEXT_WIDTH = 88

/**
 * The widths of the columns in px. If their sum exceeds `room`, the text columns shrink; if that is not enough, all
 * keep their widths and the table scrolls. A `room` of 0 is unknown yet.
 */
export function widthsIn<T>(columns: readonly Column<T>[], room: number): number[] {
  const widths = columns.map(widthOf)
  const over = room > 0 ? sum(widths) - room : 0
  const spare = columns.map((column, at) => Math.max(0, (widths[at] ?? 0) - minColumnWidth(column)))
  if (over <= 0 || over > sum(spare)) return widths
  return widths.map((width, at) => Math.floor(width - (over * (spare[at] ?? 0)) / sum(spare)))
}

/**
 * Names and notes may be cut off; translated words keep the width that they need in Chinese; numbers keep their width.
 */
function minColumnWidth<T>(column: Column<T>): number {
  if ((column.type ?? 'text') !== 'text') return widthOf(column)
  return Math.max(headWidth(column), isWords(column) ? defaultWidth(column) : MIN_TEXT_WIDTH)
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const FIXED = { start: 'start', end: 'end', none: false } as const

/** The columns in antd's format, in order; `pins` is 'none' for a table that does not scroll. */
export function tableColumns<T>(
  columns: readonly Column<T>[],
  widths: readonly number[],
  sort: string | undefined,
  pins: Readonly<Record<string, Pin>> | 'none' = {},
): ColumnType<T>[] {
  return columns.map((column, at) => ({
    key: column.key,
    title: <Head column={column} />,
    align: alignOf(column),
    width: widths[at],
    ...(pins !== 'none' && { fixed: FIXED[pinOf(column, { pins })] }),
    ellipsis: true,
    sorter: Boolean(column.sort),
    sortOrder: orderOf(column, sort),
    showSorterTooltip: false,
    render: (_: unknown, row: T) => cellOf(column, row),
  }))
}

const DEFAULT_ACTIONS_WIDTH = 128

/** Width of the column of actions: that of its longest row, or a usual width while the rows are loading. */
function actionsWidth<T>(rows: readonly T[] | undefined, actionsOf: (row: T) => RowAction[]): number {
  const widths = rows?.map((row) => rowLinksWidth(actionsOf(row))) ?? [DEFAULT_ACTIONS_WIDTH]
  return Math.max(72, ...widths)
}

/** The column of row actions. */
export function actionsColumn<T>(
  rows: readonly T[] | undefined,
  actionsOf: (row: T) => RowAction[],
): ColumnType<T> & { width: number } {
  return {
    key: 'row-actions',
    title: t('操作'),
    fixed: 'end',
    width: actionsWidth(rows, actionsOf),
    render: (_: unknown, row: T) => <RowLinks actions={actionsOf(row)} />,
  }
}

/** The endpoint's sort value for a click on a header; undefined for none. */
export function sortWord<T>(
  columns: readonly Column<T>[],
  key: unknown,
  order: 'ascend' | 'descend' | null | undefined,
): string | undefined {
  const column = columns.find((one) => one.key === key)
  if (!column || !order) return undefined
  return `${order === 'descend' ? '-' : ''}${fieldOf(column)}`
}

function orderOf<T>(column: Column<T>, sort: string | undefined): 'ascend' | 'descend' | null {
  if (!column.sort || sort?.replace(/^-/, '') !== fieldOf(column)) return null
  return sort.startsWith('-') ? 'descend' : 'ascend'
}

function fieldOf<T>(column: Column<T>): string {
  return typeof column.sort === 'string' ? column.sort : column.key
}

function Head<T>({ column }: { column: Column<T> }) {
  if (!column.hint) return column.title
  return (
    <Tooltip title={column.hint}>
      <span className="head-hint">
        {column.title}
        <Icon name="info" size={12} />
      </span>
    </Tooltip>
  )
}
