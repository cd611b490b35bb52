import type { Day } from '#kit/calendar.ts'
import { formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { reports } from './contract.ts'
import type { DaysProps } from './DailyReport.tsx'
import { dayColumn } from './dayColumn.tsx'
import { rateColumns, responseColumns } from './rateColumns.tsx'
import type { RateDay } from './rows.ts'
import { metricNames } from './rules.ts'
import { StoreDaysDrawer } from './StoreDaysDrawer.tsx'
import { rateTicks } from './trendLines.tsx'
import { useDays } from './useDays.tsx'

/** A store's reply rate on each day of the period. */
export function RateDaysDrawer(props: DaysProps) {
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
