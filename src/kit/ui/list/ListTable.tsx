import { Table } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { t } from '#kit/text.ts'
import { useWidth } from '#kit/ui/chart/useWidth.tsx'
import type { Pin } from './arrange.ts'
import { BoneTable } from './BoneTable.tsx'
import { nameOf } from './cells.tsx'
import type { Column, RowAction } from './declare.tsx'
import { useRowKeys } from './rowKeys.tsx'
import { SelectAll } from './SelectAll.tsx'
import type { NamedTotals } from './TotalsRows.tsx'
import { TotalsRows } from './TotalsRows.tsx'
import { actionsColumn, sortWord, tableColumns, widthsIn } from './tableColumns.tsx'
import type { Selection } from './useSelection.tsx'
import './ListTable.css'

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
  const { columns, rows, rowKey, rowActions, selection, totals } = props
  // If no row has an action, the column is left out.
  const shownActions = rows?.every((row) => !rowActions?.(row).length) ? undefined : rowActions
  const last = shownActions ? actionsColumn(rows, shownActions) : undefined
  const place = useRef<HTMLDivElement>(null)
  const [before, after] = [selection ? CHECKBOX_WIDTH : 0, last?.width ?? 0]
  const beside = before + after
  const widths = widthsIn(columns, useWidth(place) - beside)
  const data = tableColumns(columns, widths, props.sort, props.pins)
  const all = last ? [...data, last] : data
  const nothing = rows?.length === 0
  const onRow = useRowKeys(rows)
  if (!rows) {
    return (
      <div ref={place} role="status" aria-label={t('加载中')}>
        <BoneTable {...{ columns, widths, before, after }} dense={props.dense} />
      </div>
    )
  }
  return (
    <div ref={place}>
      <Table<T>
        className={props.stale ? 'list-table list-table-stale' : 'list-table'}
        aria-label={t('{name}列表', { name: props.name })}
        size={props.dense ? 'small' : 'medium'}
        columns={nothing ? all.map(withoutWidth) : all}
        dataSource={rows}
        rowKey={rowKey}
        pagination={false}
        onRow={onRow}
        sticky
        tableLayout="fixed"
        {...(nothing ? {} : { scroll: { x: widths.reduce((sum, width) => sum + width, beside) } })}
        onChange={(_pages, _filters, sorter) => {
          const { columnKey, order } = [sorter].flat()[0] ?? {}
          props.onSort(sortWord(columns, columnKey, order))
        }}
        rowSelection={selection && checkboxes(props, selection)}
        locale={{ emptyText: props.empty }}
        summary={() =>
          rows.length > 0 && totals.length > 0 ? (
            <TotalsRows
              rows={totals}
              columns={columns}
              before={Boolean(selection)}
              after={Boolean(shownActions)}
            />
          ) : null
        }
      />
    </div>
  )
}

/** Without rows the headers share the available width, so that the table does not scroll. */
function withoutWidth<C extends { width?: unknown }>({ width: _, ...column }: C): Omit<C, 'width'> {
  return column
}

function checkboxes<T>({ columns }: Props<T>, selection: Selection<T>) {
  return {
    selectedRowKeys: selection.keys,
    preserveSelectedRowKeys: true,
    columnWidth: CHECKBOX_WIDTH,
    columnTitle: (checkbox: ReactNode) => <SelectAll checkbox={checkbox} />,
    fixed: 'start' as const,
    onChange: (keys: React.Key[], rows: T[]) =>
      selection.choose(
        keys as (string | number)[],
        rows.filter((row) => row !== undefined),
      ),
    getCheckboxProps: (row: T) => ({ 'aria-label': t('选择{name}', { name: nameOf(columns, row) }) }),
  }
}
