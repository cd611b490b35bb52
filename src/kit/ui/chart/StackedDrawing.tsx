import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { axisTicks, dayTicks, textWidth } from './geometry.ts'
import { highest, partsOf, type Stack, stackColour } from './stack.ts'

interface Props {
  label: string
  columns: readonly string[]
  stacks: readonly Stack[]
  width: number
  height: number
  /** Id of the text that contains the sums. */
  summary: string
  active: number | null
  onActive: (at: number | null) => void
}

const [LEFT, TOP, AXIS] = [36, 12, 28]
const NAME_ROOM = 64
const MAX_BAR_WIDTH = 32

/** The drawing of stacked bars; pointer or arrow keys choose a column. */
export function StackedDrawing(props: Props) {
  const { label, summary, columns, stacks, width, height, active, onActive } = props
  const last = columns.length - 1
  const step = (width - LEFT) / Math.max(1, columns.length)
  const walk = (event: React.KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onActive(Math.min(Math.max((active ?? (by > 0 ? -1 : last + 1)) + by, 0), last))
  }
  const point = (event: React.PointerEvent) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left - LEFT
    onActive(Math.min(Math.max(Math.floor(offset / step), 0), last))
  }
  return (
    <div
      className="line-stage"
      role="application"
      aria-label={t('{label}，左右键逐月查看', { label })}
      aria-describedby={summary}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys need a place to go to
      tabIndex={0}
      onPointerMove={point}
      onPointerLeave={() => onActive(null)}
      onBlur={() => onActive(null)}
      onKeyDown={walk}
    >
      <svg width={width} height={height} aria-hidden="true">
        <Bars columns={columns} stacks={stacks} width={width} height={height} step={step} active={active} />
      </svg>
      <div role="status">
        {active !== null && (
          <Tip columns={columns} stacks={stacks} at={active} x={LEFT + step * (active + 0.5)} width={width} />
        )}
      </div>
    </div>
  )
}

type BarsProps = Pick<Props, 'columns' | 'stacks' | 'width' | 'height' | 'active'> & { step: number }

function Bars({ columns, stacks, width, height, step, active }: BarsProps) {
  const bottom = height - AXIS
  const ticks = axisTicks(highest(stacks, columns.length))
  const y = (value: number) => bottom - (value * (bottom - TOP)) / (ticks.at(-1) ?? 1)
  const bar = Math.min(MAX_BAR_WIDTH, step * 0.6)
  const named = new Set(dayTicks(columns.length, Math.floor((width - LEFT) / NAME_ROOM)))
  return (
    <g>
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${LEFT} ${y(tick)}H${width}`} stroke={tick === 0 ? '#c9ced6' : 'var(--line-soft)'} />
          <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {formatCount(tick)}
          </text>
        </g>
      ))}
      {columns.map((column, at) => (
        <g key={column} opacity={active === null || active === at ? 1 : 0.45}>
          {partsOf(stacks, at).map(({ from, to }, place) => {
            const stack = stacks[place]
            if (!stack || to === from) return null
            const size = {
              x: LEFT + step * at + (step - bar) / 2,
              y: y(to),
              width: bar,
              height: y(from) - y(to),
            }
            return <rect key={stack.name} {...size} fill={stackColour(stack, place)} stroke="var(--card)" />
          })}
          {named.has(at) && (
            <text x={nameAt(column, LEFT + step * (at + 0.5), width)} y={bottom + 20} textAnchor="middle">
              {column}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

/** x of a column's name: in the middle of the column, or further left if it would be cut off. */
const nameAt = (name: string, middle: number, width: number) => Math.min(middle, width - textWidth(name) / 2)

interface TipProps extends Pick<Props, 'columns' | 'stacks' | 'width'> {
  at: number
  x: number
}

/** The values of the selected column. */
function Tip({ columns, stacks, at, x, width }: TipProps) {
  const side = x > width / 2 ? { right: width - x + 20 } : { left: x + 20 }
  const total = stacks.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)
  return (
    <div className="line-tip" style={side}>
      <b>{t('{month}，共 {n} 条', { month: columns[at] ?? '', n: total })}</b>
      {stacks.map(
        (stack, place) =>
          (stack.values[at] ?? 0) > 0 && (
            <span key={stack.name} className="line-tip-row">
              <i className="stack-mark" style={{ background: stackColour(stack, place) }} />
              <span>{stack.name}</span>
              <b>{formatCount(stack.values[at])}</b>
            </span>
          ),
      )}
    </div>
  )
}
