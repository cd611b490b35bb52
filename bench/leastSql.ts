import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import type { Statement } from './capture.ts'

/** A period of days. */
interface Asked {
  from: Day
  last: Day
}

const VOLUME = 'coalesce(consult_users, consult_sessions, handled_users)'

const DAYS = 'on_day between $1::date - 7 and $2 or on_day = $3'

/** V of each store and day that a week is told by, and which stores owe figures: what every report of stores begins with. */
const DAY = `select store_id, on_day, ${VOLUME} as v from store_daily where ${DAYS}`
const OWED = "store.status in ('trial', 'serving') and store.online_on <= $2"

/** What a store's last day is set beside, in one pass over its days. */
const BESIDE = `max(v) filter (where on_day = $2) as volume, max(v) filter (where on_day = $2::date - 1) as day_before,
  max(v) filter (where on_day = $2::date - 7) as week_ago, max(v) filter (where on_day = $3) as month_ago,
  sum(v) filter (where on_day between $2::date - 7 and $2::date - 1) as sum7,
  count(v) filter (where on_day between $2::date - 7 and $2::date - 1) as days7`

/** The totals of rows: how many reported, their Σ, and Σ of each comparison over those known on both sides. */
const TOTALS = `count(*), count(volume), sum(volume), ${['day_before', 'week_ago', 'month_ago']
  .map(
    (of) =>
      `sum(volume) filter (where ${of} is not null), sum(${of}) filter (where volume is not null), count(volume + ${of})`,
  )
  .join(', ')}`

/** The usual order: what is missing, then large falls, then the largest. */
const BY_NEED = `(volume is null) desc,
  coalesce(least(volume * 1.0 / nullif(day_before, 0), volume * days7 * 1.0 / nullif(sum7, 0)) <= 0.6, false) desc,
  volume desc nulls last, sum7 * 1.0 / nullif(days7, 0) desc nulls last`

/** The names that twenty rows show, each looked up by its number. */
const NAMES = `join store on store.id = page.store_id join customer on customer.id = store.customer_id
  left join staff leader on leader.id = store.leader_id`

/** The stores of a day: the usual order and the totals ask all of them for the days that they are set beside. */
const ONE_DAY = `
  with one as (select store_id, ${BESIDE} from (
        select store_id, on_day, ${VOLUME} as v from store_daily where on_day between $2::date - 7 and $2 or on_day = $3) day
      group by store_id),
    row as materialized (select store.id as store_id, volume, day_before, week_ago, month_ago, sum7, days7
      from store left join one on one.store_id = store.id where (${OWED} or volume is not null) and $1::date <= $2)
  select page.*, store.name, customer.name as customer, leader.name as leader, given.*,
    (select array[${TOTALS}] from row) as totals
  from (select * from row order by ${BY_NEED} limit 20) page ${NAMES}
    left join store_daily given on given.store_id = page.store_id and given.on_day = $2`

/** A page's course, day by day. */
const COURSE = `(select array_agg(${VOLUME} order by on_day) from store_daily d
  where d.store_id = page.store_id and d.on_day between $1 and $2) as series`

/** Every store's week in one pass over its days, twenty by the sum with their course, and what all come to. */
const WEEK_OF_STORES = `
  with one as (select store_id, sum(v) filter (where on_day between $1 and $2) as sum,
        count(v) filter (where on_day between $1 and $2) as days, ${BESIDE} from (${DAY}) day group by store_id),
    row as materialized (select store.id as store_id, sum, days, least($2 - store.online_on, $2 - $1::date) + 1 as owed, volume,
        day_before, week_ago, month_ago, sum7, days7
      from store left join one on one.store_id = store.id where ${OWED} or days > 0)
  select page.*, store.name, customer.name as customer, leader.name as leader, ${COURSE},
    (select array[${TOTALS}, sum(sum), sum(days), sum(owed), sum(sum7 / nullif(days7, 0))] from row) as totals
  from (select * from row order by sum desc nulls last limit 20) page ${NAMES}`

/** The same of customers: each comparison is Σ over those stores of a customer that are known on both sides. */
const WEEK_OF_CUSTOMERS = `
  with one as (select store_id, sum(v) filter (where on_day between $1 and $2) as sum,
        count(v) filter (where on_day between $1 and $2) as days, ${BESIDE} from (${DAY}) day group by store_id),
    row as materialized (select store.customer_id, sum(sum) as sum, sum(days) as days,
        sum(least($2 - store.online_on, $2 - $1::date) + 1) as owed, sum(volume) as volume, count(volume) as reported,
        sum(sum7 * 1.0 / nullif(days7, 0)) as mean, ${['day_before', 'week_ago', 'month_ago']
          .map(
            (of) => `sum(volume) filter (where ${of} is not null) as ${of}_now,
              sum(${of}) filter (where volume is not null) as ${of}_before, count(volume + ${of}) as ${of}_pairs`,
          )
          .join(', ')}
      from store left join one on one.store_id = store.id where ${OWED} or days > 0 group by store.customer_id)
  select page.*, customer.name, owner.name as owner,
    (select array_agg(v order by on_day) from (select on_day, sum(${VOLUME}) as v from store_daily d
      join store on store.id = d.store_id where store.customer_id = page.customer_id and on_day between $1 and $2 group by on_day) c) as series,
    (select array[count(*), sum(sum), sum(days), sum(owed), sum(volume), sum(reported), sum(mean), sum(day_before_now),
      sum(day_before_before), sum(week_ago_now), sum(week_ago_before), sum(month_ago_now), sum(month_ago_before)] from row) as totals
  from (select * from row order by (reported = 0) desc,
      coalesce(least(day_before_now * 1.0 / nullif(day_before_before, 0), volume / nullif(mean, 0)) <= 0.6, false) desc,
      volume desc nulls last limit 20) page
    join customer on customer.id = page.customer_id join staff owner on owner.id = customer.owner_id`

