import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { dayTicks } from './geometry.ts'
import { Lines } from './Lines.tsx'
import { type ChartLayout, layoutOf } from './layout.tsx'
import { type ChartData, type FormattedChart, isIncomplete, lineColour, shortDay } from './series.tsx'

interface Props extends ChartData {
  label: string
  /** Id of the text that contains the extremes of the lines. */
  summary: string
  width: number
  height: number
}

const DAY_ROOM = 64

/** The drawing of a line chart; pointer or arrow keys choose a day. */
export function LineDrawing({ format = formatCount, label, summary, width, height, ...rest }: Props) {
  const data = { ...rest, format }
  const layout = layoutOf(data, width, height)
  const [active, setActive] = useState<number | null>(null)
  const last = data.days.length - 1
  const walk = (event: React.KeyboardEvent) => {
    const to = dayOf(event.key, active, last)
    if (to === undefined) return
    event.preventDefault()
    event.stopPropagation()
    setActive(to)
  }
  return (
    <>
      {!layout.ends && <Legend data={data} />}
      <div
        className="line-stage"
        role="application"
        aria-label={
          data.isByMonth ? t('{label}，左右键逐月查看', { label }) : t('{label}，左右键逐日查看', { label })
        }
        aria-describedby={summary}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a place to go to
        tabIndex={0}
        onPointerMove={(event) => setActive(dayUnder(event, layout, last))}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        onKeyDown={walk}
      >
        <svg width={width} height={height} aria-hidden="true">
          <Grid layout={layout} data={data} active={active} />
          <Lines layout={layout} data={data} active={active} />
        </svg>
        {/* Rendered before it has content: screen readers announce only changes of an existing region. */}
        <div role="status">{active !== null && <LineTip layout={layout} data={data} at={active} />}</div>
      </div>
    </>
  )
}

/** The day nearest to the pointer. */
function dayUnder(event: React.PointerEvent, { left, right }: ChartLayout, last: number): number {
  const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - left
  const at = Math.round((offset / Math.max(1, right - left)) * last)
  return Math.min(Math.max(at, 0), last)
}

/** The day that a key leads to; null deselects, undefined if the key is not handled. */
function dayOf(key: string, active: number | null, last: number): number | null | undefined {
  switch (key) {
    case 'ArrowLeft':
      return Math.max((active ?? last + 1) - 1, 0)
    case 'ArrowRight':
      return Math.min((active ?? last - 1) + 1, last)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'Escape':
      // If no day is selected, Escape closes what surrounds the chart.
      return active === null ? undefined : null
    default:
      return undefined
  }
}

interface Part {
  layout: ChartLayout
  data: FormattedChart
}

function Grid({ layout, data, active }: Part & { active: number | null }) {
  const { left, right, bottom, ticks, x, y } = layout
  const named = dayTicks(data.days.length, Math.floor((right - left) / DAY_ROOM))
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            d={`M${left} ${y(tick)}H${right}`}
            stroke={tick === ticks[0] ? '#c9ced6' : 'var(--line-soft)'}
          />
          <text x={left - 8} y={y(tick) + 4} textAnchor="end">
            {data.format(tick)}
          </text>
        </g>
      ))}
      {named.map((at) => (
        <text key={data.days[at]} x={x(at)} y={bottom + 20} textAnchor="middle">
          {shortDay(data.days[at])}
        </text>
      ))}
      {active !== null && <path d={`M${x(active)} 8V${bottom}`} stroke="#c9ced6" strokeDasharray="3 3" />}
    </g>
  )
}

function Legend({ data }: { data: FormattedChart }) {
  return (
    <div className="line-legend">
      {data.series.map((one, place) => (
        <span key={one.name}>
          <i className="line-mark" style={{ background: lineColour(one, place) }} />
          {one.name}
        </span>
      ))}
    </div>
  )
}

interface LineTipProps {
  layout: ChartLayout
  data: FormattedChart
  at: number
}

/** All values of the selected day; screen readers announce them as the arrow keys move. */
function LineTip({ layout, data, at }: LineTipProps) {
  const x = layout.x(at)
  const side = x > layout.width / 2 ? { right: layout.width - x + 12 } : { left: x + 12 }
  return (
    <div className="line-tip" style={side}>
      <b>{data.days[at]}</b>
      {data.series.map((series, place) => {
        const value = series.values[at]
        return (
          <span key={series.name} className="line-tip-row">
            <i className="line-mark" style={{ background: lineColour(series, place) }} />
            <span>
              {series.name}
              {isIncomplete(series, at) && t('（未报齐）')}
            </span>
            {typeof value === 'number' ? (
              <b>{data.format(value)}</b>
            ) : (
              <i className="value-missing">{t('缺数据')}</i>
            )}
          </span>
        )
      })}
    </div>
  )
}
