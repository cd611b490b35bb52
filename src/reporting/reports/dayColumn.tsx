import type { Day } from '#kit/calendar.ts'
import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'

/** The day of a row with its weekday, since volumes vary by weekday. */
export function dayColumn(sort = false): Column<{ on: Day }> {
  return {
    key: 'on',
    title: t('日期'),
    type: 'day',
    sort,
    width: 148,
    phone: 'status',
    render: (row) => (
      <>
        {row.on}
        <small className="value-unit">{t(formatWeekday(row.on))}</small>
      </>
    ),
  }
}
