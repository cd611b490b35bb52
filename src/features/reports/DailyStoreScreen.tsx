import { daysBetween } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { reports } from './contract.ts'
import type { ViewProps, Words } from './DailyReport.tsx'
import { DailyReport, useReportParts } from './DailyReport.tsx'
import { dayColumn } from './dayColumn.tsx'
import { usePeriod } from './reportDays.tsx'
import { useCompare } from './useOverview.tsx'
import { VolumeBars } from './VolumeBars.tsx'
import { VolumeDaysDrawer } from './VolumeDaysDrawer.tsx'
import { VolumeSummary } from './VolumeSummary.tsx'
import { originColumns, periodColumns, volumeColumns } from './volumeColumns.tsx'
import { daysOfAll, daysOfPage, storesOfAll, storesOfPage } from './volumeTotals.tsx'

/** 店铺日咨询量: what every store was asked, on the last day and over the period. */
export function DailyStoreScreen() {
  return <DailyReport stores={VolumeStores} days={VolumeDays} drawer={VolumeDaysDrawer} />
}

const words = (): Words => ({
  only: [
    { value: 'missing', label: t('缺数据') },
    { value: 'falls', label: t('较 7 日均值跌 40% 以上') },
  ],
  hint: t('缺数据、大跌在前；红色：跌 40% 以上'),
  summary: VolumeSummary,
})

/** A row a store: its last day, and what the period adds up to. */
function VolumeStores(props: ViewProps) {
  const { place, ...shared } = useReportParts(props, words())
  const [compare] = useCompare()
  const { from, to, word } = usePeriod()
  return (
    <ListPage
      endpoint={reports.dailyStoreStores}
      name={t('店铺日咨询量')}
      {...shared}
      columns={[
        ...place,
        ...volumeColumns(t('{day}（人）', { day: word }), compare),
        ...periodColumns(daysBetween(from, to) + 1),
      ]}
      rowKey={(row) => row.storeId}
      pageTotals={storesOfPage}
      allTotals={storesOfAll}
      chart={({ items }) => <VolumeBars rows={items} onOpen={props.open} />}
    />
  )
}

/** A row a store and day. */
function VolumeDays(props: ViewProps) {
  const { place, ...shared } = useReportParts(props, words())
  const [compare] = useCompare()
  return (
    <ListPage
      endpoint={reports.dailyStore}
      name={t('店铺每日咨询量')}
      {...shared}
      columns={[
        ...place.slice(0, 1),
        dayColumn(true),
        ...place.slice(1),
        ...volumeColumns(t('咨询量（人）'), compare),
        ...originColumns(),
      ]}
      rowKey={(row) => `${row.storeId} ${row.on}`}
      pageTotals={daysOfPage}
      allTotals={daysOfAll}
    />
  )
}
