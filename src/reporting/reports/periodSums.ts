import { sql } from 'kysely'
import type { Day } from '#kit/calendar.ts'
import { addDays, monthOf } from '#kit/calendar.ts'

/** Some days, both ends included. */
interface Days {
  from: Day
  to: Day
}

/** A period as the whole months inside it, by their first days, and the days around them. */
export function partsOf({ from, to }: Days): { months: Day[]; days: Days[] } {
  const months: Day[] = []
  let next = from.endsWith('-01') ? from : nextMonthOn(from)
  for (; addDays(nextMonthOn(next), -1) <= to; next = nextMonthOn(next)) months.push(next)
  const [first] = months
  if (!first) return { months, days: [{ from, to }] }
  const around = [
    { from, to: addDays(first, -1) },
    { from: next, to },
  ]
  return { months, days: around.filter((days) => days.from <= days.to) }
}

/** The first day of the month after a day's. */
function nextMonthOn(on: Day): Day {
  return `${monthOf(addDays(`${monthOf(on)}-28`, 4))}-01`
}

/** The last day on which a store owes figures: none is in sight, or it has stopped. Null: it owes none at all. */
const SERVES_TO = sql`case when status in ('trial', 'serving') then 'infinity'::date
  when status = 'stopped' then stopped_on end`

const sumOf = (name: string) => sql.raw(`coalesce(sum(${name}), 0)::bigint as ${name}`)

/** Σ of a part's volume and rates, and how many of its days had some of each: `outside` those on which none were owed. */
const SUMS = sql.join(
  ['volume', 'volume_days', 'volume_outside']
    .concat(
      ['replied', 'reply_base', 'reply_days', 'reply_outside'],
      ['within_3min', 'within_3min_base', 'within_3min_days', 'within_3min_outside'],
    )
    .map(sumOf),
)

/** A column of whole months and the same of single days: sums, then on how many days, then on how many that owed none. */
const MONTH = sql`volume, volume_days, volume_days * outside, replied, reply_base, reply_days, reply_days * outside,
  within_3min, within_3min_base, within_3min_days, within_3min_days * outside`

/** Whole months as they are kept, and single days, as rows of one kind. */
function partsSql(months: Day[]) {
  return sql`part (store_id, volume, volume_days, volume_outside, replied, reply_base, reply_days, reply_outside,
        within_3min, within_3min_base, within_3min_days, within_3min_outside) as (
      select store_id, ${MONTH}
      from (select kept.*, (not coalesce(month_on between began_on and serves_to, false))::int as outside
        from served join store_month kept using (store_id)
        where month_on = any(${months}::date[]) and month_on <> began_month
          and month_on is distinct from ended_month) kept
      union all
      select store_id, volume, had_volume, had_volume * outside, replied, reply_base, had_reply, had_reply * outside,
        within_3min, within_3min_base, had_3min, had_3min * outside
      from (select *, (volume is not null)::int as had_volume, (reply_base is not null)::int as had_reply,
          (within_3min_base is not null)::int as had_3min,
          (not coalesce(on_day between began_on and serves_to, false))::int as outside
        from single) day)`
}

/**
 * Tables that follow `chosen` of `storeDays`: `period_sum` has for every chosen store what its figures of a period come
 * to, and `owed`, the days on which figures are expected. Whole months come from the sums that are kept of each month
 * (docs/decisions/040), so that a long period reads little; the days around them, and the months in which a store began
 * or stopped, come from the days, looked up span by span: without the `offset` all days of a store would be read and those
 * of the span picked afterwards.
 */
export function periodSums(period: Days) {
  const { months, days } = partsOf(period)
  const [froms, tos] = [days.map(({ from }) => from), days.map(({ to }) => to)]
  return sql`
    served as (
      select store_id, began_on, serves_to, date_trunc('month', began_on)::date as began_month,
        date_trunc('month', serves_to)::date as ended_month
      from (select *, ${SERVES_TO} as serves_to from chosen) chosen),
    single as (
      select served.*, day.*
      from served
        cross join lateral (
          select from_on, to_on from unnest(${froms}::date[], ${tos}::date[]) as around (from_on, to_on)
          union select month, (month + interval '1 month - 1 day')::date from (values (began_month), (ended_month))
            as edge (month) where month = any(${months}::date[])) span
        join lateral (
          select on_day, coalesce(consult_users, consult_sessions, handled_users) as volume,
            case when reply_base is not null then replied end as replied,
            case when replied is not null then reply_base end as reply_base,
            case when within_3min_base is not null then within_3min end as within_3min,
            case when within_3min is not null then within_3min_base end as within_3min_base
          from store_daily where store_id = served.store_id and on_day between span.from_on and span.to_on
          offset 0) day on true),
    ${partsSql(months)},
    period_sum as (
      select store_id, case when serves_to is null then 0 else greatest(0,
          least(${period.to}::date, serves_to) - greatest(${period.from}::date, began_on) + 1) end as owed, ${SUMS}
      from served left join part using (store_id)
      group by store_id, serves_to, began_on)`
}
