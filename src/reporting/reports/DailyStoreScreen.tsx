import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { reports } from './contract.ts'
import {
  byDay,
  DailyReport,
  type DaysProps,
  type SummaryProps,
  useColumnOptions,
  type ViewProps,
} from './DailyReport.tsx'
import { dayColumn } from './dayColumn.tsx'
import { storeName } from './placeColumns.tsx'
import type { VolumeDay, VolumeStore } from './rows.ts'
import { StoreDaysDrawer } from './StoreDaysDrawer.tsx'
import { type StoreReportOptions, useStoreListProps } from './storeListProps.tsx'
import { storeSplits } from './trendLines.tsx'
import { useDays } from './useDays.tsx'
import { VolumeBars } from './VolumeBars.tsx'
import { VolumeChart } from './VolumeChart.tsx'
import { type PanelTexts, VolumePanels } from './VolumePanels.tsx'
import { originColumns, periodColumns, volumeColumns } from './volumeColumns.tsx'
import { daysOfAll, daysOfPage, storesOfAll, storesOfPage } from './volumeTotals.ts'

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

/** A store's volume on each day of the period. */
function VolumeDaysDrawer(props: DaysProps) {
  const call = useDays(reports.dailyStore, { storeId: props.id }, props)
  return (
    <StoreDaysDrawer<VolumeDay>
      {...props}
      call={call}
      metric="volume"
      columns={[dayColumn(), ...volumeColumns(t('咨询量')), ...originColumns()]}
      chart={(days, rowOf) => (
        <VolumeChart label={t('每日咨询量')} name={t('咨询量')} days={days} rowOf={rowOf} />
      )}
    />
  )
}

/** The figures, the trend and the top stores of 店铺日咨询量. */
function VolumeSummary({ query, onOpen }: SummaryProps) {
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
      falls: (n) => ({
        text: t('{n} 家店都没有下跌', { n }),
        hint: t('两天都有数据的店铺，咨询量都没有减少。'),
      }),
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
