import { Button } from 'antd'
import { monthAfter, monthBefore } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import './WeekStep.css'

interface Props {
  month: string
  /** The first and the last month that can be chosen; without `first` there is no lower limit. */
  first?: string | undefined
  last: string
  onChange: (month: string) => void
}

/** Steps from month to month. */
export function MonthStep({ month, first, last, onChange }: Props) {
  return (
    <span className="month-step">
      <Button
        aria-label={t('上一月')}
        icon={<Icon name="left" />}
        disabled={first !== undefined && month <= first}
        onClick={() => onChange(monthBefore(month))}
      />
      {month}
      <Button
        aria-label={t('下一月')}
        icon={<Icon name="right" />}
        disabled={month >= last}
        onClick={() => onChange(monthAfter(month))}
      />
    </span>
  )
}
