import type { Statement } from '#app/testStatements.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'

/** A period of days. */
interface Asked {
  from: Day
  last: Day
}

/** How a report's rows are told apart, what is summed of a day, and from which table. */
interface Shape {
  key: string
  value: string
  days: string
}

const VOLUME = 'coalesce(consult_users, consult_sessions, handled_users)'

/**
 * Every row's week in one pass over its days: sum, days, the last day, the three that it is compared with, the mean of
 * the seven before, the course; twenty rows by the sum, and what all come to. What the reports say beside it (names apart)
 * is worked out from no other row of these tables.
 */
const weekBy = ({ key, value, days }: Shape) => `
  with day as materialized (${days}),
    one as (select ${key} as key,
      sum(v) filter (where on_day >= $1) as sum, count(v) filter (where on_day >= $1) as days,
      sum(v) filter (where on_day = $2) as volume, sum(v) filter (where on_day = $2::date - 1) as day_before,
      sum(v) filter (where on_day = $2::date - 7) as week_ago, sum(v) filter (where on_day = $3) as month_ago,
      avg(v) filter (where on_day between $2::date - 7 and $2::date - 1) as mean,
      array_agg(v order by on_day) filter (where on_day >= $1) as series
    from (select *, ${value} as v from day) day group by ${key})
  select one.*, (select array[sum(sum), sum(days), sum(volume), sum(day_before), sum(week_ago), sum(month_ago)] from one) totals
  from one order by sum desc nulls last limit 20`

const DAYS = 'on_day between $1::date - 7 and $2 or on_day = $3'

const ofStores = (columns: string) => `select ${columns} from store_daily where ${DAYS}`

const ONE_DAY = `
  select store.id, store.name, ${VOLUME.replaceAll(/(\w+_\w+)/g, 'now.$1')} as volume,
    (select array_agg(${VOLUME} order by on_day) from store_daily before where before.store_id = store.id
      and (before.on_day between $2::date - 7 and $2::date - 1 or before.on_day = $3)) as before,
    count(*) over () as total
  from store left join store_daily now on now.store_id = store.id and now.on_day = $2
  where $1::date <= $2 order by volume desc nulls last limit 20`

/** The course by day, the sums by store and weekday and the ten greatest of them, beside the week before. */
const OVERVIEW = `
  with day as materialized (select store_id, on_day, ${VOLUME} as v from store_daily
      where on_day between $1::date - 7 and $2 or on_day = $3),
    store_sums as (select store_id, sum(v) filter (where on_day >= $1) as now,
      sum(v) filter (where on_day < $1) as before from day group by store_id),
    heat as (select store_id, extract(isodow from on_day) as weekday, sum(v) from day where on_day >= $1 group by 1, 2)
  select (select json_agg(t) from (select on_day, sum(v), count(v) from day group by on_day) t) as trend,
    (select json_agg(t) from (select * from store_sums order by now desc nulls last limit 10) t) as top,
    (select json_agg(t) from (select * from store_sums order by now - before limit 10) t) as falls,
    (select json_agg(h) from heat h where store_id in (select store_id from store_sums order by now desc limit 20)) as heat`

/** Stores by the sum of a longer period, read from its days. */
export function sumsOf({ from, last }: Asked): Statement[] {
  const text = `select store_id, sum(${VOLUME}) as sum, count(*) as days from store_daily
    where on_day between $1 and $2 group by store_id order by sum desc limit 20`
  return [{ text, values: [from, last] }]
}

/** For each report of a week: the least SQL over the days that says as much. */
export function leastOf({ from, last }: Asked): Record<string, Statement[]> {
  const monthAgo = addDays(last, -30)
  const values = [from, last, monthAgo]
  const one = (text: string): Statement[] => [{ text, values }]
  const rates = { key: 'store_id', value: 'replied::numeric / nullif(reply_base, 0)' }
  const ofCustomers = `select store.customer_id, on_day, ${VOLUME} as volume
    from store_daily join store on store.id = store_daily.store_id where ${DAYS}`
  // Two ranges of the index by day, which the planner does not make of an "or".
  const nicks = (days: string) => `select store_id, nick, on_day, handled_users as volume from agent_daily
    where company_code = '001' and ${days}`
  const ofAgents = `select account.staff_id, on_day, volume
    from (${nicks('on_day between $1::date - 7 and $2')} union all ${nicks('on_day = $3')}) own
      join agent_account account on account.store_id = own.store_id and account.nick = own.nick`
  return {
    'one day’s rows': one(ONE_DAY),
    'a week’s stores': one(
      weekBy({
        ...{ key: 'store_id', value: VOLUME },
        days: ofStores('store_id, on_day, consult_users, consult_sessions, handled_users'),
      }),
    ),
    'a week’s overview': one(OVERVIEW),
    'a week’s reply rates': one(
      weekBy({ ...rates, days: ofStores('store_id, on_day, replied, reply_base') }),
    ),
    'a week’s customers': one(weekBy({ key: 'customer_id', value: 'volume', days: ofCustomers })),
    'a week’s agents': one(weekBy({ key: 'staff_id', value: 'volume', days: ofAgents })),
  }
}

/**
 * What a weekly run has to know of each customer, and a row of it for each: eight weeks of each store, the mean of those
 * before, and the fall.
 */
export const WEIGHED = `
  with week as (select store.customer_id, store.id, floor((on_day - $1::date) / 7.0) as back, sum(${VOLUME}) as v, count(*) as days
      from store_daily join store on store.id = store_daily.store_id
      where on_day between $1::date - 56 and $1::date + 6 group by 1, 2, 3),
    own as (select customer_id, id, sum(v) filter (where back = 0) as now, avg(v) filter (where back < 0) as before
      from week group by 1, 2)
  select customer_id, sum(now) as now, sum(before) as before, 1 - sum(now) / nullif(sum(before), 0) as fall
  from own group by customer_id`
