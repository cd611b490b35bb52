import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { CellMetric } from '#features/figures/contract.ts'
import { ExplainPicker } from '#features/figures/ExplainPicker.tsx'
import type { Given } from '#features/imports/ImportPicker.tsx'
import type { Day } from '#kit/calendar.ts'
import { daysFrom } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Cards } from '#kit/ui/list/Cards.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { ListTable } from '#kit/ui/list/ListTable.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { importAction } from './reportActions.tsx'
import { useAddressLink, useAddressText } from './useAddressText.tsx'

/** Which store's days are open; it stands in the address, so that "back" closes them. */
export function useOpenStore(): [number | undefined, (storeId: number | undefined) => void] {
  const [text, setText] = useAddressText('store')
  const id = Number(text)
  const open = Number.isSafeInteger(id) && id > 0 ? id : undefined
  return [open, (storeId) => setText(storeId?.toString())]
}

interface Row {
  on: Day
  storeId: number
  storeName: string
  missing: boolean
}

/** One store's days in a period, opened from anywhere in a report. */
export interface StoreDaysProps {
  storeId: number
  from: Day
  to: Day
  onClose: () => void
  importing: (given: Given) => void
}

interface Props<R extends Row> extends Pick<StoreDaysProps, 'storeId' | 'onClose' | 'importing'> {
  /** The newest first; undefined before the answer. */
  rows: R[] | undefined
  /** How many days there are; at most 100 of them come. */
  total: number
  error: Error | null
  retry: () => void
  columns: Column<R>[]
  /** What the cells of the days show: it is what explains them. */
  metric: CellMetric
  /** The chart over all days from the first to the last; a day on which the store owed nothing has no row. */
  chart: (days: Day[], rowOf: (on: Day) => R | undefined) => ReactNode
}

/** The rows behind a bar or a store: its days in the period, as a chart and as a table. */
export function StoreDaysDrawer<R extends Row>({ storeId, onClose, rows, total, error, ...rest }: Props<R>) {
  const link = useAddressLink()
  const phone = usePhone()
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : 800}
      title={rows?.[0]?.storeName ?? t('店铺的每日数据')}
      closable={{ placement: 'end' }}
      extra={
        <Link className="store-days-link" to={`/store-management/${storeId}`}>
          {t('店铺资料')}
        </Link>
      }
      placement={endSide()}
    >
      {error && <ErrorState error={error} onRetry={rest.retry} />}
      {!rows && !error && <TextSkeleton rows={10} />}
      {rows && rows.length > 1 && <Chart rows={rows} draw={rest.chart} />}
      {rows && (
        <DaysTable rows={rows} columns={rest.columns} importing={rest.importing} metric={rest.metric} />
      )}
      {rows && rows.length < total && (
        <p className="store-days-more">
          {t('只列最近 {n} 天，', { n: rows.length })}
          <Link to={link({ store: undefined, view: 'days', storeId: String(storeId) })}>
            {t('查看全部 {n} 天', { n: total })}
          </Link>
        </p>
      )}
    </Drawer>
  )
}

/** The days as rows, on a phone as cards; one that lacks its figures offers the import. */
function DaysTable<R extends Row>({ rows, columns, importing, metric }: TableProps<R>) {
  const phone = usePhone()
  const [explained, setExplained] = useState<R>()
  const why = (row: R) => ({ key: 'why', label: t('怎么来的'), onClick: () => setExplained(row) })
  const actions = (row: R) => [row.missing ? importAction(row, importing) : why(row)]
  const shared = {
    columns: plain(columns),
    rows,
    rowKey: ({ on }: R) => on,
    stale: false,
    rowActions: actions,
    empty: <NoDays />,
  }
  const explanation = explained && (
    <Explained row={explained} metric={metric} onClose={() => setExplained(undefined)} />
  )
  if (phone) {
    return (
      <div className="store-days-cards">
        <Cards {...shared} />
        {explanation}
      </div>
    )
  }
  return (
    <div className="store-days-table">
      {explanation}
      <ListTable
        {...shared}
        name={t('每日明细')}
        dense
        sort={undefined}
        onSort={() => undefined}
        selection={undefined}
        totals={[]}
      />
    </div>
  )
}

interface ExplainedProps {
  row: Row
  metric: CellMetric
  onClose: () => void
}

/** Where the number of a day comes from. */
function Explained({ row: { storeId, on }, metric, onClose }: ExplainedProps) {
  return <ExplainPicker cell={{ storeId, from: on, to: on, metric }} onClose={onClose} />
}

function NoDays() {
  return (
    <EmptyState
      compact
      text={t('这段时间没有这家店铺的数据')}
      hint={t('当时还没有开始服务，或它不在您可见的范围内。')}
    />
  )
}

type TableProps<R extends Row> = Pick<Props<R>, 'columns' | 'importing' | 'metric'> & { rows: R[] }

/** The columns that are shown by themselves, in the one order that days have; the day is what a row is called. */
function plain<R>(columns: Column<R>[]): Column<R>[] {
  return columns
    .filter(({ hidden }) => !hidden)
    .map((column) => ({ ...column, sort: false, ...(column.key === 'on' && { phone: 'name' }) }))
}

interface ChartProps<R> {
  rows: R[]
  draw: (days: Day[], rowOf: (on: Day) => R | undefined) => ReactNode
}

function Chart<R extends Row>({ rows, draw }: ChartProps<R>) {
  const byDay = new Map(rows.map((row) => [row.on, row]))
  const days = [...byDay.keys()].sort()
  return draw(daysFrom(days[0] ?? '', days.at(-1) ?? ''), (on) => byDay.get(on))
}
