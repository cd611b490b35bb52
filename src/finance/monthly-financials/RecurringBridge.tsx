import { useRef } from 'react'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { useWidth } from '#kit/ui/chart/useWidth.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { type BridgeBar, bridgeOf } from './bridge.ts'
import { shortMoney, shortUnit } from './monthTexts.tsx'
import type { MonthSelection } from './useMonths.tsx'

const names: Record<BridgeBar['key'], string> = {
  new: '新增',
  expansion: '扩展',
  contraction: '收缩',
  churn: '流失',
  reactivation: '召回',
  net: '净变化',
}

const HEIGHT = 208
const TOP = 24
const AXIS = 32

/** 月经常收入的变化: bridge chart from the previous month to this one. */
export function RecurringBridge({ selection: { month } }: { selection: MonthSelection }) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const { recurring } = month
  return (
    <Panel
      title={t('月经常收入的变化')}
      hint={t('{month}，单位{unit}', { month: month.month, unit: shortUnit() })}
      className="not-printed"
    >
      <div className="bridge-ends">
        <span>
          {t('月初')} <b>{shortMoney(recurring.startCents)}</b>
        </span>
        <span>
          {t('月末')} <b>{shortMoney(recurring.endCents)}</b>
        </span>
      </div>
      <div ref={frame} className="bridge" style={{ minHeight: HEIGHT }}>
        {width > 0 && <BridgeChart bars={bridgeOf(recurring)} width={width} />}
      </div>
    </Panel>
  )
}

function BridgeChart({ bars, width }: { bars: readonly BridgeBar[]; width: number }) {
  const heights = bars.flatMap(({ from, to }) => [from, to])
  const [low, high] = [Math.min(0, ...heights), Math.max(0, ...heights)]
  const bottom = HEIGHT - AXIS
  const y = (cents: number) => bottom - ((cents - low) * (bottom - TOP)) / Math.max(1, high - low)
  const step = width / bars.length
  const labels = bars.map(({ key, cents }) =>
    t('{label}：{figures}', { label: t(names[key]), figures: formatMoney(cents) }),
  )
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={labels.join(t('；'))}>
      <path d={`M0 ${y(0)}H${width}`} stroke="#c9ced6" />
      {bars.map((bar, at) => (
        <Bar key={bar.key} bar={bar} at={at} step={step} y={y} isLast={at === bars.length - 1} />
      ))}
    </svg>
  )
}

interface BarProps {
  bar: BridgeBar
  at: number
  step: number
  y: (cents: number) => number
  isLast: boolean
}

const MAX_BAR_WIDTH = 40
/** Height of a bar of 0, in pixels. */
const MIN_BAR_HEIGHT = 1

function Bar({ bar: { key, cents, from, to }, at, step, y, isLast }: BarProps) {
  const wide = Math.min(MAX_BAR_WIDTH, step * 0.7)
  const left = step * at + (step - wide) / 2
  const [top, bottom] = [Math.min(y(from), y(to)), Math.max(y(from), y(to))]
  const middle = left + wide / 2
  return (
    <g>
      <rect
        className={isLast ? 'bridge-net' : cents < 0 ? 'bridge-less' : 'bridge-more'}
        x={left}
        y={top}
        width={wide}
        height={Math.max(MIN_BAR_HEIGHT, bottom - top)}
        rx={2}
      />
      {!isLast && <path d={`M${left + wide} ${y(to)}H${left + step}`} stroke="#a9b0ba" />}
      <text className="bridge-value" x={middle} y={top - 6} textAnchor="middle">
        {cents > 0 ? `+${shortMoney(cents)}` : shortMoney(cents)}
      </text>
      <text x={middle} y={HEIGHT - 8} textAnchor="middle">
        {t(names[key])}
      </text>
    </g>
  )
}
