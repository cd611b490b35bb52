import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Filter } from '#kit/ui/list/declare.tsx'

/** 截至: filter for balances at the end of a day; without a value, current balances. */
export function dayFilter(): Filter<'on'> {
  return {
    key: 'on',
    label: t('截至'),
    control: 'custom',
    show: (value) => String(value),
    render: (value, change) => (
      <DatePicker
        className="wide-control"
        value={typeof value === 'string' && value ? dayjs(value) : null}
        maxDate={dayjs(today(() => new Date()))}
        placeholder={t('今天')}
        aria-label={t('截至')}
        suffixIcon={<Icon name="calendar" />}
        onChange={(day) => change(day?.format('YYYY-MM-DD'))}
      />
    ),
  }
}
