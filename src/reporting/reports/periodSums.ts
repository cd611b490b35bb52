import { sql } from 'kysely'
import { planOfRange } from '#db/statements.ts'
import { addDays, type Day, monthOf } from '#kit/calendar.ts'
import { replyColumns } from '#operations/replyRate.ts'

/** A span of days, both inclusive. */
interface Days {
  from: Day
  to: Day
}

/** Splits a period into its whole months, as their first days, and the remaining days. */
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

/** The first day of the month after the given day's. */
function nextMonthOn(on: Day): Day {
  return `${monthOf(addDays(`${monthOf(on)}-28`, 4))}-01`
}

/** The summed columns by the name of their count; the names are the same in `store_day` and `store_month`. */
const SUMS = {
  volume: ['volume'],
  reply: replyColumns.replied,
  within_3min: replyColumns.within3min,
}

const each = (columns: (days: string, sums: readonly string[]) => readonly string[]) =>
  sql.raw(
    Object.entries(SUMS)
      .flatMap(([days, sums]) => columns(days, sums))
      .join(', '),
  )

/** For each count: the sums, the number of days with figures, and how many of these days owed none. */
const NAMES = each((days, sums) => [...sums, `${days}_days`, `${days}_outside`])
const TOTALS = each((days, sums) =>
  [...sums, `${days}_days`, `${days}_outside`].map((name) => `coalesce(sum(${name}), 0)::bigint as ${name}`),
)
const NOTHING = each((_, sums) => [...sums.map(() => '0::bigint'), '0::bigint', '0::bigint'])

/** The same columns computed from rows of `store_day`; `OWED` is the number of days that owe figures. */
const OWED = sql`count(*) filter (where d.expected)`
const OF_DAYS = each((days, sums) => [
  ...sums.map((name) => `coalesce(sum(d.${name}), 0)::bigint as ${name}`),
  `count(d.${sums[0]}) as ${days}_days`,
  `count(d.${sums[0]}) filter (where not d.expected) as ${days}_outside`,
])

/** The same columns from a stored month in which either all days or no days owe figures. */
const OF_MONTH = each((days, sums) => [
  ...sums.map((name) => `kept.${name}`),
  `kept.${days}_days::bigint`,
  `case when month.owed is null then kept.${days}_days else 0 end::bigint`,
])

/**
 * The spans in which the stores of `served` owe figures, from `from_on` to the day before `next_on`. Same rule as the
 * SQL function `store_days_of`.
 */
const OWED_SPANS = sql`
  select store_id, from_on, next_on from (
      select store_id, status, from_on, lead(from_on) over (partition by store_id order by from_on, id) as next_on
      from store_state where store_id in (select store_id from served)) state
    where status in ('trial', 'serving')
  union all
  select id, coalesce(least(trial_on, online_on), (created_at at time zone 'Asia/Shanghai')::date), stopped_on + 1
    from store where id in (select store_id from served) and (status in ('trial', 'serving') or stopped_on is not null)
      and status in ('trial', 'serving', 'stopped') and not exists (select from store_state where store_id = store.id)`

/**
 * Tables that follow `chosen`. `period_sum` has, per store, the sums of its figures in a period and `owed`, the number
 * of days on which figures are expected. A store without figures or owed days has no row. Whole months come from the
 * stored monthly sums (docs/decisions/040), so that a long period reads few rows. The remaining days, and the months in
 * which a store owes figures for some days only, are summed by day.
 */
export function periodSums(period: Days) {
  const { months, days } = partsOf(period)
  if (months.length === 0) {
    return sql`period_sum as (
      select d.store_id, ${OWED} as owed, ${OF_DAYS}
      from chosen join store_day d on d.store_id = chosen.store_id and d.on_day between ${period.from} and ${period.to}
      group by d.store_id)`
  }
  const [froms, tos] = [days.map(({ from }) => from), days.map(({ to }) => to)]
  return sql`${planOfRange(period.from, period.to)}
    served as materialized (select store_id from chosen),
    month as materialized (
      select store_id, month_on, next_month - month_on as length,
        sum(least(next_month, next_on) - greatest(month_on, from_on))::int as owed
      from (${OWED_SPANS}) span join (
          select month_on, (month_on + interval '1 month')::date as next_month from unnest(${months}::date[]) month_on) whole
        on from_on < next_month and (next_on is null or next_on > month_on and next_on > from_on)
      group by store_id, month_on, next_month),
    part (store_id, owed, ${NAMES}) as (
      select d.store_id, ${OWED}, ${OF_DAYS}
      from unnest(${froms}::date[], ${tos}::date[]) as around (from_on, to_on)
        join store_day d on d.on_day between from_on and to_on join served on served.store_id = d.store_id
      group by d.store_id
      union all
      select store_id, owed, ${NOTHING} from month
      union all
      select kept.store_id, 0, ${OF_MONTH}
      from served join store_month kept using (store_id) left join month using (store_id, month_on)
      where month_on = any(${months}::date[]) and (month.owed is null or month.owed = length)
      union all
      select month.store_id, 0, ${OF_DAYS}
      from month join store_day d on d.store_id = month.store_id
        and d.on_day between month_on and month_on + length - 1
      where month.owed < length group by month.store_id),
    period_sum as (
      select store_id, sum(owed)::bigint as owed, ${TOTALS} from part group by store_id)`
}
