import { useSearchParams } from 'react-router'
import type { Day } from '#kit/calendar.ts'
import { formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { BarList } from '#kit/ui/BarList.tsx'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { reports } from './contract.ts'
import { byDay, DailyReport, type DaysProps, useColumnOptions, type ViewProps } from './DailyReport.tsx'
import { dayColumn } from './dayColumn.tsx'
import { RateSummary } from './RateSummary.tsx'
import { gapText, rateColumns, ratePeriodColumns, responseColumns } from './rateColumns.tsx'
import { rateDaysOfAll, rateDaysOfPage, rateStoresOfAll, rateStoresOfPage } from './replyRateTotals.ts'
import type { RateDay, RateStore } from './rows.ts'
import { metricNames } from './rules.ts'
import { StoreDaysDrawer } from './StoreDaysDrawer.tsx'
import { type StoreReportOptions, useStoreListProps } from './storeListProps.tsx'
import { rateTicks } from './trendLines.tsx'
import { useDays } from './useDays.tsx'
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

/** The page's stores as bars, grouped by metric: rates of different metrics are not comparable. */
function RateBars({ rows, onOpen }: { rows: readonly RateStore[]; onOpen: (id: number) => void }) {
  return (
    <div className="report-bars">
      {[...Map.groupBy(rows, ({ metric }) => metric)].map(([metric, stores]) => (
        <section key={metric}>
          <h3>{t(metricNames[metric])}</h3>
          <BarList
            label={t(metricNames[metric])}
            items={stores.map((row) => ({
              key: row.storeId,
              name: row.storeName,
              value: row.rateBp,
              text: formatRate(row.rateBp),
              over: row.belowTarget,
              extra: <Gap row={row} />,
            }))}
            onPick={({ key }) => onOpen(Number(key))}
          />
        </section>
      ))}
    </div>
  )
}

function Gap({ row }: { row: RateStore }) {
  if (row.gapBp === null) return <>-</>
  return (
    <bdi className={row.belowTarget ? 'value-negative' : undefined}>
      {t('{n} 点', { n: gapText(row.gapBp) })}
    </bdi>
  )
}

/** A store's reply rate on each day of the period. */
function RateDaysDrawer(props: DaysProps) {
  const call = useDays(reports.dailyStoreRate, { storeId: props.id }, props)
  const columns = [...rateColumns(t('回复率')), ...responseColumns(false)]
  return (
    <StoreDaysDrawer<RateDay>
      {...props}
      call={call}
      metric="reply"
      columns={[dayColumn(), ...columns.filter(({ key }) => key !== 'metric')]}
      chart={(days, rowOf) => <RateChart days={days} rowOf={rowOf} />}
    />
  )
}

interface RateChartProps {
  days: Day[]
  rowOf: (on: Day) => RateDay | undefined
}

function RateChart({ days, rowOf }: RateChartProps) {
  const metric = rowOf(days[0] ?? '')?.metric ?? 'replied'
  const series = [{ name: t(metricNames[metric]), values: days.map((on) => rowOf(on)?.rateBp ?? null) }]
  return (
    <LineChart
      label={t('每日回复率')}
      days={days}
      series={series}
      format={(bp) => formatRate(bp, bp % 100 === 0 ? 0 : 1)}
      ticks={rateTicks(series)}
      height={200}
    />
  )
}
