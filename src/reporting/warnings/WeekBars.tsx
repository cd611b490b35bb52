import { useRef } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { axisTicks } from '#kit/ui/chart/geometry.ts'
import { useWidth } from '#kit/ui/chart/useWidth.tsx'
import { weekName } from './cellFormatters.ts'
import type { WeekBar } from './contract.ts'

interface Props {
  weeks: readonly WeekBar[]
  /** The warning's own week, which is highlighted. */
  weekOn: string
  /** Lines across the bars; null for no line. */
  baseline: number | null
  quota: number | null
}

const HEIGHT = 208
const TOP = 20
const AXIS = 24
const LEFT = 52
const MAX_BAR_WIDTH = 40
/** Minimum width for a bar's label; below it only the warning's own week has a label. */
const MIN_LABEL_WIDTH = 44

/**
 * The weeks around a warning as bars, with its baseline and quota as lines. Missing volumes have a label but no bar.
 */
export function WeekBars(props: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  return (
    <figure className="week-bars">
      <div ref={frame} style={{ minHeight: HEIGHT }}>
        {width > 0 && <BarChart {...props} width={width} />}
      </div>
      <Legend {...props} />
    </figure>
  )
}

function weekText({ weekOn, volume, expected, reported }: WeekBar): string {
  const figure = volume === null ? t('缺数据') : formatCount(volume)
  const lacking = expected - reported
  const note = volume !== null && lacking > 0 ? t('（缺 {n} 店天）', { n: lacking }) : ''
  return t('{label}：{figures}', { label: weekName(weekOn), figures: figure + note })
}

function BarChart({ weeks, weekOn, baseline, quota, width }: Props & { width: number }) {
  const highest = Math.max(baseline ?? 0, quota ?? 0, ...weeks.map(({ volume }) => volume ?? 0))
  const ticks = axisTicks(highest)
  const bottom = HEIGHT - AXIS
  const y = (value: number) => bottom - (value * (bottom - TOP)) / (ticks.at(-1) ?? 1)
  const step = (width - LEFT) / weeks.length
  const lines = [baseline, quota].flatMap((line) => (line === null ? [] : y(line)))
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={weeks.map(weekText).join(t('；'))}>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${LEFT} ${y(tick)}H${width}`} stroke={tick === 0 ? '#c9ced6' : 'var(--line-soft)'} />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {weeks.map((week, at) => (
        <Bar
          key={week.weekOn}
          week={week}
          at={at}
          step={step}
          bottom={bottom}
          y={y}
          isHighlighted={week.weekOn === weekOn}
        />
      ))}
      {baseline !== null && <path className="week-baseline" d={`M${LEFT} ${y(baseline)}H${width}`} />}
      {quota !== null && <path className="week-quota" d={`M${LEFT} ${y(quota)}H${width}`} />}
      {weeks.map((week, at) => (
        <BarLabels
          key={week.weekOn}
          week={week}
          at={at}
          step={step}
          bottom={bottom}
          y={y}
          lines={lines}
          isHighlighted={week.weekOn === weekOn}
        />
      ))}
    </svg>
  )
}

interface BarProps {
  week: WeekBar
  at: number
  isHighlighted: boolean
  step: number
  bottom: number
  y: (value: number) => number
}

function Bar({ week: { volume, promotion }, at, isHighlighted, step, bottom, y }: BarProps) {
  const middle = LEFT + step * (at + 0.5)
  const bar = Math.min(MAX_BAR_WIDTH, step * 0.6)
  const className = promotion ? 'week-bar-sale' : isHighlighted ? 'week-bar-own' : 'week-bar'
  if (volume === null) return null
  return (
    <rect className={className} x={middle - bar / 2} y={y(volume)} width={bar} height={bottom - y(volume)} />
  )
}

/** The distance between a figure and its bar, and the height of a figure, in pixels. */
const [LIFT, LETTERS] = [6, 12]

/** The position of a figure: above its bar and above each line that would cross it. */
function figureAt(top: number, lines: readonly number[]): number {
  return lines
    .toSorted((a, b) => b - a)
    .reduce((at, line) => (line <= at + 2 && line >= at - LETTERS ? line - LIFT : at), top - LIFT)
}

/** A bar's figure and week. If a line still crosses the figure, the figure's white outline keeps it readable. */
function BarLabels({
  week: { weekOn, volume },
  at,
  isHighlighted,
  step,
  bottom,
  y,
  lines,
}: BarProps & { lines: number[] }) {
  if (!isHighlighted && step < MIN_LABEL_WIDTH) return null
  const middle = LEFT + step * (at + 0.5)
  return (
    <>
      <text
        className="week-figure"
        x={middle}
        y={figureAt(volume === null ? bottom : y(volume), lines)}
        textAnchor="middle"
      >
        {volume === null ? t('缺') : formatCount(volume)}
      </text>
      <text x={middle} y={bottom + 18} textAnchor="middle" className={isHighlighted ? 'week-own' : undefined}>
        {weekOn.slice(5)}
      </text>
    </>
  )
}

function Legend({ weeks, baseline, quota }: Props) {
  return (
    <figcaption className="week-legend">
      {baseline !== null && (
        <span>
          <i className="week-baseline-mark" />
          {t('基线 {n}', { n: formatCount(baseline) })}
        </span>
      )}
      {quota !== null && (
        <span>
          <i className="week-quota-mark" />
          {t('一周包量 {n}', { n: formatCount(quota) })}
        </span>
      )}
      {weeks.some(({ promotion }) => promotion) && (
        <span>
          <i className="week-sale-mark" />
          {t('大促周，不参与比较')}
        </span>
      )}
    </figcaption>
  )
}
