import { Link } from 'react-router'
import type { Day } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import {
  byDay,
  DailyReport,
  listProps,
  type SummaryProps,
  useColumnOptions,
  type ViewProps,
} from '#reporting/reports/DailyReport.tsx'
import { daysAction, explainAction } from '#reporting/reports/reportActions.tsx'
import { seesTeams, workerFilters } from '#reporting/reports/reportFilters.tsx'
import type { SplitChoice } from '#reporting/reports/trendLines.tsx'
import { useCompare, useOverview, useSplit } from '#reporting/reports/useOverview.tsx'
import { VolumeBars } from '#reporting/reports/VolumeBars.tsx'
import { type PanelTexts, VolumePanels } from '#reporting/reports/VolumePanels.tsx'
import { updatedColumn } from '#reporting/reports/volumeColumns.tsx'
import { sparklineColumn } from '#reporting/reports/volumeParts.tsx'
import { type WorkerPeriod, workerReports } from './contract.ts'
import { agentsOfAll, agentsOfPage, daysOfAll, daysOfPage } from './totals.ts'
import { WorkerDaysDrawer } from './WorkerDaysDrawer.tsx'
import { agentBar, figureColumns, periodColumns, workColumns, workerColumns } from './workerColumns.tsx'

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

/** The figures, the trend and the top agents of 客服日咨询量, and the volume of unbound nicks. */
function WorkerSummary({ query, onOpen }: SummaryProps) {
  const user = useUser()
  const splits: SplitChoice[] = [
    { value: 'total', label: t('合计') },
    ...(seesTeams(user) ? [{ value: 'leader' as const, label: t('按组长') }] : []),
  ]
  const words: PanelTexts<WorkerPeriod> = {
    subject: 'agents',
    module: t('客服日咨询量'),
    label: t('每日接待人数'),
    hint: t('人次；空心点表示当天有人缺数据'),
    splits,
    top: t('前 8 位客服'),
    nameOf: agentBar,
    none: {
      most: t('导入后，这里按接待人数排列客服。'),
      falls: (n) => ({
        text: t('{n} 位客服都没有下跌', { n }),
        hint: t('两天都有数据的客服，接待人数都没有减少。'),
      }),
    },
  }
  return (
    <>
      <Unmatched query={query} splits={splits} />
      <VolumePanels
        endpoint={workerReports.dailyWorkerOverview}
        weekdays={workerReports.dailyWorkerWeekdays}
        query={query}
        words={words}
        onOpen={onOpen}
      />
    </>
  )
}

/** Figures of nicks that are not bound to an agent: no agent's volume includes them until the nicks are bound. */
function Unmatched({ query, splits }: { query: Record<string, unknown>; splits: SplitChoice[] }) {
  const [split] = useSplit(splits.map(({ value }) => value))
  const [compare] = useCompare()
  // The same query as in VolumePanels, which shows its error.
  const { data } = useOverview(workerReports.dailyWorkerOverview, query, { split, compare })
  const unmatched = data?.unmatched
  if (!unmatched || unmatched.nicks === 0) return null
  return (
    <p className="panel report-unmatched">
      {t('另有 {n} 个昵称没有对应到客服，共接待 {volume} 人次，不在下面任何人的数字里。', {
        n: formatCount(unmatched.nicks),
        volume: formatCount(unmatched.volume),
      })}
      <Link to="/store-worklog">{t('去对应昵称')}</Link>
    </p>
  )
}
