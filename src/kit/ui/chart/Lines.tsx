import { t } from '#kit/text.ts'
import { gaps, linePath, stretches, textWidth } from './geometry.ts'
import type { ChartLayout } from './layout.tsx'
import { type FormattedChart, isIncomplete, lineColour, type Series } from './series.tsx'

interface Props {
  layout: ChartLayout
  data: FormattedChart
  active: number | null
}

/** The lines with their points, labels in gaps, and names. */
export function Lines({ layout, data, active }: Props) {
  return (
    <g>
      {data.series.map((one, place) => (
        <OneLine
          key={one.name}
          series={one}
          colour={lineColour(one, place)}
          layout={layout}
          active={active}
        />
      ))}
      {layout.ends?.map(({ at, y, text, note }) => (
        <g key={at}>
          <text className="line-end" x={layout.right + 10} y={y + (note ? -2 : 4)}>
            {text}
          </text>
          {note && (
            <text className="line-note" x={layout.right + 10} y={y + 13}>
              {note}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

interface LineProps {
  series: Series
  colour: string
  layout: ChartLayout
  active: number | null
}

function OneLine({ series, colour, layout, active }: LineProps) {
  const { x, y } = layout
  const { values } = series
  return (
    <g>
      <path
        d={linePath(values, x, y)}
        fill="none"
        stroke={colour}
        strokeWidth={series.isComparison ? 1.5 : 2}
        strokeDasharray={series.isComparison ? '5 4' : undefined}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {markedDays(series, active).map((at) => (
        <circle
          key={at}
          cx={x(at)}
          cy={y(values[at] ?? 0)}
          r={isIncomplete(series, at) ? 3.5 : 3}
          fill={isIncomplete(series, at) ? 'var(--card)' : colour}
          stroke={colour}
          strokeWidth={2}
        />
      ))}
      {!series.isComparison && <GapWords series={series} layout={layout} />}
    </g>
  )
}

/** Points are drawn at both sides of a gap, on single days, at the end, on incomplete days, and on the selected day. */
function markedDays(series: Series, active: number | null): number[] {
  const { values } = series
  const pointed = active === null ? [] : [active]
  if (series.isComparison) return pointed.filter((at) => typeof values[at] === 'number')
  const edges = gaps(values).flatMap(({ from, to }) => [from - 1, to + 1])
  const alone = stretches(values).flatMap((part) => (part.length === 1 ? part : []))
  const last = values.findLastIndex((value) => value !== null)
  const days = [...edges, ...alone, ...(series.incomplete ?? []), last, ...pointed]
  return [...new Set(days)].filter((at) => typeof values[at] === 'number')
}

/** 京东缺 2 天, if the words fit into the gap. */
function GapWords({ series: { name, values }, layout: { x, y } }: Pick<LineProps, 'series' | 'layout'>) {
  return gaps(values).map(({ from, to }) => {
    const words = t('{name}缺 {n} 天', { name, n: to - from + 1 })
    const [left, right] = [x(from - 1), x(to + 1)]
    if (right - left < textWidth(words) + 16) return null
    const height = (y(values[from - 1] ?? 0) + y(values[to + 1] ?? 0)) / 2
    return (
      <text key={from} x={(left + right) / 2} y={height + 4} textAnchor="middle">
        {words}
      </text>
    )
  })
}
