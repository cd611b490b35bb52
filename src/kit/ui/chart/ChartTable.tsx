import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Point } from './geometry.ts'
import { type ChartData, isIncomplete, type Series } from './series.tsx'
import '#kit/ui/StackedTable.css'

type Props = ChartData & {
  label: string
  /** Heading of the first column; default 日期. */
  head?: string
}

/** Most series that fit next to the days on a phone. */
const PHONE_SERIES = 2

/** The numbers of a chart, one row per day (or whatever `head` names). */
export function ChartTable({ days, series, label, head, format = formatCount }: Props) {
  const cellText = (one: Series, at: number, value: Point | undefined) => {
    if (value === null || value === undefined) return t('缺数据')
    return isIncomplete(one, at) ? t('{value}（未报齐）', { value: format(value) }) : format(value)
  }
  return (
    <table
      className={series.length > PHONE_SERIES ? 'chart-table stacked-table' : 'chart-table'}
      aria-label={label}
    >
      <thead>
        <tr>
          <th scope="col">{head ?? t('日期')}</th>
          {series.map((one) => (
            <th key={one.name} scope="col">
              {one.name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map((day, at) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            {series.map((one) => (
              <td key={one.name} data-label={one.name}>
                {cellText(one, at, one.values[at])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
