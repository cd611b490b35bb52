import type { UseQueryResult } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Day, daysFrom } from '#kit/calendar.ts'
import type { CallError } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { DrawerTable } from '#kit/ui/list/DrawerTable.tsx'
import type { Column, RowAction } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'

/** A row of a drawer: one day. */
export interface DayRow {
  on: Day
  missing: boolean
}

/** The query for the days, newest first. `total` may exceed the number of items. */
export type DaysCall<R> = UseQueryResult<{ items: R[]; total: number }, CallError>

interface Props<R extends DayRow> {
  title: string
  /** The link to the subject's profile, if the user may open it. */
  profile?: { to: string; label: string } | false
  onClose: () => void
  call: DaysCall<R>
  columns: Column<R>[]
  /** The chart over all days from first to last. A day without expected figures has no row. */
  chart: (days: Day[], rowOf: (on: Day) => R | undefined) => ReactNode
  /** The action of a day's row: its explanation, or the import of its missing figures. */
  rowAction?: (row: R) => RowAction
  /** The address of the list of all days. */
  all: string
  empty: { text: string; hint: string }
  /** Details below the days. */
  children?: ReactNode
}

/** The days of a report's row, as a chart and as a table. */
export function DaysDrawer<R extends DayRow>(props: Props<R>) {
  const { title, profile, onClose, call } = props
  const phone = usePhone()
  return (
    <Drawer
      open
      onClose={onClose}
      size={phone ? '100%' : 840}
      title={title}
      extra={
        profile && (
          <Link className="store-days-link" to={profile.to}>
            {profile.label}
          </Link>
        )
      }
      placement={endSide()}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {({ items, total }) => (
          <>
            {items.length > 1 && <Chart rows={items} draw={props.chart} />}
            <DaysTable {...props} rows={items} />
            {items.length < total && (
              <p className="store-days-more">
                {t('只列最近 {n} 天，', { n: items.length })}
                <Link to={props.all}>{t('查看全部 {n} 天', { n: total })}</Link>
              </p>
            )}
            {items.length > 0 && props.children}
          </>
        )}
      </Loaded>
    </Drawer>
  )
}

type TableProps<R extends DayRow> = Pick<Props<R>, 'columns' | 'rowAction' | 'empty'> & { rows: R[] }

/** The days as table rows with their actions. */
function DaysTable<R extends DayRow>({ rows, columns, rowAction, empty }: TableProps<R>) {
  return (
    <DrawerTable
      name={t('每日明细')}
      columns={columns}
      rows={rows}
      rowKey={({ on }) => on}
      rowActions={rowAction && ((row) => [rowAction(row)])}
      empty={empty}
    />
  )
}

interface ChartProps<R> {
  rows: R[]
  draw: (days: Day[], rowOf: (on: Day) => R | undefined) => ReactNode
}

function Chart<R extends DayRow>({ rows, draw }: ChartProps<R>) {
  const byDay = new Map(rows.map((row) => [row.on, row]))
  const days = [...byDay.keys()].sort()
  return draw(daysFrom(days[0] ?? '', days.at(-1) ?? ''), (on) => byDay.get(on))
}
