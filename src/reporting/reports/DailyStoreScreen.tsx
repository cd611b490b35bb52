import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { reports } from './contract.ts'
import type { ViewProps } from './DailyReport.tsx'
import { byDay, DailyReport, useColumnOptions } from './DailyReport.tsx'
import { storeName } from './placeColumns.tsx'
import type { StoreReportOptions } from './storeListProps.tsx'
import { useStoreListProps } from './storeListProps.tsx'
import { VolumeBars } from './VolumeBars.tsx'
import { VolumeDaysDrawer } from './VolumeDaysDrawer.tsx'
import { VolumeSummary } from './VolumeSummary.tsx'
import { originColumns, periodColumns, volumeColumns } from './volumeColumns.tsx'
import { daysOfAll, daysOfPage, storesOfAll, storesOfPage } from './volumeTotals.tsx'

/** 店铺日咨询量: each store's volume, on the last day and over the period. */
export function DailyStoreScreen() {
  return <DailyReport opens="store" subjects={VolumeStores} days={VolumeDays} drawer={VolumeDaysDrawer} />
}

const reportOptions = (): StoreReportOptions => ({
  only: [
    { value: 'missing', label: t('缺数据') },
    { value: 'falls', label: t('较 7 日均值跌 40% 以上') },
  ],
  metric: 'volume',
  hint: t('缺数据、大跌在前；红色：跌 40% 以上'),
  summary: VolumeSummary,
})

/** A row per store: its last day, and the period's sum. */
function VolumeStores(props: ViewProps) {
  const { place, ...shared } = useStoreListProps(props, reportOptions())
  const { days, word, compare } = useColumnOptions()
  return (
    <ListPage
      endpoint={reports.dailyStoreStores}
      name={t('店铺日咨询量')}
      {...shared}
      columns={[...place, ...volumeColumns(t('{day}（人）', { day: word }), compare), ...periodColumns(days)]}
      rowKey={(row) => row.storeId}
      pageTotals={storesOfPage}
      allTotals={storesOfAll}
      chart={({ items }) => (
        <VolumeBars label={t('各店咨询量')} rows={items} nameOf={storeName} onOpen={props.open} />
      )}
    />
  )
}

/** A row per store and day. */
function VolumeDays(props: ViewProps) {
  const { place, ...shared } = useStoreListProps(props, reportOptions())
  const { compare } = useColumnOptions()
  return (
    <ListPage
      endpoint={reports.dailyStore}
      name={t('店铺每日咨询量')}
      {...shared}
      columns={[...byDay(place), ...volumeColumns(t('咨询量（人）'), compare), ...originColumns()]}
      rowKey={(row) => `${row.storeId} ${row.on}`}
      pageTotals={daysOfPage}
      allTotals={daysOfAll}
    />
  )
}
