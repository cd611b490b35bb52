import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import { reports } from './contract.ts'
import type { SummaryProps } from './DailyReport.tsx'
import { storeName } from './placeColumns.tsx'
import type { VolumeStore } from './rows.ts'
import { storeSplits } from './trendLines.tsx'
import type { PanelTexts } from './VolumePanels.tsx'
import { VolumePanels } from './VolumePanels.tsx'

/** The figures, the trend and the top stores of 店铺日咨询量. */
export function VolumeSummary({ query, onOpen }: SummaryProps) {
  const user = useUser()
  const words: PanelTexts<VolumeStore> = {
    subject: 'stores',
    module: t('店铺日咨询量'),
    label: t('每日咨询量'),
    hint: t('人次；空心点表示当天未报齐'),
    splits: storeSplits(user),
    top: t('前 8 店'),
    nameOf: storeName,
    none: {
      most: t('导入后，这里按咨询量排列店铺。'),
      falls: { text: t('没有店铺下跌'), hint: t('两天都有数据的店铺，咨询量都没有减少。') },
    },
  }
  return (
    <VolumePanels
      endpoint={reports.dailyStoreOverview}
      weekdays={reports.dailyStoreWeekdays}
      query={query}
      words={words}
      onOpen={onOpen}
    />
  )
}
