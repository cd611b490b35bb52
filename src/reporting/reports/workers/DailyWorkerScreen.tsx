import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import type { ViewProps } from '#reporting/reports/DailyReport.tsx'
import { byDay, DailyReport, listProps, useColumnOptions } from '#reporting/reports/DailyReport.tsx'
import { daysAction, explainAction } from '#reporting/reports/reportActions.tsx'
import { workerFilters } from '#reporting/reports/reportFilters.tsx'
import { VolumeBars } from '#reporting/reports/VolumeBars.tsx'
import { updatedColumn } from '#reporting/reports/volumeColumns.tsx'
import { sparklineColumn } from '#reporting/reports/volumeParts.tsx'
import type { WorkerPeriod } from './contract.ts'
import { workerReports } from './contract.ts'
import { WorkerDaysDrawer } from './WorkerDaysDrawer.tsx'
import { WorkerSummary } from './WorkerSummary.tsx'
import { agentBar, figureColumns, periodColumns, workColumns, workerColumns } from './workerColumns.tsx'
import { agentsOfAll, agentsOfPage, daysOfAll, daysOfPage } from './workerTotals.tsx'

/** 客服日咨询量: each agent's handled users, from the platforms' files, else from approved logs. */
export function DailyWorkerScreen() {
  return <DailyReport opens="agent" subjects={Workers} days={WorkerDays} drawer={WorkerDaysDrawer} />
}

function useListProps(view: ViewProps) {
  const user = useUser()
  const companies = useCompanyChoices()
  const { importing, open, explain } = view
  const only = [
    { value: 'missing', label: t('缺数据') },
    { value: 'falls', label: t('较 7 日均值跌 40% 以上') },
    { value: 'log', label: t('取自日志') },
  ]
  return {
    ...listProps(view, {
      title: t('客服明细'),
      hint: t('缺数据、大跌在前；「日志」：平台文件没有，取已通过的日志'),
      summary: WorkerSummary,
    }),
    filters: workerFilters(user, companies, only),
    actions: [importing.action],
    rowActions: ({ staffId, on }: { staffId: number; on: Day }) => [
      daysAction(() => open(staffId)),
      explainAction(() => explain({ staffId }, on)),
    ],
    empty: {
      text: t('这段时间没有客服的数据'),
      hint: t('导入平台数据并把昵称对应到客服后，这里每人一行；没有文件的，取已通过的日志。'),
      action: { label: t('导入平台数据'), onClick: () => importing.open() },
    },
    place: workerColumns(user, companies),
  }
}

/** A row per agent: the last day, and the period's sum. */
function Workers(props: ViewProps) {
  const { place, ...shared } = useListProps(props)
  const { days, word, compare } = useColumnOptions()
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
        ...(days > 1 ? [sparklineColumn<WorkerPeriod>((row) => row.staffName)] : []),
      ]}
      rowKey={(row) => row.staffId}
      pageTotals={agentsOfPage}
      allTotals={agentsOfAll}
      chart={({ items }) => (
        <VolumeBars label={t('各客服接待人数')} rows={items} nameOf={agentBar} onOpen={props.open} />
      )}
    />
  )
}

/** A row per agent and day. */
function WorkerDays(props: ViewProps) {
  const { place, ...shared } = useListProps(props)
  const { compare } = useColumnOptions()
  return (
    <ListPage
      endpoint={workerReports.dailyWorker}
      name={t('客服每日咨询量')}
      {...shared}
      columns={[
        ...byDay(place),
        ...figureColumns(t('接待人数'), compare, true),
        ...workColumns(),
        updatedColumn(),
      ]}
      rowKey={(row) => `${row.staffId} ${row.on}`}
      pageTotals={daysOfPage}
      allTotals={daysOfAll}
    />
  )
}
