import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Point } from './geometry.ts'
import { type ChartData, isIncomplete, type Series } from './series.tsx'

type Props = ChartData & {
  label: string
  /** Heading of the first column; default 日期. */
  head?: string
}

/** The numbers of a chart, one row per day (or whatever `head` names). */
export function ChartTable({ days, series, label, head, format = formatCount }: Props) {
  const cellText = (one: Series, at: number, value: Point | undefined) => {
    if (value === null || value === undefined) return t('缺数据')
    return isIncomplete(one, at) ? t('{value}（未报齐）', { value: format(value) }) : format(value)
  }
  return (
    <table className="chart-table" aria-label={label}>
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
              <td key={one.name}>{cellText(one, at, one.values[at])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
