import type { UseQueryResult } from '@tanstack/react-query'
import { Button, Segmented, Tooltip } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { CallError } from '#kit/failures.ts'
import { fileStamp, formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { SelectField } from '#kit/ui/choice/SelectField.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { useExportLog } from '#kit/ui/exportLog.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { Split } from './contract.ts'
import { usePeriod } from './reportDays.tsx'
import type { Compare } from './rules.ts'
import type { Lines, SplitChoice } from './trendLines.tsx'
import { useCompare, useSplit } from './useOverview.tsx'

interface Props {
  /** The figure of the chart: 每日咨询量. */
  label: string
  hint: string
  splits: SplitChoice[]
  /** The query that `lines` are made from. */
  call: UseQueryResult<unknown, CallError>
  /** Undefined before the first response. */
  lines: Lines | undefined
  format: (value: number) => string
  ticks?: readonly number[]
  /** The title of the report. */
  module: string
  /** The same figure by weekday. */
  weekdays: ReactNode
}

/** The display of the trend: lines, a table, or by weekday. */
type TrendDisplay = 'chart' | 'table' | 'weekdays'

/** The trend over the period, total or split, as a chart, a table or by weekday. */
export function TrendPanel({ label, hint, splits, call, lines, ...rest }: Props) {
  const [display, setDisplay] = useState<TrendDisplay>('chart')
  const left = lines && lines.left > 0 ? t('；只画最大的 {n} 条', { n: lines.series.length }) : ''
  const skeleton = (
    <div className="report-chart-room">
      <TextSkeleton rows={6} />
    </div>
  )
  return (
    <Panel
      className="report-trend"
      title={t('每日趋势')}
      hint={display === 'weekdays' ? t('各行按星期几的日均，越深越突出') : hint + left}
      actions={
        <>
          {display !== 'weekdays' && <SplitSwitch splits={splits} />}
          <CompareSelect />
          <DisplaySelect display={display} onChange={setDisplay} />
          <PictureButton module={rest.module} of=".report-trend" />
        </>
      }
      label={label}
    >
      {display === 'weekdays' ? (
        rest.weekdays
      ) : (
        <Loaded call={call} skeleton={skeleton}>
          {() =>
            lines && (
              <Trend lines={lines} label={label} format={rest.format} ticks={rest.ticks} view={display} />
            )
          }
        </Loaded>
      )}
    </Panel>
  )
}

type TrendProps = Pick<Props, 'label' | 'format' | 'ticks'> & { lines: Lines; view: 'chart' | 'table' }

function Trend({ lines: { days, series }, label, format, ticks, view }: TrendProps) {
  if (!series.some(({ values }) => values.some((value) => value !== null))) {
    return (
      <div className="report-chart-room">
        <EmptyState compact text={t('这段时间没有数据')} hint={t('导入平台数据后，这里按天显示走势。')} />
      </div>
    )
  }
  const shown = { label, days, series, format, ticks, view }
  return <LineChart {...shown} height={236} />
}

function SplitSwitch({ splits }: { splits: SplitChoice[] }) {
  const [split, setSplit] = useSplit(splits.map(({ value }) => value))
  if (splits.length < 2) return null
  return <Segmented<Split> options={splits} value={split} onChange={setSplit} aria-label={t('分组')} />
}

/** The label of a comparison: 较前一日. */
export function comparisonLabel(compare: Compare): string {
  const words = { previous: t('较前一日'), week: t('较上周同日'), month: t('较上月同日') }
  return words[compare]
}

/** Selects the comparison of all figures and rankings: 环比, or 同比 with last week or last month. */
function CompareSelect() {
  const [compare, setCompare] = useCompare()
  return (
    <SelectField<Compare>
      none="fixed"
      className="report-compare"
      variant="filled"
      aria-label={t('对比')}
      value={compare}
      onChange={setCompare}
      popupMatchSelectWidth={false}
      options={[
        { value: 'previous', label: t('环比') },
        { value: 'week', label: t('同比上周') },
        { value: 'month', label: t('同比上月') },
      ]}
    />
  )
}

function DisplaySelect({
  display,
  onChange,
}: {
  display: TrendDisplay
  onChange: (display: TrendDisplay) => void
}) {
  return (
    <SelectField<TrendDisplay>
      none="fixed"
      className="report-compare"
      variant="filled"
      aria-label={t('显示方式')}
      value={display}
      onChange={onChange}
      popupMatchSelectWidth={false}
      options={[
        { value: 'chart', label: t('折线图') },
        { value: 'table', label: t('数据表') },
        { value: 'weekdays', label: t('按星期') },
      ]}
    />
  )
}

interface PictureButtonProps {
  /** The title of the report. */
  module: string
  /** The selector of the ancestor element that the picture shows. */
  of: string
}

/** Saves an element of the screen, with its figures and chart, as a PNG. Like every export, it is logged first. */
function PictureButton({ module, of }: PictureButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const log = useExportLog()
  const person = useUser().name
  const { from, to } = usePeriod()
  const save = async () => {
    const part = button.current?.closest(of)
    if (!part) return
    const now = new Date()
    const days = t('日期：{from} 至 {to}', { from, to })
    try {
      await log({ list: 'report.picture', module, filters: [days], columns: [t('图片')], rows: 1 })
      const { savePicture } = await import('#kit/ui/picture/savePicture.tsx')
      const note = [module, days, person, formatInstant(now.toISOString())].join(' · ')
      await savePicture(part, `${module}_${fileStamp(now)}.png`, note)
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  return (
    <Tooltip title={t('存为图片')}>
      <Button
        ref={button}
        type="text"
        icon={<Icon name="download" />}
        aria-label={t('存为图片')}
        onClick={() => void save()}
      />
    </Tooltip>
  )
}
