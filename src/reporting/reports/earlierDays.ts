import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import type { Period } from './rules.ts'
import { daysBack, monthBefore } from './rules.ts'
import type { DayRows } from './storeDays.ts'
import { bpOf, earlierDay } from './storeDays.ts'

/** Joins of a store's day with earlier rows of `store_day`, under aliases, and the columns read from them. */

/** The parts of a rate, and those of the response times. */
export const RATE_PARTS = ['numerator', 'denominator'] as const
export const PARTS = [...RATE_PARTS, 'frt_total_cs', 'frt_weight', 'art_total_cs', 'art_weight'] as const

type Part = (typeof PARTS)[number]

/** A column of a joined row; the parts of a rate in the store's own metric. */
function partOf(name: string, part: Part): RawBuilder<unknown> {
  const columnOf = (column: string) => sql`${sql.ref(name)}.${sql.raw(column)}`
  const inOwnMetric = (replied: string, within: string) =>
    sql`case own.metric when 'replied' then ${columnOf(replied)} else ${columnOf(within)} end`
  if (part === 'numerator') return inOwnMetric('replied', 'within_3min')
  if (part === 'denominator') return inOwnMetric('reply_base', 'within_3min_base')
  return columnOf(part)
}

/** The rate of a joined row, in basis points. */
export const rateOf = (name: string) => bpOf(partOf(name, 'numerator'), partOf(name, 'denominator'))

/** Selects parts of a joined row; `as` prefixes their names. */
export const columnsOf = (name: string, parts: readonly Part[], as = '') =>
  sql.join(parts.map((part) => sql`${partOf(name, part)} as ${sql.raw(as + part)}`))

/** How far back the last day is compared. */
const DAY_BACK = { previous: sql`1`, week: sql`7`, month: sql`interval '1 month'` }

/**
 * Joins the compared days of each row: `prev`, `week` and `month`; `compared`, for the period's comparison; and `last`,
 * for the last day's. The database drops joins whose columns are not used.
 */
export function earlierDays(period: Period, rows: DayRows, from: Day) {
  const back = (days: number): [Day, Day] => [addDays(from, -days), addDays(period.to, -days)]
  const spans = {
    prev: back(1),
    week: back(7),
    month: [monthBefore(from), monthBefore(period.to)] as [Day, Day],
  }
  const days = daysBack(period)
  const monthly = period.compare === 'month'
  const lastOn = { ...rows, on: sql`case when ${rows.on} = ${period.to} then ${rows.on} end` }
  const before = { previous: addDays(period.to, -1), week: addDays(period.to, -7), month: spans.month[1] }
  const lastBefore = before[period.compare]
  return sql`${earlierDay('prev', rows, sql`1`, spans.prev)}
    ${earlierDay('week', rows, sql`7`, spans.week)}
    ${earlierDay('month', rows, DAY_BACK.month, spans.month)}
    ${earlierDay('compared', rows, monthly ? DAY_BACK.month : sql`${days}::int`, monthly ? spans.month : back(days))}
    ${earlierDay('last', lastOn, DAY_BACK[period.compare], [lastBefore, lastBefore])}`
}

/** The rate of the seven days before a day, as Σ/Σ. */
export function rateOfSevenDays({ on }: DayRows) {
  const sum = (part: Part) => sql`sum(${partOf('seven', part)})`
  return sql`(select ${bpOf(sum('numerator'), sum('denominator'))} from store_day seven
    where seven.store_id = chosen.store_id and seven.on_day between ${on} - 7 and ${on} - 1)`
}
