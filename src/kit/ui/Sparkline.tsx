import type { Point } from './chart/geometry.ts'
import { linePath } from './chart/geometry.ts'

interface Props {
  values: readonly Point[]
  /** The last day is not complete: its point is hollow. */
  hollow?: boolean
  /** Blue beside a figure, grey in a table. */
  tone?: 'blue' | 'grey'
  /** What it shows, for those who do not see it: 近 14 天走势. */
  label: string
  width?: number
  height?: number
}

const MARGIN = 3

/** A line without axes: its shape only, from the lowest to the highest value; what is missing is a gap. */
export function Sparkline({ values, hollow, tone = 'blue', label, width = 88, height = 24 }: Props) {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return <svg width={width} height={height} role="img" aria-label={label} />
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const x = (at: number) => MARGIN + (at * (width - 2 * MARGIN)) / Math.max(1, values.length - 1)
  const y = (value: number) =>
    high === low ? height / 2 : height - MARGIN - ((value - low) * (height - 2 * MARGIN)) / (high - low)
  const last = values.findLastIndex((value) => value !== null)
  const colour = tone === 'blue' ? 'var(--c1)' : '#5c6773'
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
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
