import type * as z from 'zod'
import { formatCount } from '#kit/format.ts'
import { t, together } from '#kit/text.ts'
import { Columns } from '#kit/ui/Columns.tsx'
import { FiguresSkeleton } from '#kit/ui/Skeletons.tsx'
import { reports } from './contract.ts'
import { FiguresPicker } from './FiguresPicker.tsx'

import { usePeriod } from './reportDays.tsx'
import type { VolumeStore } from './rows.ts'
import type { TopList } from './TopPanel.tsx'
import { TopPanel } from './TopPanel.tsx'
import { TrendPanel, useSplit } from './TrendPanel.tsx'
import { volumeLines } from './trendLines.tsx'
import { useFigureContext, useOverview, withCourse } from './useOverview.tsx'
import { VolumeChange } from './volumeColumns.tsx'

interface Props {
  query: Record<string, unknown>
  onOpen: (storeId: number) => void
}

/** The figures, the course and the first stores of 店铺日咨询量. */
export function VolumeSummary({ query, onOpen }: Props) {
  const [split] = useSplit()
  const { word } = usePeriod()
  const { data, error, refetch, dataUpdatedAt } = useOverview(reports.dailyStoreOverview, query, split)
  const course = useOverview(reports.dailyStoreOverview, withCourse(query), split)
  const context = useFigureContext(data, dataUpdatedAt)
  return (
    <>
      {data && <FiguresPicker figures={data.figures} {...context} />}
      {!data && !error && <FiguresSkeleton />}
      <Columns side={384}>
        <TrendPanel
          label={t('每日咨询量')}
          hint={t('人次；空心点表示当天未报齐')}
          lines={course.data && volumeLines(course.data.trend, course.data, split)}
          error={course.data ? null : course.error}
          retry={() => void Promise.all([refetch(), course.refetch()])}
          format={formatCount}
        />
        <TopPanel
          title={together(word, t('前 8 店'))}
          lists={data && topLists(data.top, word)}
          failed={Boolean(error)}
          onPick={({ key }) => onOpen(Number(key))}
        />
      </Columns>
    </>
  )
}

type Top = z.output<typeof reports.dailyStoreOverview.output>['top']

function topLists({ most, falls }: Top, word: string): TopList[] {
  const hint = t('人，较前一日')
  return [
    {
      ...{ key: 'most', label: t('最多'), hint },
      items: most.map((row) => bar(row, row.volume)),
      empty: { text: together(word, t('还没有数据')), hint: t('导入后，这里按咨询量排列店铺。') },
    },
    {
      ...{ key: 'falls', label: t('跌幅'), hint },
      items: falls.map((row) => bar(row, Math.abs(row.vsPrevDayBp ?? 0))),
      empty: { text: t('没有店铺下跌'), hint: t('两天都有数据的店铺，咨询量都没有减少。') },
    },
  ]
}

const bar = (row: VolumeStore, value: number | null) => ({
  key: row.storeId,
  name: row.storeName,
  value,
  text: formatCount(row.volume),
  extra: <VolumeChange bp={row.vsPrevDayBp} />,
})
