import { formatDuration, formatRate, rateValue } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Change } from '#kit/ui/Change.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { Missing } from '#kit/ui/Missing.tsx'
import { Rate } from '#kit/ui/Rate.tsx'
import { Sparkline } from '#kit/ui/Sparkline.tsx'
import { CorrectedIcon, correctedColumn } from './CorrectedCell.tsx'
import type { RateDay, RateStore } from './rows.ts'
import { type Compare, changeFields, metricNames, shortMetricNames } from './rules.ts'

type Figures = Omit<RateDay, 'source' | 'derived' | 'pending' | 'batchId' | 'updatedAt'>

/** A response time in seconds, red if it exceeds the store's target. */
function Seconds({ value, target }: { value: number | null; target: number | null }) {
  const slow = value !== null && target !== null && value > target
  return <span className={slow ? 'value-negative' : undefined}>{formatDuration(value)}</span>
}

/** A difference of rates in percentage points, with its sign. */
export function gapText(bp: number | null): string {
  if (bp === null) return '-'
  return bp > 0 ? `+${rateValue(bp)}` : rateValue(bp)
}

const metricColumn = (): Column<Figures> => ({
  key: 'metric',
  title: t('口径'),
  hint: t('淘宝、天猫、京东用回复率；拼多多、抖音、快手用 3 分钟回复率。两种口径从不合并。'),
  width: 68,
  phone: 'note',
  from: { field: 'metric', names: metricNames },
  render: (row) => t(shortMetricNames[row.metric]),
})

/** A rate, red if below its target, with a mark if it was corrected. */
function DayRate({ row }: { row: Figures }) {
  if (row.missing) return <Missing />
  return (
    <>
      {row.corrected && <CorrectedIcon />}
      <Rate bp={row.rateBp} bad={row.belowTarget} />
    </>
  )
}

/** The rate of the row's day by the platform's own metric, the store's target, and the comparisons. */
export function rateColumns(title: string, compare: Compare = 'previous'): Column<Figures>[] {
  return [
    metricColumn(),
    {
      key: 'rate',
      title,
      type: 'rate',
      sort: true,
      width: 92,
      phone: 'figure',
      from: { field: 'rateBp', instead: { when: 'missing', text: '缺数据' } },
      render: (row) => <DayRate row={row} />,
    },
    ...targetColumns(),
    ...changeColumns(compare),
    correctedColumn(),
    {
      key: 'denominator',
      title: t('应计人数'),
      hint: t('回复率的分母'),
      type: 'count',
      sort: true,
      hidden: true,
    },
  ]
}

/** The change against the report's compared day; the other changes are optional columns. */
function changeColumns(compare: Compare): Column<Figures>[] {
  const change = (
    key: string,
    title: string,
    field: 'vsPrevDayBp' | 'vsWeekAgoBp' | 'vsMonthAgoBp',
  ): Column<Figures> => ({
    key,
    title,
    width: 104,
    type: 'rate',
    sort: true,
    from: { field },
    hidden: changeFields[compare].field !== field,
    render: (row) => <Change bp={row[field]} points />,
  })
  return [
    { ...change('vsPrevDay', t('较前一日'), 'vsPrevDayBp'), width: 84 },
    change('vsWeekAgo', t('较上周同日'), 'vsWeekAgoBp'),
    change('vsMonthAgo', t('较上月同日'), 'vsMonthAgoBp'),
  ]
}

function targetColumns(): Column<Figures>[] {
  return [
    {
      key: 'targetBp',
      title: t('目标'),
      type: 'rate',
      width: 56,
      render: (row) => formatRate(row.targetBp, row.targetBp !== null && row.targetBp % 100 === 0 ? 0 : 2),
    },
    {
      key: 'gap',
      title: t('差（点）'),
      type: 'rate',
      sort: true,
      width: 92,
      phone: 'remark',
      from: { field: 'gapBp' },
      render: (row) => (
        <bdi className={row.belowTarget ? 'value-negative' : undefined}>{gapText(row.gapBp)}</bdi>
      ),
    },
  ]
}

/** Response times. `fast` shows the 30-second rate, which few platforms report. */
export function responseColumns(fast: boolean): Column<Figures>[] {
  return [
    {
      key: 'firstResponse',
      title: t('首响'),
      type: 'seconds',
      sort: true,
      width: 88,
      phone: 'figure',
      from: { field: 'firstResponseS' },
      render: (row) => <Seconds value={row.firstResponseS} target={row.targetFirstResponseS} />,
    },
    {
      key: 'averageResponse',
      title: t('平均响应'),
      type: 'seconds',
      sort: true,
      width: 92,
      from: { field: 'averageResponseS' },
      render: (row) => <Seconds value={row.averageResponseS} target={row.targetAverageResponseS} />,
    },
    {
      key: 'within30sBp',
      title: t('30 秒应答率'),
      type: 'rate',
      width: 92,
      hidden: !fast,
    },
  ]
}

/** The period's columns of a store's row. The 30-second rate replaces the sparkline. */
export function ratePeriodColumns(days: number, fast: boolean): Column<RateStore>[] {
  if (days === 1) return []
  return [
    {
      key: 'periodRate',
      title: t('{n} 天', { n: days }),
      hint: t('整段的 Σ 达标人数 ÷ Σ 应计人数，不是各天比率的平均'),
      type: 'rate',
      sort: true,
      width: 80,
      from: { field: 'periodRateBp' },
      render: (row) => (
        <Rate
          bp={row.periodRateBp}
          bad={row.periodRateBp !== null && row.targetBp !== null && row.periodRateBp < row.targetBp}
        />
      ),
    },
    {
      key: 'series',
      title: t('走势'),
      align: 'end',
      width: 92,
      hidden: fast,
      exported: false,
      render: (row) => (
        <Sparkline
          width={72}
          values={row.series}
          tone="grey"
          label={t('{name}走势', { name: row.storeName })}
          format={formatRate}
        />
      ),
    },
  ]
}
