import { Segmented } from 'antd'
import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod'
import { Platform } from '#clients/stores/contract.ts'
import { type Day, daysBetween } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { type ExplainedCellKey, useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { type ImportControls, type ImportDefaults, useImport } from '#operations/imports/ui/useImport.tsx'
import { dayColumn } from './dayColumn.tsx'
import { type Cell, cellIn, cellText } from './explainAddress.ts'
import { usePeriod } from './reportDays.tsx'
import { DEFAULT_PERIOD } from './subscribable.ts'
import { useCompare } from './useOverview.tsx'
import './reports.css'

/** Props of each view of a daily report. */
export interface ViewProps {
  importing: ImportControls
  /** Opens the drawer with the days of one subject (store, customer or agent). */
  open: (id: number) => void
  explain: Explain
}

/** Opens the explanation of a row's figures on a day. */
export type Explain = (row: Omit<Cell, 'from' | 'to'>, on: Day) => void

/** The days drawer of one subject, opened from anywhere in the report. */
export interface DaysProps {
  id: number
  from: Day
  to: Day
  onClose: () => void
  importing: (preset: ImportDefaults) => void
  explain: Explain
}

interface Props {
  /** The query parameter that stores the id of the open subject. */
  opens: 'store' | 'customer' | 'agent'
  /** The view with a row per subject. */
  subjects: ComponentType<ViewProps>
  /** The view with a row per subject and day. */
  days: ComponentType<ViewProps>
  drawer: ComponentType<DaysProps>
}

/**
 * The frame of a daily report: both views, the days drawer of a subject, the explanation of a figure, and the import.
 */
export function DailyReport({ opens, subjects, days, drawer: Drawer }: Props) {
  const { from, to } = usePeriod()
  const importing = useImport()
  const [id, open] = useOpenNumber(opens)
  const [explained, setExplained] = useAddressText('explain')
  const cell = cellIn(explained)
  const among = useAmong()
  const { FigureExplanation } = useSuppliedParts()
  const byDay = useReportView() === 'days'
  const View = byDay ? days : subjects
  const ofDay: Explain = (row, on) => setExplained(cellText({ ...row, from: on, to: on }))
  const ofPeriod: Explain = (row) => setExplained(cellText({ ...row, from, to }))
  return (
    <>
      <View importing={importing} open={open} explain={byDay ? ofDay : ofPeriod} />
      {id !== undefined && (
        <Drawer
          id={id}
          from={from}
          to={to}
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

/** The store filters in the address. The figures of a customer or agent count only these stores. */
function useAmong(): NonNullable<ExplainedCellKey['among']> {
  const [params] = useSearchParams()
  const ids = (key: string) => params.getAll(key).map(Number).filter(Number.isSafeInteger)
  const platform = z.array(Platform).catch([]).parse(params.getAll('platform'))
  return { storeId: ids('storeId'), customerId: ids('customerId'), platform }
}

/** The heading above a report's rows. */
export interface ReportHeading {
  title: string
  /** Explains the default order and the meaning of red. */
  hint: string
  summary: ComponentType<SummaryProps>
}

export interface SummaryProps {
  query: Record<string, unknown>
  onOpen: (id: number) => void
}

/** Common props of all report lists: the default period, the heading and the summary. */
export function listProps({ open }: ViewProps, { title, hint, summary: Summary }: ReportHeading) {
  return {
    initial: DEFAULT_PERIOD,
    actionsAt: 'title' as const,
    summary: ({ query }: { query: Record<string, unknown> }) => <Summary query={query} onOpen={open} />,
    heading: { title, hint, views: <ReportViews subjectsLabel={title} /> },
  }
}

/** The columns that identify a row's subject, with the day after the name. */
export function byDay<R>(place: Column<R>[]): Column<R & { on: Day }>[] {
  const [name, ...rest] = place
  return [...(name ? [name] : []), dayColumn(true), ...rest]
}

/** What the columns depend on: the period's length, the label of its last day, and the comparison. */
export function useColumnOptions() {
  const { from, to, word } = usePeriod()
  const [compare] = useCompare()
  return { days: daysBetween(from, to) + 1, word, compare }
}

type ReportView = 'stores' | 'days'

/** Whether a report shows a row per subject (store, customer, agent) or a row per subject and day, from the address. */
function useReportView(): ReportView {
  return useAddressText('view')[0] === 'days' ? 'days' : 'stores'
}

/**
 * The switch between both views; `whole` is the label of the first. It drops the sort order, which the views do not
 * share.
 */
function ReportViews({ subjectsLabel }: { subjectsLabel: string }) {
  const view = useReportView()
  const [, setView] = useAddressText('view')
  return (
    <Segmented<ReportView>
      className="report-views"
      options={[
        { value: 'stores', label: subjectsLabel },
        { value: 'days', label: t('每日明细') },
      ]}
      value={view}
      onChange={(next) => setView(next === 'days' ? next : undefined)}
      aria-label={t('明细')}
    />
  )
}
