import { useState } from 'react'
import { t } from '#kit/text.ts'
import { axisTicks } from '#kit/ui/chart/geometry.ts'
import type { Series } from '#kit/ui/LineChart.tsx'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import type { View } from '#kit/ui/ViewSwitch.tsx'
import { ViewSwitch } from '#kit/ui/ViewSwitch.tsx'
import { isEmpty } from './monthLines.ts'
import { shortMoney, shortUnit } from './monthTexts.tsx'
import type { MonthSelection } from './useMonths.tsx'

/** 各月走势: accrued revenue, cash received, gross and net; hidden for a single month, or if all sums are 0. */
export function MonthTrend({ selection: { months } }: { selection: MonthSelection }) {
  const [view, setView] = useState<View>('chart')
  if (months.length < 2 || isEmpty(months)) return null
  const series = [
    { name: t('应计收入'), values: months.map(({ sums }) => sums.revenueCents) },
    { name: t('现金收款'), values: months.map(({ sums }) => sums.cashCents) },
    { name: t('毛利'), values: months.map(({ sums }) => sums.grossCents) },
    { name: t('净利'), values: months.map(({ sums }) => sums.netCents) },
  ]
  return (
    <Panel
      title={t('各月走势')}
      hint={shortUnit()}
      actions={<ViewSwitch view={view} onChange={setView} />}
      className="not-printed"
    >
      <LineChart
        label={t('各月走势')}
        days={months.map(({ month }) => month)}
        isByMonth
        series={series}
        format={shortMoney}
        ticks={ticksOf(series)}
        view={view}
      />
    </Panel>
  )
}

/** 分 in the smallest step of the axis, so that its ticks are round numbers in the displayed unit. */
const STEP = 10_000

/** Ticks from the lowest to the highest value, including 0; negative for losses. */
function ticksOf(series: readonly Series[]): number[] {
  const values = series.flatMap(({ values: all }) => all.map((value) => value ?? 0))
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)]
  const up = axisTicks(Math.max(high, -low) / STEP)
  const step = (up[1] ?? 1) * STEP
  const below = Math.ceil(-low / step)
  const above = Math.max(1, Math.ceil(high / step))
  return Array.from({ length: below + above + 1 }, (_, at) => (at - below) * step)
}
