import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import type { Day } from '#kit/calendar.ts'
import { addDays, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { DayPreset } from './dayPresets.ts'
import { dayPresets, presetsWithin } from './dayPresets.ts'
import { Icon } from './Icon.tsx'

export type DayRange = readonly [from: Day | undefined, to: Day | undefined]

export interface DateRangeProps {
  value: DayRange
  onChange: (range: DayRange) => void
  /** The longest span in days; longer ones cannot be chosen, and the field says so. */
  maxDays?: number
  /** False closes the days after today. */
  future?: boolean
  clearable?: boolean
  /** Other spans by name than the usual ones. */
  presets?: readonly DayPreset[]
  id?: string
  placeholder?: [string, string]
  /** Whether the person is in it from the start; it then stands open. */
  autoFocus?: boolean
}

/** Two days, both included, with the usual presets; weeks begin on Monday. */
export function DateRange({
  value,
  onChange,
  maxDays,
  future = true,
  clearable = true,
  ...rest
}: DateRangeProps) {
  const now = today(() => new Date())
  const [from, to] = value
  const presets = presetsWithin(rest.presets ?? dayPresets(now, future), maxDays ?? Number.POSITIVE_INFINITY)
  return (
    <DatePicker.RangePicker
      className="date-range"
      id={rest.id ? { start: rest.id } : undefined}
      value={[dayOf(from), dayOf(to)]}
      onChange={(days) => onChange([textOf(days?.[0]), textOf(days?.[1])])}
      presets={presets.map((preset) => ({
        label: t(preset.label),
        value: [dayjs(preset.from), dayjs(preset.to)],
      }))}
      autoFocus={rest.autoFocus}
      defaultOpen={rest.autoFocus}
      allowClear={clearable}
      allowEmpty={[clearable, clearable]}
      placeholder={rest.placeholder ?? [t('开始日'), t('结束日')]}
      separator="–"
      suffixIcon={<Icon name="calendar" />}
      maxDate={future ? undefined : dayjs(now)}
      disabledDate={maxDays ? (day, info) => tooFar(day.format('YYYY-MM-DD'), info.from, maxDays) : undefined}
      renderExtraFooter={maxDays ? () => t('最多 {n} 天', { n: maxDays }) : undefined}
    />
  )
}

function dayOf(day: Day | undefined): dayjs.Dayjs | null {
  return day ? dayjs(day) : null
}

function textOf(day: dayjs.Dayjs | null | undefined): Day | undefined {
  return day?.format('YYYY-MM-DD')
}

function tooFar(day: Day, from: dayjs.Dayjs | undefined, maxDays: number): boolean {
  if (!from) return false
  const start = from.format('YYYY-MM-DD')
  return day > addDays(start, maxDays - 1) || day < addDays(start, 1 - maxDays)
}
