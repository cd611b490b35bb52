import { Tooltip } from 'antd'
import type { ColumnType } from 'antd/es/table/index.js'
import { speaksChinese, t, unheld } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { Bone } from '#kit/ui/Skeletons.tsx'
import type { Pin } from './arrange.ts'
import { pinOf } from './arrange.ts'
import { alignOf, cellOf } from './cells.tsx'
import type { Column, RowAction } from './declare.tsx'
import { RowLinks, rowLinksWidth } from './RowLinks.tsx'

const USUAL_WIDTH = { text: 128, count: 96, money: 128, rate: 88, seconds: 112, day: 112, instant: 152 }

/** Other languages say the same with longer words. */
const LONGER_WORDS = 1.25

/** Whether a cell has words of ours, which are longer in other languages; numbers and what people wrote are not. */
function isWords<T>({ pinned, type = 'text', from, words }: Column<T>): boolean {
  return !pinned && (type === 'seconds' || (type === 'text' && Boolean(from ?? words)))
}

/** In other languages heads wrap: the longest word of one needs its room, in px, with padding, arrows and sign. */
function headWidth<T>({ title, sort, hint }: Column<T>): number {
  const longest = Math.max(
    ...unheld(title)
      .split(/[ -]/)
      .map(({ length }) => length),
  )
  return longest * 7 + (sort ? 34 : 16) + (hint ? 16 : 0)
}

/** How much room a column asks for at least. */
export function widthOf<T>(column: Column<T>): number {
  const width = column.width ?? USUAL_WIDTH[column.type ?? 'text']
  if (speaksChinese()) return width
  return Math.max(headWidth(column), isWords(column) ? Math.round(width * LONGER_WORDS) : width)
}

const FIXED = { start: 'start', end: 'end', none: false } as const

/** The columns as antd draws them, in their order. */
export function tableColumns<T>(
  columns: readonly Column<T>[],
  sort: string | undefined,
  pins: Readonly<Record<string, Pin>> = {},
): ColumnType<T>[] {
  return columns.map((column) => ({
    key: column.key,
    title: <Head column={column} />,
    align: alignOf(column),
    width: widthOf(column),
    fixed: FIXED[pinOf(column, { pins })],
    ellipsis: true,
    sorter: Boolean(column.sort),
    sortOrder: orderOf(column, sort),
    showSorterTooltip: false,
    render: (_: unknown, row: T) => cellOf(column, row),
  }))
}

/** The same columns before the first answer: grey bars where the words will stand. */
export function boneColumns<T>(columns: ColumnType<T>[]): ColumnType<T>[] {
  return columns.map((column, place) => ({
    ...column,
    sorter: false,
    render: (_: unknown, _row: T, index: number) => (
      <span className={column.align === 'end' ? 'bone-right' : ''}>
        <Bone width={`${45 + ((place * 23 + index * 13) % 40)}%`} />
      </span>
    ),
  }))
}

const USUAL_ACTIONS_WIDTH = 128

/** How wide the column of acts is: as its longest row needs, a usual width while the rows are on their way. */
export function actionsWidth<T>(rows: readonly T[] | undefined, actionsOf: (row: T) => RowAction[]): number {
  const widths = rows?.map((row) => rowLinksWidth(actionsOf(row))) ?? [USUAL_ACTIONS_WIDTH]
  return Math.max(72, ...widths)
}

/** The column of what can be done with a row. */
export function actionsColumn<T>(
  rows: readonly T[] | undefined,
  actionsOf: (row: T) => RowAction[],
): ColumnType<T> {
  return {
    key: 'row-actions',
    title: t('操作'),
    fixed: 'end',
    width: actionsWidth(rows, actionsOf),
    render: (_: unknown, row: T) => <RowLinks actions={actionsOf(row)} />,
  }
}

/** The endpoint's word for the sort that a click on a head asks for; undefined for none. */
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
