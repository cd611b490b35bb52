import { type RawBuilder, sql } from 'kysely'
import { addDays } from '#kit/calendar.ts'
import { changeBp } from '#kit/rates.ts'
import { rateBpSql } from '#kit/ratesSql.ts'
import { daysBack, type Period } from './rules.ts'
import type { ComparisonDays } from './storeDays.ts'

/** SQL that depends on the subject of the rows (agents). */
interface SubjectSql {
  id: RawBuilder<unknown>
  /** A join that adds `month_ago`, the volume of the same day of the previous month, to `beside`. */
  earlier: RawBuilder<unknown>
}

/**
 * Common tables of the agent reports. Requires a table `cell` with one row per subject and day (`on_day`, `serving`,
 * `volume`) and a table `chosen` with the subjects. `known` has all these days; `counts` marks the rows of the report:
 * days on which figures are expected or exist. `figure` adds the volumes of the previous day, the week before and the
 * same day of the previous month, and the mean of the 7 days before. `compared` is the day that the period's comparison
 * uses.
 */
export function seriesFigures({ id, earlier }: SubjectSql, period: Period, comparison: ComparisonDays) {
  const change = (before: RawBuilder<unknown>) => sql`${rateBpSql(sql`volume`, before)} - 10000`
  const compared = period.compare === 'month' ? sql`month_ago` : sql`lagged`
  return sql`known as (
      select *, serving or volume is not null as counts, serving and volume is null as missing from cell),
    beside as (${daysWithLags(id, period, comparison)}),
    figure as (
      select *, on_day as "on", ${change(sql`prev_day`)} as vs_prev_day_bp,
        ${change(sql`week_ago`)} as vs_week_ago_bp, ${change(sql`month_ago`)} as vs_month_ago_bp,
        ${compared} as compared,
        (2 * sum7 + mean_7_days) / nullif(2 * mean_7_days, 0) as mean_7,
        ${rateBpSql(sql`volume * mean_7_days`, sql`sum7`)} - 10000 as vs_mean_7_bp
      from beside join chosen using (${id})
        ${earlier})`
}

/** Each day with the volumes of the seven rows before it. */
function daysWithLags(id: RawBuilder<unknown>, period: Period, { from, back }: ComparisonDays) {
  return sql`
      select *, lag(volume) over seven as prev_day, lag(volume, 7) over seven as week_ago,
        lag(volume, ${daysBack(period)}::int) over seven as lagged,
        sum(volume) over seven as sum7, count(volume) over seven as mean_7_days
      from known where on_day >= ${addDays(from, -back)}
      window seven as (partition by ${id} order by on_day rows between 7 preceding and 1 preceding)`
}

/** The column that the last day of a period is compared with. */
export const LAST_DAY_COMPARED = {
  previous: sql`prev_day`,
  week: sql`week_ago`,
  month: sql`month_ago`,
}

/** Both sides of a comparison, summed over the rows with figures on both. */
export function pairSums(before: RawBuilder<unknown>) {
  return sql`json_build_object('now', sum(volume) filter (where ${before} is not null),
    'before', sum(${before}) filter (where volume is not null), 'pairs', count(volume + ${before}))`
}

export interface Pairs {
  now: number | null
  before: number | null
  pairs: number
}

/** A comparison in API format, with the relative change in basis points. */
export function toComparison({ now, before, pairs: n }: Pairs) {
  return { now, before, changeBp: changeBp(now, before), pairs: n }
}
