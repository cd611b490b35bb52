import { Table } from 'antd'
import {
  cloneElement,
  type FocusEvent,
  isValidElement,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { t } from '#kit/text.ts'
import { useWidth } from '#kit/ui/chart/useWidth.tsx'
import { Bone } from '#kit/ui/Skeletons.tsx'
import type { Pin } from './arrange.ts'
import { alignOf, nameOf } from './cells.tsx'
import type { Column, RowAction } from './declare.tsx'
import { type NamedTotals, TotalsRows } from './TotalsRows.tsx'
import { actionsColumn, sortWord, tableColumns, widthsIn } from './tableColumns.tsx'
import type { Selection } from './useSelection.tsx'
import './ListTable.css'
import './BoneTable.css'

interface Props<T> {
  name: string
  columns: readonly Column<T>[]
  /** Pinning by column key, if the user has changed it; otherwise as declared. */
  pins?: Readonly<Record<string, Pin>>
  /** Undefined before the first response. */
  rows: readonly T[] | undefined
  rowKey: (row: T) => string | number
  /** Another page is loading; the present one stays visible. */
  stale: boolean
  dense: boolean
  sort: string | undefined
  onSort: (sort: string | undefined) => void
  rowActions: ((row: T) => RowAction[]) | undefined
  selection: Selection<T> | undefined
  totals: NamedTotals[]
  empty: ReactNode
}

const CHECKBOX_WIDTH = 44

/** The table of a list on a wide screen. */
export function ListTable<T extends object>(props: Props<T>) {
  const { rows, columns, dense } = props
  const place = useRef<HTMLDivElement>(null)
  const layout = layoutIn(useWidth(place), props)
  if (!rows) {
    return (
      <div ref={place} role="status" aria-label={t('加载中')}>
        <BoneTable {...layout} columns={columns} dense={dense} />
      </div>
    )
  }
  // The width is measured before the first paint. Until then only the height counts: going back restores the scroll
  // position at the same time.
  if (layout.room === 0) return <div ref={place} style={{ height: heightOf(props) }} />
  return (
    <div ref={place}>
      <FilledTable {...props} rows={rows} layout={layout} />
    </div>
  )
}

const HEAD_HEIGHT = 40
const TOTALS_HEIGHT = 40

/** The height of the table in px, as in `ListTable.css`. */
function heightOf<T>({ rows = [], totals, dense }: Props<T>): number {
  return HEAD_HEIGHT + rows.length * (dense ? 36 : 44) + totals.length * TOTALS_HEIGHT
}

interface Layout<T> {
  /** The width of the place, in px; 0 before it is measured. */
  room: number
  /** The widths of the data's columns, in px. */
  widths: readonly number[]
  /** Width of the column of checkboxes, and of that of row actions, in px; 0 without one. */
  before: number
  after: number
  /** The actions of a row; undefined if no row has any. */
  rowActions: Props<T>['rowActions']
}

function layoutIn<T>(room: number, { columns, rows, rowActions, selection }: Props<T>): Layout<T> {
  const shown = rows?.every((row) => !rowActions?.(row).length) ? undefined : rowActions
  const before = selection ? CHECKBOX_WIDTH : 0
  const after = shown ? actionsColumn(rows, shown).width : 0
  return { room, widths: widthsIn(columns, room - before - after), before, after, rowActions: shown }
}

type FilledProps<T> = Props<T> & { rows: readonly T[]; layout: Layout<T> }

function FilledTable<T extends object>({ layout, ...props }: FilledProps<T>) {
  const { columns, rows, rowKey, selection } = props
  const { room, widths, before, after, rowActions } = layout
  const width = widths.reduce((sum, one) => sum + one, before + after)
  // A table that scrolls needs a second one for its header, pinned columns and measured widths: antd renders it three
  // times. A table that fits needs none of that.
  const scrolls = rows.length > 0 && width > room
  const data = tableColumns(columns, widths, props.sort, scrolls ? props.pins : 'none')
  const last = rowActions && actionsColumn(rows, rowActions)
  const all = last ? [...data, scrolls ? last : withoutPin(last)] : data
  return (
    <Table<T>
      className={classOf(props.stale, scrolls)}
      aria-label={t('{name}列表', { name: props.name })}
      size={props.dense ? 'small' : 'medium'}
      columns={rows.length === 0 ? all.map(withoutWidth) : all}
      dataSource={rows}
      rowKey={rowKey}
      pagination={false}
      onRow={useRowKeys(rows)}
      tableLayout="fixed"
      {...(scrolls && { sticky: true, scroll: { x: width } })}
      onChange={(_pages, _filters, sorter) => {
        const { columnKey, order } = [sorter].flat()[0] ?? {}
        props.onSort(sortWord(columns, columnKey, order))
      }}
      rowSelection={selection && checkboxes(props, selection, scrolls)}
      locale={{ emptyText: props.empty }}
      summary={() => totalsRows(props, rowActions !== undefined)}
    />
  )
}

function classOf(stale: boolean, scrolls: boolean): string {
  return ['list-table', stale && 'list-table-stale', !scrolls && 'list-table-fits'].filter(Boolean).join(' ')
}

function withoutPin<C extends { fixed?: unknown }>({ fixed: _, ...column }: C): Omit<C, 'fixed'> {
  return column
}

/** Without rows the headers share the available width, so that the table does not scroll. */
function withoutWidth<C extends { width?: unknown }>({ width: _, ...column }: C): Omit<C, 'width'> {
  return column
}

function totalsRows<T>({ columns, rows, selection, totals }: Props<T>, hasActions: boolean): ReactNode {
  if (!rows?.length || totals.length === 0) return null
  return <TotalsRows rows={totals} columns={columns} before={Boolean(selection)} after={hasActions} />
}

function checkboxes<T>({ columns }: Props<T>, selection: Selection<T>, scrolls: boolean) {
  return {
    selectedRowKeys: selection.keys,
    preserveSelectedRowKeys: true,
    columnWidth: CHECKBOX_WIDTH,
    columnTitle: (checkbox: ReactNode) => <SelectAll checkbox={checkbox} />,
    ...(scrolls && { fixed: 'start' as const }),
    onChange: (keys: React.Key[], rows: T[]) =>
      selection.choose(
        keys as (string | number)[],
        rows.filter((row) => row !== undefined),
      ),
    getCheckboxProps: (row: T) => ({ 'aria-label': t('选择{name}', { name: nameOf(columns, row) }) }),
  }
}

interface BoneTableProps<T> extends Pick<Layout<T>, 'widths' | 'before' | 'after'> {
  columns: readonly Column<T>[]
  dense: boolean
}

const ROWS = Array.from({ length: 8 }, (_, row) => row)

/**
 * Placeholder for a table before its first rows: headers, and grey bars in place of text. Much cheaper to render than
 * the table.
 */
function BoneTable<T>({ columns, widths, before, after, dense }: BoneTableProps<T>) {
  return (
    <table className={dense ? 'bone-table bone-table-dense' : 'bone-table'} aria-hidden="true">
      <colgroup>
        {before > 0 && <col style={{ width: before }} />}
        {columns.map(({ key }, at) => (
          <col key={key} style={{ width: widths[at] }} />
        ))}
        {after > 0 && <col style={{ width: after }} />}
      </colgroup>
      <thead>
        <tr>
          {before > 0 && <th />}
          {columns.map((column) => (
            <th key={column.key} className={`bone-${alignOf(column)}`}>
              {column.title}
            </th>
          ))}
          {after > 0 && <th />}
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            {before > 0 && <td />}
            {columns.map((column, place) => (
              <td key={column.key} className={`bone-${alignOf(column)}`}>
                <Bone width={`${45 + ((place * 23 + row * 13) % 40)}%`} />
              </td>
            ))}
            {after > 0 && <td />}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The checkbox for all rows of a page. The table renders its headers twice, once hidden to measure widths: the hidden
 * one must not contain the checkbox, because hidden elements must not be focusable.
 */
function SelectAll({ checkbox }: { checkbox: ReactNode }) {
  const place = useRef<HTMLSpanElement>(null)
  const [isVisible, setVisible] = useState(true)
  useLayoutEffect(() => setVisible(!place.current?.closest('[aria-hidden="true"]')), [])
  return (
    <span ref={place}>
      {isVisible && isValidElement(checkbox)
        ? cloneElement(checkbox as ReactElement<{ 'aria-label'?: string }>, { 'aria-label': t('选择本页') })
        : null}
    </span>
  )
}

const ROW = 'tr[data-row-key]'

/** The row that a key leads to, without the rows that antd uses for measuring. */
function neighbour(row: Element, key: string): HTMLElement | null {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(ROW) ?? [])]
  const at = rows.indexOf(row as HTMLElement)
  const places: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }
  return rows[places[key] ?? -1] ?? null
}

