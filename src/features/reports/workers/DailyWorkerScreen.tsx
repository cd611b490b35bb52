import { useCompanyChoices } from '#features/companies/CompanyPicker.tsx'
import { useImporting } from '#features/imports/ImportPicker.tsx'
import { useOpenNumber } from '#features/reports/DaysDrawer.tsx'
import { dayColumn } from '#features/reports/dayColumn.tsx'
import { ReportViews, useReportView } from '#features/reports/ReportViews.tsx'
import { usePeriod, usualDays } from '#features/reports/reportDays.tsx'
import { workerFilters } from '#features/reports/reportFilters.tsx'
import { useCompare } from '#features/reports/useOverview.tsx'
import { courseColumn } from '#features/reports/volumeParts.tsx'
import { daysBetween } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Action } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { WorkerPeriod } from './contract.ts'
import { workerReports } from './contract.ts'
import { WorkerBars } from './WorkerBars.tsx'
import { WorkerDaysDrawer } from './WorkerDaysDrawer.tsx'
import { WorkerSummary } from './WorkerSummary.tsx'
import { figureColumns, periodColumns, workColumns, workerColumns } from './workerColumns.tsx'
import { agentsOfAll, agentsOfPage, daysOfAll, daysOfPage } from './workerTotals.tsx'
import '#features/reports/reports.css'

/** 客服日咨询量: whom every agent handled, by the platforms' files, else by approved logs. */
export function DailyWorkerScreen() {
  const { from, to } = usePeriod()
  const importing = useImporting()
  const [agent, open] = useOpenNumber('agent')
  const View = useReportView() === 'days' ? WorkerDays : Workers
  return (
    <>
      <View open={open} action={importing.action} onImport={() => importing.open()} />
      {agent !== undefined && (
        <WorkerDaysDrawer staffId={agent} from={from} to={to} onClose={() => open(undefined)} />
      )}
      {importing.drawer}
    </>
  )
}

interface ViewProps {
  open: (staffId: number) => void
  action: Action
  onImport: () => void
}

function useParts({ open, action, onImport }: ViewProps) {
  const user = useUser()
  const companies = useCompanyChoices()
  const only = [
    { value: 'missing', label: t('缺数据') },
    { value: 'falls', label: t('较 7 日均值跌 40% 以上') },
    { value: 'log', label: t('取自日志') },
  ]
  return {
    filters: workerFilters(user, companies, only),
    initial: { ...usualDays() },
    actions: [action],
    actionsAt: 'title' as const,
    summary: ({ query }: { query: Record<string, unknown> }) => <WorkerSummary query={query} onOpen={open} />,
    heading: {
      title: t('客服明细'),
      hint: t('缺数据、大跌在前；「日志」：平台文件没有，取已通过的日志'),
      views: <ReportViews whole={t('客服明细')} />,
    },
    rowActions: (row: { staffId: number }) => [
      { key: 'days', label: t('明细'), onClick: () => open(row.staffId) },
    ],
    empty: {
      text: t('这段时间没有客服的数据'),
      hint: t('导入平台数据并把昵称对应到客服后，这里每人一行；没有文件的，取已通过的日志。'),
      action: { label: t('导入平台数据'), onClick: onImport },
    },
    place: workerColumns(user, companies),
  }
}

/** A row an agent: the last day, and what the period adds up to. */
function Workers(props: ViewProps) {
  const { place, ...shared } = useParts(props)
  const { from, to, word } = usePeriod()
  const [compare] = useCompare()
  const days = daysBetween(from, to) + 1
  return (
    <ListPage
      endpoint={workerReports.dailyWorkerAgents}
      name={t('客服日咨询量')}
      {...shared}
      columns={[
        ...place,
        ...figureColumns(t('{day}（人）', { day: word }), compare, false),
        ...(days > 1 ? periodColumns(days) : []),
        ...workColumns(),
        ...(days > 1 ? [courseColumn<WorkerPeriod>((row) => row.staffName)] : []),
      ]}
      rowKey={(row) => row.staffId}
      pageTotals={agentsOfPage}
      allTotals={agentsOfAll}
      chart={({ items }) => <WorkerBars rows={items} onOpen={props.open} />}
    />
  )
}

/** A row an agent and day. */
function WorkerDays(props: ViewProps) {
  const { place, ...shared } = useParts(props)
  const [compare] = useCompare()
  return (
    <ListPage
      endpoint={workerReports.dailyWorker}
      name={t('客服每日咨询量')}
      {...shared}
      columns={[
        ...place.slice(0, 1),
        dayColumn(true),
        ...place.slice(1),
        ...figureColumns(t('接待人数'), compare, true),
        ...workColumns(),
      ]}
      rowKey={(row) => `${row.staffId} ${row.on}`}
      pageTotals={daysOfPage}
      allTotals={daysOfAll}
    />
  )
}
