import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'

export interface MonthRangeProps {
  /** First and last month, `YYYY-MM`. */
  value: readonly [from: string | undefined, to: string | undefined]
  latest: string
  onChange: (from: string | undefined, to: string | undefined) => void
  className: string
}

/** Maximum number of months, as in `periodOf`. */
const MAX_MONTHS = 24

/** Range picker for months; open when it appears. */
export function MonthRange({ value: [from, to], latest, onChange, className }: MonthRangeProps) {
  return (
    <DatePicker.RangePicker
      className={className}
      picker="month"
      autoFocus
      defaultOpen
      value={from && to ? [dayjs(from), dayjs(to)] : null}
      allowClear={false}
      separator="–"
      placeholder={[t('开始月份'), t('结束月份')]}
      suffixIcon={<Icon name="calendar" />}
      maxDate={dayjs(latest)}
      disabledDate={(month, { from: start }) =>
        start !== undefined && Math.abs(month.diff(start, 'month')) >= MAX_MONTHS
      }
      renderExtraFooter={() => t('最多 {n} 个月', { n: MAX_MONTHS })}
      onChange={(range) => onChange(range?.[0]?.format('YYYY-MM'), range?.[1]?.format('YYYY-MM'))}
    />
  )
}
