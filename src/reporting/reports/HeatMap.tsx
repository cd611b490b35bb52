import type * as z from 'zod'
import type { Endpoint, Need } from '#kit/contract.ts'
import { formatCount, formatRate } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import type { Heat, HeatRow } from './contract.ts'

export type HeatEndpoint = Endpoint<Need, z.ZodType, z.ZodType<Heat>>

interface Props {
  endpoint: HeatEndpoint
  query: Record<string, unknown>
  /** The figure of the map: 每日咨询量. */
  label: string
  /** The values are rates: the lowest is highlighted, not the highest. */
  rates?: boolean
}

interface TableProps {
  heat: Heat
  label: string
  rates: boolean
}

const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']

/**
 * The means per weekday of the rows with the highest volume. The shade compares a row's weekdays: dark is high, or low
 * for rates.
 */
export function HeatMap({ endpoint, query, label, rates }: Props) {
  const { current: _page, pageSize: _size, sort: _sort, only: _only, ...filters } = query
  const input = endpoint.input.parse(filters)
  const call = useCall(endpoint, input as never, {
    keepRows: true,
    messagePlace: 'inPage',
  })
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
      {(heat) => <HeatTable heat={heat} label={label} rates={rates ?? false} />}
    </Loaded>
  )
}

function HeatTable({ heat: { from, to, rows }, label, rates }: TableProps) {
  if (rows.length === 0) {
    return (
      <EmptyState compact text={t('这段时间没有数据')} hint={t('导入平台数据后，这里按星期几显示日均。')} />
    )
  }
  return (
    <div className="report-heat">
      <table aria-label={t('{label}，按星期几', { label })}>
        <thead>
          <tr>
            <th scope="col">{t('{from} 至 {to}', { from: from.slice(5), to: to.slice(5) })}</th>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col">
                {t(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} rates={rates} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row, rates }: { row: HeatRow; rates: boolean }) {
  return (
    <tr>
      <th scope="row" title={row.name}>
        {row.name}
      </th>
      {row.values.map((value, at) => (
        <td
          key={WEEKDAYS[at]}
          style={{ background: shadeOf(value, row.values, rates) }}
          title={t('{n} 天', { n: row.days[at] ?? 0 })}
        >
          {value === null ? '-' : rates ? formatRate(value, 1) : formatCount(value)}
        </td>
      ))}
    </tr>
  )
}

/** The strongest shade, in percent of the colour: dark text remains readable on it. */
const MAX_SHADE_PERCENT = 34

function shadeOf(value: number | null, row: readonly (number | null)[], rates: boolean): string | undefined {
  if (value === null) return undefined
  const numbers = row.filter((one) => one !== null)
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  const part = high === low ? 0.3 : (value - low) / (high - low)
  const share = Math.round((rates ? 1 - part : part) * MAX_SHADE_PERCENT)
  return `color-mix(in srgb, var(${rates ? '--c2' : '--c1'}) ${share}%, transparent)`
}
