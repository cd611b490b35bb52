import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { describeSeries } from './chart/describeSeries.ts'
import { linePath, type Point } from './chart/geometry.ts'

interface Props {
  values: readonly Point[]
  /** The last day is incomplete: its point is hollow. */
  hollow?: boolean
  /** Blue next to a figure, grey in a table. */
  tone?: 'blue' | 'grey'
  /** What it shows, for screen readers; followed by its figures. */
  label: string
  /** Formats a value for screen readers. */
  format?: (value: number) => string
  width?: number
  height?: number
}

const MARGIN = 3

/** A line without axes, scaled from the lowest to the highest value; a missing value is a gap. */
export function Sparkline({ values, hollow, tone = 'blue', width = 88, height = 24, ...words }: Props) {
  const { label, format = formatCount } = words
  const numbers = values.filter((value) => value !== null)
  const accessibleName = t('{label}：{figures}', { label, figures: describeSeries(values, format) })
  if (numbers.length === 0)
    return <svg width={width} height={height} role="img" aria-label={accessibleName} />
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const x = (at: number) => MARGIN + (at * (width - 2 * MARGIN)) / Math.max(1, values.length - 1)
  const y = (value: number) =>
    high === low ? height / 2 : height - MARGIN - ((value - low) * (height - 2 * MARGIN)) / (high - low)
  const last = values.findLastIndex((value) => value !== null)
  const colour = tone === 'blue' ? 'var(--c1)' : '#5c6773'
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={accessibleName}
    >
      <path
        d={linePath(values, x, y)}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle
        cx={x(last)}
        cy={y(values[last] ?? 0)}
        r={2}
        fill={hollow ? 'var(--card)' : colour}
        stroke={colour}
        strokeWidth={hollow ? 1.5 : 0}
      />
    </svg>
  )
}
