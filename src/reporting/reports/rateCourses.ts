import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { addDays } from '#kit/calendar.ts'
import type { Period } from './rules.ts'
import { daysBack } from './rules.ts'
import type { Beside } from './storeDays.ts'
import { bpOf } from './storeDays.ts'

/** A part and its whole count only together; their names may begin with another word. */
function both(part: string, whole: string, as = '') {
  const [a, b] = [sql.ref(`d.${part}`), sql.ref(`d.${whole}`)]
  return sql`case when ${b} is not null then ${a} end as ${nameOf(as, part)},
    case when ${a} is not null then ${b} end as ${nameOf(as, whole)}`
}

const nameOf = (as: string, name: string) =>
  sql.ref(as ? as + name.charAt(0).toUpperCase() + name.slice(1) : name)

const partsOf = (
  as = '',
) => sql`${both('replied', 'replyBase', as)}, ${both('within3min', 'within3minBase', as)},
  ${both('frtTotalCs', 'frtWeight', as)}, ${both('artTotalCs', 'artWeight', as)}`

/** A day's parts and wholes, as columns of `d`. */
export const CELL = sql`${partsOf()}, ${both('within30s', 'within30sBase')}`

/** The same of the day that monthBefore() finds, and what of it belongs to the store's own metric. */
export const MONTH = partsOf('month')
const MONTH_OWN: Record<string, RawBuilder<unknown>> = {
  Numerator: sql`case metric when 'replied' then month_replied else month_within_3min end`,
  Denominator: sql`case metric when 'replied' then month_reply_base else month_within_3min_base end`,
}

/** Numerator and denominator of the store's own metric, and what they come to. */
export const OWN = sql`case metric when 'replied' then replied else within_3min end as numerator,
  case metric when 'replied' then reply_base else within_3min_base end as denominator`
export const RATE = bpOf(sql`numerator`, sql`denominator`)

/** What a rate is made of, and the response times with it, as the names of columns begin. */
export const RATE_PARTS = ['Numerator', 'Denominator']
export const PARTS = [...RATE_PARTS, 'FrtTotalCs', 'FrtWeight', 'ArtTotalCs', 'ArtWeight']

/** How far back the last day is compared, where that is no month. */
const DAY_BACK = { previous: 1, week: 7, month: 7 }

/** A part as it was a month before. */
export const ofMonth = (part: string) => MONTH_OWN[part] ?? sql.ref(`month${part}`)

const columnOf = (part: string) => sql.ref(part.charAt(0).toLowerCase() + part.slice(1))

/** Parts of a rate and of the response times some days before, each under a name that begins with `as`. */
function partsBefore(as: string, parts: readonly string[], days: number, before: Before) {
  return sql.join(parts.map((part) => sql`${before(columnOf(part), days)} as ${sql.ref(as + part)}`))
}

/** A column as it was some days before. */
type Before = (column: RawBuilder<unknown>, days: number) => RawBuilder<unknown>

/** What a day is set beside: `before` finds a column of an earlier day, `seven` is Σ of one over the seven before. */
function earlierColumns(
  period: Period,
  before: Before,
  seven: (column: RawBuilder<unknown>) => RawBuilder<unknown>,
) {
  return sql`${partsBefore('dayLagged', PARTS, DAY_BACK[period.compare], before)},
    ${partsBefore('lagged', RATE_PARTS, daysBack(period), before)},
    ${before(sql`rate_bp`, 1)} as prev_day_rate_bp, ${before(sql`rate_bp`, 7)} as week_ago_rate_bp,
    ${seven(sql`numerator`)} as numerator7, ${seven(sql`denominator`)} as denominator7`
}

/**
 * What follows `known` of rateFigures(), as a query: a day beside the day before, the week before and Σ of the seven
 * days before. Columns that begin with `dayLagged` are what the last day is compared with, `lagged` the whole period.
 */
export function besideRates(period: Period, beside: Beside) {
  return beside.alone ? lastDay(period) : manyDays(period, beside)
}

/** Each day beside the seven before it, which stand before it in `known`. */
function manyDays(period: Period, { from, back }: Beside) {
  const before: Before = (column, days) => sql`lag(${column}, ${days}::int) over seven`
  return sql`
      select *, ${earlierColumns(period, before, (column) => sql`sum(${column}) over seven`)}
      from known where on_day >= ${addDays(from, -back)}
      window seven as (partition by store_id order by on_day rows between 7 preceding and 1 preceding)`
}

/** The same of the last day alone: the seven before are summed as they are read, nothing is put in order. */
function lastDay(period: Period) {
  const [first, last] = [addDays(period.to, -7), addDays(period.to, -1)]
  const before: Before = (column, days) =>
    sql`max(${column}) filter (where on_day = ${addDays(period.to, -days)})`
  return sql`
      select * from known left join (
          select store_id, ${earlierColumns(period, before, (column) => sql`sum(${column})`)}
          from (
            select *, ${RATE} as rate_bp from (
              select *, ${OWN} from (
                select d.store_id, d.on_day, metric, ${CELL} from headline
                  join store_daily d on d.store_id = headline.store_id and d.on_day between ${first} and ${last}) day
              ) own) seven
          group by store_id) seven using (store_id)
      where on_day = ${period.to}`
}
