import type * as z from 'zod'
import { formatCount } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { dayFigureName, t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { Columns } from '#kit/ui/Columns.tsx'
import type { Empty } from '#kit/ui/list/declare.tsx'
import { FiguresSkeleton } from '#kit/ui/Skeletons.tsx'
import type { Figure, VolumeOverview } from './contract.ts'
import type { Subject } from './figureLabels.tsx'
import { type HeatEndpoint, HeatMap } from './HeatMap.tsx'
import { usePeriod } from './reportDays.tsx'
import { type Compare, changeFields } from './rules.ts'
import { type TopList, TopPanel } from './TopPanel.tsx'
import { comparisonLabel, TrendPanel } from './TrendPanel.tsx'
import { type SplitChoice, volumeLines } from './trendLines.tsx'
import { ReportFigures } from './ui/ReportFigures.tsx'
import { type OverviewEndpoint, useCompare, useFigureContext, useReport, useSplit } from './useOverview.tsx'
import { VolumeChange } from './VolumeChange.tsx'

type VolumeEndpoint = OverviewEndpoint & { output: z.ZodType<VolumeOverview> }

/** A row of a ranking. */
export interface TopRow {
  volume: number | null
  vsPrevDayBp: number | null
  vsWeekAgoBp: number | null
  vsMonthAgoBp: number | null
}

/** The texts in which reports of volumes differ. */
export interface PanelTexts<R> {
  subject: Subject
  /** The title of the report. */
  module: string
  /** The figure of the trend: 每日咨询量. */
  label: string
  hint: string
  splits: SplitChoice[]
  /** The title of the rankings: 前 8 店. */
  top: string
  /** The key and name of a row's bar. */
  nameOf: (row: R) => { key: number; name: string }
  none: {
    most: string
    /** For the number of stores or agents with figures on both days. */
    falls: (n: string) => Empty
  }
}

interface Props<E extends VolumeEndpoint, R> {
  endpoint: E
  weekdays: HeatEndpoint
  query: Record<string, unknown>
  words: PanelTexts<R>
  onOpen: (id: number) => void
}

/** The figures, the trend and the rankings of a report of volumes. */
export function VolumePanels<E extends VolumeEndpoint, R extends TopRow>(props: Props<E, R>) {
  const { endpoint, query, words, onOpen } = props
  const [split] = useSplit(words.splits.map(({ value }) => value))
  const [compare] = useCompare()
  const { word } = usePeriod()
  const { figures, trend } = useReport(endpoint, query, { split, compare })
  const { data } = figures
  const context = useFigureContext(figures, words.subject)
  return (
    <>
      {/* TopPanel shows this query's error. */}
      {data && <ReportFigures figures={data.figures} {...context} />}
      {figures.isPending && <FiguresSkeleton />}
      <Columns side={384}>
        <TrendPanel
          label={words.label}
          hint={words.hint}
          splits={words.splits}
          call={trend}
          lines={trend.data && volumeLines(trend.data.trend, trend.data, { split, compare })}
          format={formatCount}
          module={words.module}
          weekdays={<HeatMap endpoint={props.weekdays} query={query} label={words.label} />}
        />
        <TopPanel
          title={dayFigureName(word, words.top)}
          call={figures}
          lists={
            data &&
            topLists(data.top as { most: R[]; falls: R[] }, words, {
              word,
              compare,
              pairs: pairsOf(data.figures),
            })
          }
          onPick={({ key }) => onOpen(Number(key))}
        />
      </Columns>
    </>
  )
}

/** How many stores or agents have figures on the last day and on the day that it is compared with. */
export const pairsOf = (figures: readonly Figure[], key: Figure['key'] = 'lastDay') =>
  sum(figures.filter((figure) => figure.key === key).map(({ comparison }) => comparison.pairs))

/** Instead of falls, if there is no second day. */
export const nothingToCompare = (): Empty => ({
  text: t('还没有可比的数据'),
  hint: t('两天都有数据之后，下跌的列在这里。'),
})

function topLists<R extends TopRow>(
  { most, falls }: { most: R[]; falls: R[] },
  words: PanelTexts<R>,
  { word, compare, pairs }: { word: string; compare: Compare; pairs: number },
): TopList[] {
  const hint = t('人，{beside}', { beside: comparisonLabel(compare) })
  const { field } = changeFields[compare]
  const bar = (row: R, value: number | null) => ({
    ...words.nameOf(row),
    value,
    text: formatCount(row.volume),
    extra: <VolumeChange bp={row[field]} />,
  })
  return [
    {
      key: 'most',
      label: t('最多'),
      hint,
      items: most.map((row) => bar(row, row.volume)),
      empty: { text: dayFigureName(word, t('还没有数据')), hint: words.none.most },
    },
    {
      key: 'falls',
      label: t('跌幅'),
      hint,
      items: falls.map((row) => bar(row, Math.abs(row[field] ?? 0))),
      empty: allWell({ covers: pairs, good: words.none.falls, none: nothingToCompare() }),
    },
  ]
}
