import { reachOf } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import type { SummaryProps } from '#reporting/reports/DailyReport.tsx'
import type { SplitChoice } from '#reporting/reports/trendLines.tsx'
import type { PanelTexts } from '#reporting/reports/VolumePanels.tsx'
import { VolumePanels } from '#reporting/reports/VolumePanels.tsx'
import type { CustomerPeriod } from './contract.ts'
import { customerReports } from './contract.ts'
import { customerBar } from './customerColumns.tsx'

/** The figures, the trend and the top customers of 客户日咨询量. */
export function CustomerSummary({ query, onOpen }: SummaryProps) {
  const seesOneOwner = reachOf(useUser(), 'canReadCustomer') === 'own'
  const splits: SplitChoice[] = [
    { value: 'total', label: t('合计') },
    { value: 'platform', label: t('按平台') },
    ...(seesOneOwner ? [] : [{ value: 'owner' as const, label: t('按商务') }]),
  ]
  const words: PanelTexts<CustomerPeriod> = {
    subject: 'stores',
    module: t('客户日咨询量'),
    label: t('每日咨询量'),
    hint: t('人次；空心点表示当天未报齐'),
    splits,
    top: t('前 8 位客户'),
    nameOf: customerBar,
    none: {
      most: t('导入后，这里按咨询量排列客户。'),
      falls: {
        text: t('没有客户下跌'),
        hint: t('只比较两天都有数据的店铺，没有客户的咨询量减少。'),
      },
    },
  }
  return (
    <VolumePanels
      endpoint={customerReports.dailyCustomerOverview}
      weekdays={customerReports.dailyCustomerWeekdays}
      query={query}
      words={words}
      onOpen={onOpen}
    />
  )
}
