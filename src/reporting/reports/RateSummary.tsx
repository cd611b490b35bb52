import type * as z from 'zod'
import { formatRate } from '#kit/format.ts'
import { dayFigureName, t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Change } from '#kit/ui/Change.tsx'
import { Columns } from '#kit/ui/Columns.tsx'
import { FiguresSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type Figure, reports } from './contract.ts'
import type { SummaryProps } from './DailyReport.tsx'
import { HeatMap } from './HeatMap.tsx'
import { gapText } from './rateColumns.tsx'
import { usePeriod } from './reportDays.tsx'
import type { RateStore } from './rows.ts'
import { type Compare, changeFields, shortMetricNames } from './rules.ts'
import type { FigureContext } from './stripFigure.tsx'
import { type TopList, TopPanel } from './TopPanel.tsx'
import { comparisonLabel, TrendPanel } from './TrendPanel.tsx'
import { rateLines, rateTicks, storeSplits } from './trendLines.tsx'
import { ReportFigures } from './ui/ReportFigures.tsx'
import { useCompare, useFigureContext, useReport, useSplit } from './useOverview.tsx'
import { nothingToCompare, pairsOf } from './VolumePanels.tsx'

/** The figures, the trend and the top stores of 店铺日回复率. */
export function RateSummary({ query, onOpen }: SummaryProps) {
  const splits = storeSplits(useUser())
  const [split] = useSplit(splits.map(({ value }) => value))
  const [compare] = useCompare()
  const { word } = usePeriod()
  const { figures, trend } = useReport(reports.dailyStoreRateOverview, query, { split, compare })
  const { data } = figures
  const context = useFigureContext(figures)
  const lines = trend.data && rateLines(trend.data.trend, trend.data, { split, compare })
  const ticks = rateTicks(lines?.series ?? [])
  return (
    <>
      {/* TopPanel shows this query's error. */}
      {data && <RateFigures figures={data.figures} context={context} />}
      {figures.isPending && <FiguresSkeleton />}
      <Columns side={384}>
        <TrendPanel
          label={t('每日回复率')}
          splits={splits}
          hint={t('纵轴从 {rate} 起；空心点表示当天未报齐', { rate: formatRate(ticks[0], 0) })}
          call={trend}
          lines={lines}
          format={(bp) => formatRate(bp, bp % 100 === 0 ? 0 : 1)}
          ticks={ticks}
          module={t('店铺日回复率')}
          weekdays={
            <HeatMap endpoint={reports.dailyStoreRateWeekdays} query={query} label={t('每日回复率')} rates />
          }
        />
        <TopPanel
          title={dayFigureName(word, t('前 8 店'))}
          call={figures}
          lists={data && topLists(data.top, { compare, pairs: pairsOf(data.figures, 'rate') })}
          onPick={({ key }) => onOpen(Number(key))}
        />
      </Columns>
    </>
  )
}

function RateFigures({ figures, context }: { figures: readonly Figure[]; context: FigureContext }) {
  if (figures.length === 0) return null
  const pick = figures.length > 4 ? IN_TWO_ROWS : undefined
  return <ReportFigures figures={figures} pick={pick} {...context} />
}

/**
 * The order with two metrics, in two rows: the last day's rates above, the period's below, each followed by a response
 * time.
 */
const IN_TWO_ROWS: Figure['key'][] = ['rate', 'firstResponse', 'periodRate', 'averageResponse']

type Top = z.output<typeof reports.dailyStoreRateOverview.output>['top']

function topLists(
  { below, falls, targeted }: Top,
  { compare, pairs }: { compare: Compare; pairs: number },
): TopList[] {
  const { field } = changeFields[compare]
  return [
    {
      key: 'below',
      label: t('低于目标'),
      hint: t('离目标的点数'),
      items: below.map((row) => ({
        ...bar(row, Math.abs(row.gapBp ?? 0)),
        over: true,
        extra: <span className="value-negative">{t('{n} 点', { n: gapText(row.gapBp) })}</span>,
      })),
      empty: allWell({
        covers: targeted,
        good: (n) => ({ text: t('{n} 家店都达标', { n }), hint: t('有数据并设了目标的店铺。') }),
        none: {
          text: t('还没有可以比较的目标'),
          hint: t('在店铺资料里填目标回复率，有数据之后低于目标的列在这里。'),
        },
      }),
    },
    {
      key: 'falls',
      label: t('下降'),
      hint: t('{beside}的点数', { beside: comparisonLabel(compare) }),
      items: falls.map((row) => ({
        ...bar(row, Math.abs(row[field] ?? 0)),
        extra: <Change bp={row[field]} points />,
      })),
      empty: allWell({
        covers: pairs,
        good: (n) => ({
          text: t('{n} 家店都没有下降', { n }),
          hint: t('两天都有数据的店铺，回复率都没有下降。'),
        }),
        none: nothingToCompare(),
      }),
    },
  ]
}

const bar = (row: RateStore, value: number) => ({
  key: row.storeId,
  name: row.storeName,
  value,
  text: `${t(shortMetricNames[row.metric])} ${formatRate(row.rateBp)}`,
})
