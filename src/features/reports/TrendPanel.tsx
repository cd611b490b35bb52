import { Segmented } from 'antd'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { seesTeams } from './reportFilters.tsx'
import type { Lines, Split } from './trendLines.tsx'
import { useAddressText } from './useAddressText.tsx'

interface Props {
  /** What the chart shows: 每日咨询量. */
  label: string
  hint: string
  /** Undefined before the first answer. */
  lines: Lines | undefined
  error: Error | null
  retry: () => void
  format: (value: number) => string
  ticks?: readonly number[]
}

/** By what the trend is split; it stands in the address. */
export function useSplit(): [Split, (split: Split) => void] {
  const [text, setText] = useAddressText('split')
  const split = text === 'platform' || text === 'leader' ? text : 'total'
  return [split, (next) => setText(next === 'total' ? undefined : next)]
}

/** The course over the period, in all, by platform or by leader. */
export function TrendPanel({ label, hint, lines, error, retry, format, ticks }: Props) {
  const left = lines && lines.left > 0 ? t('；只画最大的 {n} 条', { n: lines.series.length }) : ''
  return (
    <Panel title={t('每日趋势')} hint={hint + left} actions={<SplitSwitch />} label={label}>
      {error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : lines ? (
        <Trend lines={lines} label={label} format={format} ticks={ticks} />
      ) : (
        <div className="report-chart-room">
          <TextSkeleton rows={6} />
        </div>
      )}
    </Panel>
  )
}

type TrendProps = Pick<Props, 'label' | 'format' | 'ticks'> & { lines: Lines }

function Trend({ lines: { days, series }, label, format, ticks }: TrendProps) {
  if (!series.some(({ values }) => values.some((value) => value !== null))) {
    return (
      <div className="report-chart-room">
        <EmptyState compact text={t('这段时间没有数据')} hint={t('导入平台数据后，这里按天显示走势。')} />
      </div>
    )
  }
  return <LineChart label={label} days={days} series={series} format={format} ticks={ticks} height={236} />
}

function SplitSwitch() {
  const user = useUser()
  const [split, setSplit] = useSplit()
  const options: { value: Split; label: string }[] = [
    { value: 'total', label: t('合计') },
    { value: 'platform', label: t('按平台') },
    ...(seesTeams(user) ? [{ value: 'leader' as const, label: t('按组长') }] : []),
  ]
  return <Segmented<Split> options={options} value={split} onChange={setSplit} aria-label={t('分组')} />
}
