import type { Day } from '#kit/calendar.ts'
import { formatRate } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { reports } from './contract.ts'
import { dayColumn } from './dayColumn.tsx'
import { rateColumns, responseColumns } from './rateColumns.tsx'
import type { RateDay } from './rows.ts'
import { metricNames } from './rules.ts'
import type { StoreDaysProps } from './StoreDaysDrawer.tsx'
import { StoreDaysDrawer } from './StoreDaysDrawer.tsx'
import { rateTicks } from './trendLines.tsx'

/** A store's reply rate on every day of the period. */
export function RateDaysDrawer({ storeId, from, to, ...acts }: StoreDaysProps) {
  const input = { storeId, from, to, sort: '-on' as const, pageSize: 100 }
  const { data, error, refetch } = useCall(reports.dailyStoreRate, input, { skipErrorHandler: true })
  const columns = [...rateColumns(t('回复率')), ...responseColumns(false)]
  return (
    <StoreDaysDrawer<RateDay>
      storeId={storeId}
      metric="reply"
      {...acts}
      rows={data?.items}
      total={data?.total ?? 0}
      error={data ? null : error}
      retry={() => void refetch()}
      columns={[dayColumn(), ...columns.filter(({ key }) => key !== 'metric')]}
      chart={(days, rowOf) => <RateCourse days={days} rowOf={rowOf} />}
    />
  )
}

interface CourseProps {
  days: Day[]
  rowOf: (on: Day) => RateDay | undefined
}

function RateCourse({ days, rowOf }: CourseProps) {
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
