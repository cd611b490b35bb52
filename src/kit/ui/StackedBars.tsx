import { useId, useRef, useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ChartTable } from './chart/ChartTable.tsx'
import { StackedDrawing } from './chart/StackedDrawing.tsx'
import { type Stack, stackColour } from './chart/stack.ts'
import { useWidth } from './chart/useWidth.tsx'
import './LineChart.css'

interface Props {
  /** Accessible name: what the chart shows. */
  label: string
  /** The names of the columns, such as months. */
  columns: readonly string[]
  /** From the bottom to the top; each has a value per column. */
  stacks: readonly Stack[]
  height?: number
  /** `table` shows the same numbers as a table. */
  view?: 'chart' | 'table'
}

/**
 * Counts per column as stacked bars from zero, with the sums in the legend. Arrow keys move through the columns; screen
 * readers get the table.
 *
 *     <StackedBars label={t('各月流失原因')} columns={['2026-04', '2026-05']}
 *       stacks={[{ name: t('价格'), values: [2, 3] }, { name: t('其他'), values: [1, 0], rest: true }]} />
 */
export function StackedBars({ label, columns, stacks, height = 236, view = 'chart' }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const summary = useId()
  const [active, setActive] = useState<number | null>(null)
  const table = <ChartTable days={columns} series={stacks} label={label} head={t('月份')} />
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
      <Legend stacks={stacks} />
      <div ref={frame} style={{ minHeight: height }}>
        {width > 0 && (
          <StackedDrawing
            label={label}
            columns={columns}
            stacks={stacks}
            width={width}
            height={height}
            summary={summary}
            active={active}
            onActive={setActive}
          />
        )}
      </div>
      <div className="unseen">
        <p id={summary}>{stacks.map(describeStack).join(t('；'))}</p>
        {table}
      </div>
    </figure>
  )
}

function describeStack({ name, values }: Stack): string {
  return t('{label}：{figures}', { label: name, figures: formatCount(sumOf(values)) })
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

function Legend({ stacks }: { stacks: readonly Stack[] }) {
  return (
    <div className="line-legend" aria-hidden="true">
      {stacks.map((stack, place) => (
        <span key={stack.name}>
          <i className="stack-mark" style={{ background: stackColour(stack, place) }} />
          {stack.name} {formatCount(sumOf(stack.values))}
        </span>
      ))}
    </div>
  )
}
