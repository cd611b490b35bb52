import type * as z from 'zod'
import { formatRate } from '#kit/format.ts'
import { t, together } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import { Columns } from '#kit/ui/Columns.tsx'
import { FiguresSkeleton } from '#kit/ui/Skeletons.tsx'
import type { Figure } from './contract.ts'
import { reports } from './contract.ts'
import { FiguresPicker } from './FiguresPicker.tsx'

import { gapText, metricLabel } from './rateColumns.tsx'
import { usePeriod } from './reportDays.tsx'
import type { RateStore } from './rows.ts'
import type { TopList } from './TopPanel.tsx'
import { TopPanel } from './TopPanel.tsx'
import { TrendPanel, useSplit } from './TrendPanel.tsx'
import { rateLines, rateTicks } from './trendLines.tsx'
import { useFigureContext, useOverview, withCourse } from './useOverview.tsx'

interface Props {
  query: Record<string, unknown>
  onOpen: (storeId: number) => void
}

/** The figures, the course and the farthest stores of 店铺日回复率. */
export function RateSummary({ query, onOpen }: Props) {
  const [split] = useSplit()
  const { word } = usePeriod()
  const { data, error, refetch, dataUpdatedAt } = useOverview(reports.dailyStoreRateOverview, query, split)
  const course = useOverview(reports.dailyStoreRateOverview, withCourse(query), split)
  const context = useFigureContext(data, dataUpdatedAt)
  const lines = course.data && rateLines(course.data.trend, course.data, split)
  const ticks = rateTicks(lines?.series ?? [])
  return (
    <>
      {data && data.figures.length > 0 && (
        <FiguresPicker
          figures={data.figures}
          pick={data.figures.length > 4 ? IN_TWO_ROWS : undefined}
          {...context}
        />
      )}
      {!data && !error && <FiguresSkeleton />}
      <Columns side={384}>
        <TrendPanel
          label={t('每日回复率')}
          hint={t('纵轴从 {rate} 起；空心点表示当天未报齐', { rate: formatRate(ticks[0], 0) })}
          lines={lines}
          error={course.data ? null : course.error}
          retry={() => void Promise.all([refetch(), course.refetch()])}
          format={(bp) => formatRate(bp, bp % 100 === 0 ? 0 : 1)}
          ticks={ticks}
        />
        <TopPanel
          title={together(word, t('前 8 店'))}
          lists={data && topLists(data.top)}
          failed={Boolean(error)}
          onPick={({ key }) => onOpen(Number(key))}
        />
      </Columns>
    </>
  )
}

/** With two metrics the strip has two rows: the last day above, the period below, a response time at the end of each. */
const IN_TWO_ROWS: Figure['key'][] = ['rate', 'firstResponse', 'periodRate', 'averageResponse']

type Top = z.output<typeof reports.dailyStoreRateOverview.output>['top']

function topLists({ below, falls }: Top): TopList[] {
  return [
    {
      ...{ key: 'below', label: t('低于目标'), hint: t('离目标的点数') },
      items: below.map((row) => ({
        ...bar(row, Math.abs(row.gapBp ?? 0)),
        over: true,
        extra: <span className="value-negative">{t('{n} 点', { n: gapText(row.gapBp) })}</span>,
      })),
      empty: { text: t('没有店铺低于目标'), hint: t('有数据并设了目标的店铺都达标。') },
    },
    {
      ...{ key: 'falls', label: t('下降'), hint: t('较前一日的点数') },
      items: falls.map((row) => ({
        ...bar(row, Math.abs(row.vsPrevDayBp ?? 0)),
        extra: <Change bp={row.vsPrevDayBp} points />,
      })),
      empty: { text: t('没有店铺下降'), hint: t('两天都有数据的店铺，回复率都没有下降。') },
    },
  ]
}

const bar = (row: RateStore, value: number) => ({
  key: row.storeId,
  name: row.storeName,
  value,
  text: `${metricLabel(row.metric)} ${formatRate(row.rateBp)}`,
})