/** Rates: Σ/Σ of the week and of the last day in the metric of the platform, twenty farthest under their target. */
const PART = `case when platform in ('pdd', 'douyin', 'kuaishou') then within_3min else replied end`
const WHOLE = `case when platform in ('pdd', 'douyin', 'kuaishou') then within_3min_base else reply_base end`
const RATES = `
  with one as (select store_id, sum(${PART}) as part, sum(${WHOLE}) as whole, count(${WHOLE}) as days,
        max(${PART}) filter (where on_day = $2) as numerator, max(${WHOLE}) filter (where on_day = $2) as denominator,
        sum(frt_total_cs) filter (where on_day = $2) as frt, sum(frt_weight) filter (where on_day = $2) as frt_weight,
        sum(art_total_cs) filter (where on_day = $2) as art, sum(art_weight) filter (where on_day = $2) as art_weight
      from store_daily join store on store.id = store_id where on_day between $1 and $2 group by store_id),
    row as materialized (select store.id as store_id, platform in ('pdd', 'douyin', 'kuaishou') as metric, part, whole, days,
        least($2 - store.online_on, $2 - $1::date) + 1 as owed, numerator, denominator, frt, frt_weight, art, art_weight,
        numerator * 10000.0 / nullif(denominator, 0) - target_reply_rate_bp as gap,
        part * 10000.0 / nullif(whole, 0) < target_reply_rate_bp as is_below
      from store left join one on one.store_id = store.id where ${OWED} or days > 0)
  select page.*, store.name, customer.name as customer, leader.name as leader,
    (select array_agg(array[store_daily.replied, store_daily.reply_base, store_daily.within_3min, store_daily.within_3min_base] order by on_day)
      from store_daily where store_id = page.store_id
        and (on_day between $2::date - 7 and $2 or on_day = $3)) as series,
    (select json_agg(t) from (select metric, count(*) as n, sum(numerator) as a, sum(denominator) as b, count(denominator) as c,
      count(*) filter (where gap < 0) as d, sum(frt) as e, sum(frt_weight) as f, sum(art) as g, sum(art_weight) as h, sum(part) as i,
      sum(whole) as j, sum(days) as k, sum(owed) as l, count(*) filter (where is_below) as m from row group by metric) t) as totals
  from (select * from row order by (denominator is null) desc, gap nulls last limit 20) page ${NAMES}`

/**
 * The course by day, each day beside the same of the week before over the stores that are known on both, and of the stores
 * the eight with the largest last day and those that fell most.
 */
const OVERVIEW = `
  with day as materialized (${DAY}),
    one as materialized (select store_id, sum(v) filter (where on_day between $1 and $2) as sum,
      count(v) filter (where on_day between $1 and $2) as days, ${BESIDE} from day group by store_id),
    top as (select * from one order by volume desc nulls last limit 8),
    fallen as (select * from one order by volume * 1.0 / nullif(day_before, 0) limit 8)
  select (select json_agg(t) from (
      select now.on_day, sum(now.v), count(now.v), sum(before.v), count(now.v + before.v),
        sum(now.v) filter (where before.v is not null) as both_now, sum(before.v) filter (where now.v is not null) as both_before
      from day now left join day before on before.store_id = now.store_id and before.on_day = now.on_day - 7
      where now.on_day between $1::date - 7 and $2 group by now.on_day) t) as trend,
    (select count(*) from store where ${OWED}) as owed,
    (select json_agg(t) from (select page.*, store.name, customer.name as customer, leader.name as leader, ${COURSE}
      from top page ${NAMES}) t) as top,
    (select json_agg(t) from (select page.*, store.name, customer.name as customer, leader.name as leader, ${COURSE}
      from fallen page ${NAMES}) t) as falls`

/** Each agent's week in one pass over the days of the nicks. */
const weekOfAgents = (days: string) => `
  with day as materialized (${days}),
    one as (select staff_id as key,
      sum(volume) filter (where on_day >= $1) as sum, count(volume) filter (where on_day >= $1) as days,
      sum(volume) filter (where on_day = $2) as volume, sum(volume) filter (where on_day = $2::date - 1) as day_before,
      sum(volume) filter (where on_day = $2::date - 7) as week_ago, sum(volume) filter (where on_day = $3) as month_ago,
      avg(volume) filter (where on_day between $2::date - 7 and $2::date - 1) as mean,
      array_agg(volume order by on_day) filter (where on_day >= $1) as series
    from day group by staff_id)
  select one.*, (select array[sum(sum), sum(days), sum(volume), sum(day_before), sum(week_ago), sum(month_ago)] from one) totals
  from one order by sum desc nulls last limit 20`

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
  // Two ranges of the index by day, which the planner does not make of an "or".
  const nicks = (days: string) => `select store_id, nick, on_day, handled_users as volume from agent_daily
    where company_code = '001' and ${days}`
  const ofAgents = `select account.staff_id, on_day, volume
    from (${nicks('on_day between $1::date - 7 and $2')} union all ${nicks('on_day = $3')}) own
      join agent_account account on account.store_id = own.store_id and account.nick = own.nick`
  return {
    'one day’s rows': one(ONE_DAY),
    'a week’s stores': one(WEEK_OF_STORES),
    'a week’s overview': one(OVERVIEW),
    'a week’s reply rates': one(RATES),
    'a week’s customers': one(WEEK_OF_CUSTOMERS),
    'a week’s agents': one(weekOfAgents(ofAgents)),
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
