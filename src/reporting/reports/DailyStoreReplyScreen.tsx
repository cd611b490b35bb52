import { useSearchParams } from 'react-router'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { reports } from './contract.ts'
import type { ViewProps } from './DailyReport.tsx'
import { byDay, DailyReport, useColumnOptions } from './DailyReport.tsx'
import { RateBars } from './RateBars.tsx'
import { RateDaysDrawer } from './RateDaysDrawer.tsx'
import { RateSummary } from './RateSummary.tsx'
import { rateColumns, ratePeriodColumns, responseColumns } from './rateColumns.tsx'
import { rateDaysOfAll, rateDaysOfPage, rateStoresOfAll, rateStoresOfPage } from './rateTotals.tsx'
import type { StoreReportOptions } from './storeListProps.tsx'
import { useStoreListProps } from './storeListProps.tsx'
import { originColumns } from './volumeColumns.tsx'

/** 店铺日回复率: each store's reply rate, by its platform's metric, against its target. */
export function DailyStoreReplyScreen() {
  return <DailyReport opens="store" subjects={RateStores} days={RateDays} drawer={RateDaysDrawer} />
}

const reportOptions = (): StoreReportOptions => ({
  only: [
    { value: 'missing', label: t('缺数据') },
    { value: 'below', label: t('低于目标') },
  ],
  metric: 'reply',
  hint: t('缺数据、离目标远的在前；红色：低于目标，或响应慢于目标'),
  summary: RateSummary,
})

/** Platforms that report the reply rate within 30 seconds. */
const FAST_PLATFORMS = new Set(['jd', 'pdd'])

/** Whether the user filters by such a platform; then the 30-second rate gets a column. */
function useFastPlatforms(): boolean {
  const [params] = useSearchParams()
  return params.getAll('platform').some((platform) => FAST_PLATFORMS.has(platform))
}

/** A row per store: its last day, and the period as Σ/Σ. */
function RateStores(props: ViewProps) {
  const fast = useFastPlatforms()
  const { place, ...shared } = useStoreListProps(props, reportOptions())
  const { days, word, compare } = useColumnOptions()
  return (
    <ListPage
      endpoint={reports.dailyStoreRateStores}
      name={t('店铺日回复率')}
      {...shared}
      columns={[
        ...place,
        ...rateColumns(word, compare),
        ...responseColumns(fast),
        ...ratePeriodColumns(days, fast),
      ]}
      rowKey={(row) => row.storeId}
      pageTotals={rateStoresOfPage}
      allTotals={rateStoresOfAll}
      chart={({ items }) => <RateBars rows={items} onOpen={props.open} />}
    />
  )
}

/** A row per store and day. */
function RateDays(props: ViewProps) {
  const fast = useFastPlatforms()
  const { place, ...shared } = useStoreListProps(props, reportOptions())
  const { compare } = useColumnOptions()
  return (
    <ListPage
      endpoint={reports.dailyStoreRate}
      name={t('店铺每日回复率')}
      {...shared}
      columns={[
        ...byDay(place),
        ...rateColumns(t('回复率'), compare),
        ...responseColumns(fast),
        ...originColumns().map((column) => ({ ...column, hidden: true })),
      ]}
      rowKey={(row) => `${row.storeId} ${row.on}`}
      pageTotals={rateDaysOfPage}
      allTotals={rateDaysOfAll}
    />
  )
}
