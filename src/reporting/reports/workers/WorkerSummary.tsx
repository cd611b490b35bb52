import { Link } from 'react-router'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import type { SummaryProps } from '#reporting/reports/DailyReport.tsx'
import { seesTeams } from '#reporting/reports/reportFilters.tsx'
import type { SplitChoice } from '#reporting/reports/trendLines.tsx'
import { useCompare, useOverview, useSplit } from '#reporting/reports/useOverview.tsx'
import type { PanelTexts } from '#reporting/reports/VolumePanels.tsx'
import { VolumePanels } from '#reporting/reports/VolumePanels.tsx'
import type { WorkerPeriod } from './contract.ts'
import { workerReports } from './contract.ts'
import { agentBar } from './workerColumns.tsx'

/** The figures, the trend and the top agents of 客服日咨询量, and the volume of unbound nicks. */
export function WorkerSummary({ query, onOpen }: SummaryProps) {
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
      falls: { text: t('没有客服下跌'), hint: t('两天都有数据的客服，接待人数都没有减少。') },
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
