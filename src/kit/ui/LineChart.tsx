import { useId, useRef } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ChartTable } from './chart/ChartTable.tsx'
import { describeSeries } from './chart/describeSeries.ts'
import { LineDrawing } from './chart/LineDrawing.tsx'
import type { ChartData } from './chart/series.tsx'
import { useWidth } from './chart/useWidth.tsx'
import './LineChart.css'

export type { Series } from './chart/series.tsx'

interface Props extends ChartData {
  /** Accessible name: what the chart shows. */
  label: string
  height?: number
  /** `table` shows the same numbers as a table. */
  view?: 'chart' | 'table'
}

/**
 * Lines over days (or months), from zero. A missing day is a gap, an incomplete one a hollow point; names are at the
 * ends of the lines. Arrow keys move through the days; screen readers get the extremes of each line, and the table.
 *
 *     <LineChart
 *       label={t('各平台每日咨询量')}
 *       days={daysFrom(from, to)}
 *       series={[
 *         { name: '天猫', values: [9600, 9700, 9089], incomplete: [2], note: t('12/13 店') },
 *         { name: '京东', values: [4100, null, 3670] },
 *       ]}
 *       format={formatCount}
 *     />
 */
export function LineChart({ label, height = 236, view = 'chart', format = formatCount, ...data }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const summary = useId()
  const table = (
    <ChartTable {...data} format={format} label={label} {...(data.isByMonth && { head: t('月份') })} />
  )
  if (view === 'table') {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
      <section className="chart-table-scroll" aria-label={label} tabIndex={0}>
        {table}
      </section>
    )
  }
  return (
    <figure className="line-chart">
      <div ref={frame} style={{ minHeight: height }}>
        {width > 0 && (
          <LineDrawing
            {...data}
            format={format}
            label={label}
            width={width}
            height={height}
            summary={summary}
          />
        )}
      </div>
      <div className="unseen">
        <p id={summary}>
          {data.series
            .map(({ name, values }) =>
              t('{label}：{figures}', { label: name, figures: describeSeries(values, format) }),
            )
            .join(t('；'))}
        </p>
        {table}
      </div>
    </figure>
  )
}