/** Keys on a row: arrows move between rows, Enter opens its first link, Space selects it. */
function handleRowKey(event: KeyboardEvent<HTMLElement>): void {
  const row = event.currentTarget
  if (event.target !== row) return
  const { key } = event
  if (key === 'Enter') row.querySelector<HTMLElement>('a, .row-links button')?.click()
  else if (key === ' ') row.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
  else if (key === 'ArrowDown' || key === 'ArrowUp' || key === 'Home' || key === 'End')
    neighbour(row, key)?.focus()
  else return
  event.preventDefault()
}

/** The focused row and its index. */
interface FocusedRow {
  row: Element
  table: Element | null
  at: number
}

/**
 * Props that make the rows of a table focusable: the first by Tab, the others by arrow keys. If newer rows remove the
 * focused row, the row in its place is focused.
 */
function useRowKeys(rows: readonly unknown[] | undefined) {
  const focused = useRef<FocusedRow | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: newer rows are the occasion, not what is read
  useLayoutEffect(() => {
    const { row, table, at = 0 } = focused.current ?? {}
    if (!row || row.isConnected || document.activeElement !== document.body) return
    const shown = table?.querySelectorAll<HTMLElement>(ROW) ?? []
    shown[Math.min(at, shown.length - 1)]?.focus()
  }, [rows])
  return (_row: unknown, index: number | undefined) => ({
    tabIndex: index === 0 ? 0 : -1,
    onKeyDown: handleRowKey,
    onFocus: ({ currentTarget: row }: FocusEvent) => {
      focused.current = { row, table: row.closest('table'), at: index ?? 0 }
    },
    // A removed row fires no blur event: blur means that the user has moved the focus elsewhere.
    onBlur: () => {
      focused.current = null
    },
  })
}
