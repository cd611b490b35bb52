import type { ReplyMetric } from '#clients/stores/contract.ts'
import { addDays, type Day, daysBetween, monthOf } from '#kit/calendar.ts'
import { invalidField } from '#kit/errors.ts'

/** Maximum length of a report's period, in days. */
export const MAX_DAYS = 366

/** Default length of a period, up to yesterday, in days. */
export const DEFAULT_DAYS = 7

/** A fall of 40 % or more counts as large (domain.md, 周咨询量预警: 下降). */
export const LARGE_FALL_BP = -4000

/** The version of the overview's formulas; increase it when a formula changes. */
export const FORMULA_VERSION = 1

export const metricNames: Record<ReplyMetric, string> = { replied: '回复率', within3min: '3 分钟回复率' }

/** The same for narrow columns. */
export const shortMetricNames: Record<ReplyMetric, string> = { replied: '回复率', within3min: '3 分钟' }

/** What a period is compared with: the period before it (环比), or the same days a week or a month earlier (同比). */
export type Compare = 'previous' | 'week' | 'month'

/** The sort key and the row's field of each comparison. */
export const changeFields = {
  previous: { sort: 'vsPrevDay', field: 'vsPrevDayBp' },
  week: { sort: 'vsWeekAgo', field: 'vsWeekAgoBp' },
  month: { sort: 'vsMonthAgo', field: 'vsMonthAgoBp' },
} as const

/** The days of a report and the days that they are compared with, all inclusive. */
export interface Period {
  from: Day
  to: Day
  days: number
  compare: Compare
  previousFrom: Day
  previousTo: Day
}

/** The requested period; absent fields get defaults. */
export interface PeriodQuery {
  from?: Day | undefined
  to?: Day | undefined
  compare?: Compare | undefined
}

/** The requested period with defaults; throws INVALID if its days are in the wrong order, too many or in the future. */
export function periodOf(query: PeriodQuery, today: Day, defaultDays = DEFAULT_DAYS): Period {
  const yesterday = addDays(today, -1)
  const to = query.to ?? (query.from && query.from > yesterday ? query.from : yesterday)
  const from = query.from ?? addDays(to, 1 - defaultDays)
  if (to > today) throw invalidField('to', '还没有 {to} 的数据，结束日期请选到今天为止。', { to })
  if (from > to) throw invalidField('from', '开始日期不能晚于结束日期，请重新选择。')
  const days = daysBetween(from, to) + 1
  if (days > MAX_DAYS) {
    throw invalidField('to', '一次最多查看 {max} 天，所选为 {days} 天，请缩短日期范围。', {
      max: MAX_DAYS,
      days,
    })
  }
  return { from, to, days, ...comparedDays({ from, to, days }, query.compare ?? 'previous') }
}

function comparedDays({ from, to, days }: { from: Day; to: Day; days: number }, compare: Compare) {
  const back = compare === 'previous' ? days : WEEK
  const before = (day: Day) => (compare === 'month' ? monthBefore(day) : addDays(day, -back))
  return { compare, previousFrom: before(from), previousTo: before(to) }
}

const WEEK = 7

/** Maximum number of days in a row's sparkline. */
const SERIES_DAYS = 31

/** The first day of a row's sparkline. */
export function seriesFrom({ from, to }: Pick<Period, 'from' | 'to'>): Day {
  const earliest = addDays(to, 1 - SERIES_DAYS)
  return from > earliest ? from : earliest
}

/** Days between the first days of the period and of the compared period. */
export function daysBack({ from, previousFrom }: Pick<Period, 'from' | 'previousFrom'>): number {
  return daysBetween(previousFrom, from)
}

/**
 * The same day of the previous month, or that month's last day if it is shorter. Same as `- interval '1 month'` in SQL.
 */
export function monthBefore(day: Day): Day {
  const lastOfMonthBefore = addDays(`${monthOf(day)}-01`, -1)
  const same = `${monthOf(lastOfMonthBefore)}${day.slice(7)}`
  return same < lastOfMonthBefore ? same : lastOfMonthBefore
}
