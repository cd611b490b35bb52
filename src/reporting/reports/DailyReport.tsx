import type { ComponentType } from 'react'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import type { Day } from '#kit/calendar.ts'
import { daysBetween } from '#kit/calendar.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import type { ExplainedCellKey } from '#kit/ui/suppliedParts.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import type { Given, Importing } from '#operations/imports/ui/ImportButton.tsx'
import { useImporting } from '#operations/imports/ui/ImportButton.tsx'
import { dayColumn } from './dayColumn.tsx'
import type { Cell } from './explainAddress.ts'
import { cellIn, cellText } from './explainAddress.ts'
import { ReportViews, useReportView } from './ReportViews.tsx'
import { usePeriod } from './reportDays.tsx'
import { USUAL_DAYS } from './subscribable.ts'
import { useCompare } from './useOverview.tsx'
import './reports.css'

/** What a view of a daily report is given. */
export interface ViewProps {
  importing: Importing
  /** Opens the drawer with the days of one of those that the report speaks of. */
  open: (id: number) => void
  explain: Explain
}

/** Opens how the numbers of a row come about, of one row on its day. */
export type Explain = (row: Omit<Cell, 'from' | 'to'>, on: Day) => void

/** The days of one of them, opened from anywhere in the report. */
export interface DaysProps {
  id: number
  from: Day
  to: Day
  onClose: () => void
  importing: (given: Given) => void
  explain: Explain
}

interface Props {
  /** Under which word the open one stands in the address. */
  opens: 'store' | 'customer' | 'agent'
  /** A row for each of them. */
  whole: ComponentType<ViewProps>
  /** A row for each of them and day. */
  days: ComponentType<ViewProps>
  drawer: ComponentType<DaysProps>
}

/** The frame of a daily report: its two views, the drawer with the days of one, how a number comes about, the import. */
export function DailyReport({ opens, whole, days, drawer: Drawer }: Props) {
  const { from, to } = usePeriod()
  const importing = useImporting()
  const [id, open] = useOpenNumber(opens)
  const [explained, setExplained] = useAddressText('explain')
  const cell = cellIn(explained)
  const among = useAmong()
  const { FigureExplanation } = useSuppliedParts()
  const byDay = useReportView() === 'days'
  const View = byDay ? days : whole
  const ofDay: Explain = (row, on) => setExplained(cellText({ ...row, from: on, to: on }))
  const ofPeriod: Explain = (row) => setExplained(cellText({ ...row, from, to }))
  return (
    <>
      <View importing={importing} open={open} explain={byDay ? ofDay : ofPeriod} />
      {id !== undefined && (
        <Drawer
          {...{ id, from, to }}
          onClose={() => open(undefined)}
          importing={importing.open}
          explain={ofDay}
        />
      )}
      {cell && (
        <Suspense>
          <FigureExplanation
            key={explained}
            cell={{ ...cell, among }}
            onClose={() => setExplained(undefined)}
          />
        </Suspense>
      )}
      {importing.drawer}
    </>
  )
}

/** What the filters in the address narrow a customer's or an agent's stores to: their numbers count those alone. */
function useAmong(): NonNullable<ExplainedCellKey['among']> {
  const [params] = useSearchParams()
  const ids = (key: string) => params.getAll(key).map(Number).filter(Number.isSafeInteger)
  const platform = z.array(Platform).catch([]).parse(params.getAll('platform'))
  return { storeId: ids('storeId'), customerId: ids('customerId'), platform }
}

/** What stands above the rows of a report. */
export interface Head {
  title: string
  /** Which rows come first, and what red means. */
  hint: string
  summary: ComponentType<SummaryProps>
}

export interface SummaryProps {
  query: Record<string, unknown>
  onOpen: (id: number) => void
}

/** What the lists of all reports have in common: their first days, and what stands above the rows. */
export function listParts({ open }: ViewProps, { title, hint, summary: Summary }: Head) {
  return {
    initial: USUAL_DAYS,
    actionsAt: 'title' as const,
    summary: ({ query }: { query: Record<string, unknown> }) => <Summary query={query} onOpen={open} />,
    heading: { title, hint, views: <ReportViews whole={title} /> },
  }
}

/** The columns that say what a row speaks of, with its day after the name. */
export function byDay<R>(place: Column<R>[]): Column<R & { on: Day }>[] {
  const [name, ...rest] = place
  return [...(name ? [name] : []), dayColumn(true), ...rest]
}

/** What the columns depend on: the days of the period, its last one in words, and the comparison. */
export function useColumnSight() {
  const { from, to, word } = usePeriod()
  const [compare] = useCompare()
  return { days: daysBetween(from, to) + 1, word, compare }
}
