import type { ComponentType } from 'react'
import { useCompanyChoices } from '#features/companies/CompanyPicker.tsx'
import type { Importing } from '#features/imports/ImportPicker.tsx'
import { useImporting } from '#features/imports/ImportPicker.tsx'
import { t } from '#kit/text.ts'
import type { Choice } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useOpenNumber } from './DaysDrawer.tsx'
import { placeColumns } from './placeColumns.tsx'
import { ReportViews, useReportView } from './ReportViews.tsx'
import { reportEmpty, reportRowAction } from './reportActions.tsx'
import { usePeriod, usualDays } from './reportDays.tsx'
import { reportFilters } from './reportFilters.tsx'
import type { StoreDaysProps } from './StoreDaysDrawer.tsx'
import './reports.css'

/** What a view of a daily report is given. */
export interface ViewProps {
  importing: Importing
  /** Opens the drawer with the days of one store. */
  open: (storeId: number) => void
}

interface Props {
  /** A row a store. */
  stores: ComponentType<ViewProps>
  /** A row a store and day. */
  days: ComponentType<ViewProps>
  drawer: ComponentType<StoreDaysProps>
}

/** The frame of a daily report: its two views, the drawer with one store's days, and the import. */
export function DailyReport({ stores, days, drawer: Drawer }: Props) {
  const { from, to } = usePeriod()
  const importing = useImporting()
  const [store, openStore] = useOpenNumber('store')
  const View = useReportView() === 'days' ? days : stores
  return (
    <>
      <View importing={importing} open={openStore} />
      {store !== undefined && (
        <Drawer
          storeId={store}
          from={from}
          to={to}
          onClose={() => openStore(undefined)}
          importing={importing.open}
        />
      )}
      {importing.drawer}
    </>
  )
}

/** What tells one daily report from another. */
export interface Words {
  /** What 只看 offers. */
  only: Choice<string>[]
  /** Which rows come first, and what red means. */
  hint: string
  summary: ComponentType<{ query: Record<string, unknown>; onOpen: (storeId: number) => void }>
}

/** What both views of a daily report share. */
export function useReportParts({ importing, open }: ViewProps, { only, hint, summary: Summary }: Words) {
  const user = useUser()
  const companies = useCompanyChoices()
  return {
    filters: reportFilters(user, companies, only),
    initial: { ...usualDays() },
    actions: [importing.action],
    actionsAt: 'title' as const,
    summary: ({ query }: { query: Record<string, unknown> }) => <Summary query={query} onOpen={open} />,
    heading: { title: t('店铺明细'), hint, views: <ReportViews whole={t('店铺明细')} /> },
    rowActions: (row: Parameters<typeof reportRowAction>[0]) => [
      reportRowAction(row, { open, importing: importing.open }),
    ],
    empty: reportEmpty(() => importing.open()),
    place: placeColumns(user, companies),
  }
}
