import type { Day } from '#kit/calendar.ts'
import { headlineMetrics } from '#operations/replyRate.ts'
import { monthBefore } from '#reporting/reports/rules.ts'
import type { Statement } from '#testing/testStatements.ts'

/** A period of days. */
interface ReportPeriod {
  from: Day
  last: Day
}

const VOLUME = 'coalesce(consult_users, consult_sessions, handled_users)'

const DAYS = 'on_day between $1::date - 7 and $2 or on_day = $3'

/** The volumes of a week and its compared days, and the stores that owe figures: the start of every store report. */
const DAY = `select store_id, on_day, ${VOLUME} as v from store_daily where ${DAYS}`
const OWED = "store.status in ('trial', 'serving') and store.online_on <= $2"

/** The volumes that a store's last day is compared with, in one pass over its days. */
const COMPARED_DAYS = `max(v) filter (where on_day = $2) as volume, max(v) filter (where on_day = $2::date - 1) as day_before,
  max(v) filter (where on_day = $2::date - 7) as week_ago, max(v) filter (where on_day = $3) as month_ago,
  sum(v) filter (where on_day between $2::date - 7 and $2::date - 1) as sum7,
  count(v) filter (where on_day between $2::date - 7 and $2::date - 1) as days7`

/** The totals of rows: how many reported, their sum, and each comparison summed over the rows with both values. */
const TOTALS = `count(*), count(volume), sum(volume), ${['day_before', 'week_ago', 'month_ago']
  .map(
    (of) =>
      `sum(volume) filter (where ${of} is not null), sum(${of}) filter (where volume is not null), count(volume + ${of})`,
  )
  .join(', ')}`

/** The default order: missing figures, then large falls, then by volume, descending. */
const BY_NEED = `(volume is null) desc,
  coalesce(least(volume * 1.0 / nullif(day_before, 0), volume * days7 * 1.0 / nullif(sum7, 0)) <= 0.6, false) desc,
  volume desc nulls last, sum7 * 1.0 / nullif(days7, 0) desc nulls last`

/** The names of twenty rows, looked up by id. */
const NAMES = `join store on store.id = page.store_id join customer on customer.id = store.customer_id
  left join staff leader on leader.id = store.leader_id`

/** The stores of a day: the default order and the totals need the compared days of all stores. */
const ONE_DAY = `
  with one as (select store_id, ${COMPARED_DAYS} from (
        select store_id, on_day, ${VOLUME} as v from store_daily where on_day between $2::date - 7 and $2 or on_day = $3) day
      group by store_id),
    row as materialized (select store.id as store_id, volume, day_before, week_ago, month_ago, sum7, days7
      from store left join one on one.store_id = store.id where (${OWED} or volume is not null) and $1::date <= $2)
  select page.*, store.name, customer.name as customer, leader.name as leader, given.*,
    (select array[${TOTALS}] from row) as totals
  from (select * from row order by ${BY_NEED} limit 20) page ${NAMES}
    left join store_daily given on given.store_id = page.store_id and given.on_day = $2`

/** A row's volumes by day. */
const SERIES = `(select array_agg(${VOLUME} order by on_day) from store_daily d
  where d.store_id = page.store_id and d.on_day between $1 and $2) as series`

/** Each store's week in one pass over its days, twenty stores by sum with their series, and the totals. */
const WEEK_OF_STORES = `
  with one as (select store_id, sum(v) filter (where on_day between $1 and $2) as sum,
        count(v) filter (where on_day between $1 and $2) as days, ${COMPARED_DAYS} from (${DAY}) day group by store_id),
    row as materialized (select store.id as store_id, sum, days, least($2 - store.online_on, $2 - $1::date) + 1 as owed, volume,
        day_before, week_ago, month_ago, sum7, days7
      from store left join one on one.store_id = store.id where ${OWED} or days > 0)
  select page.*, store.name, customer.name as customer, leader.name as leader, ${SERIES},
    (select array[${TOTALS}, sum(sum), sum(days), sum(owed), sum(sum7 / nullif(days7, 0))] from row) as totals
  from (select * from row order by sum desc nulls last limit 20) page ${NAMES}`

/** The same for customers: each comparison sums the stores of a customer with both values. */
const WEEK_OF_CUSTOMERS = `
  with one as (select store_id, sum(v) filter (where on_day between $1 and $2) as sum,
        count(v) filter (where on_day between $1 and $2) as days, ${COMPARED_DAYS} from (${DAY}) day group by store_id),
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

/** Rates: Σ/Σ of the week and of the last day in the platform's metric, the twenty stores farthest below target. */
const NUMERATOR = `case when platform in ('pdd', 'douyin', 'kuaishou') then within_3min else replied end`
const DENOMINATOR = `case when platform in ('pdd', 'douyin', 'kuaishou') then within_3min_base else reply_base end`
const RATES = `
  with one as (select store_id, sum(${NUMERATOR}) as part, sum(${DENOMINATOR}) as whole, count(${DENOMINATOR}) as days,
        max(${NUMERATOR}) filter (where on_day = $2) as numerator, max(${DENOMINATOR}) filter (where on_day = $2) as denominator,
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
 * The trend by day, compared with the week before over the stores with both values; and the eight stores with the
 * largest last day, and those with the largest falls.
 */
const OVERVIEW = `
  with day as materialized (${DAY}),
    one as materialized (select store_id, sum(v) filter (where on_day between $1 and $2) as sum,
      count(v) filter (where on_day between $1 and $2) as days, ${COMPARED_DAYS} from day group by store_id),
    top as (select * from one order by volume desc nulls last limit 8),
    fallen as (select * from one order by volume * 1.0 / nullif(day_before, 0) limit 8)
  select (select json_agg(t) from (
      select now.on_day, sum(now.v), count(now.v), sum(before.v), count(now.v + before.v),
        sum(now.v) filter (where before.v is not null) as both_now, sum(before.v) filter (where now.v is not null) as both_before
      from day now left join day before on before.store_id = now.store_id and before.on_day = now.on_day - 7
      where now.on_day between $1::date - 7 and $2 group by now.on_day) t) as trend,
    (select count(*) from store where ${OWED}) as owed,
    (select json_agg(t) from (select page.*, store.name, customer.name as customer, leader.name as leader, ${SERIES}
      from top page ${NAMES}) t) as top,
    (select json_agg(t) from (select page.*, store.name, customer.name as customer, leader.name as leader, ${SERIES}
      from fallen page ${NAMES}) t) as falls`

/** The sums of an agent's day that the report is computed from. */
const WORK = ['consult_users', 'frt_total_cs', 'frt_weight', 'art_total_cs', 'art_weight', 'satisfied']
  .concat('evaluated', 'inquiry_users', 'order_users')
  .map((column) => `sum(${column})::bigint as ${column}`)
  .join(', ')

const SUMS = WORK.replaceAll(/sum\((\w+)\)::bigint/g, 'sum($1) filter (where on_day >= $2::date - 6)')

const MONTH_AGO = `($2::date - interval '1 month')::date`

const nicksOn = (days: string) =>
  `select *, handled_users as volume from agent_daily where company_code = '001' and ${days}`

/**
 * The agents' week in one pass over the days of their nicks. The last day is compared with the seven days before it and
 * with the day a month before, so that no other days are read. An agent has several nicks, whose figures are first
 * summed by day. A day is expected of an agent who is assigned to a store, and counts if there are figures. The
 * statement does not read logs, rosters, absences and pauses of stores, since this data has none.
 */
const AGENTS = `
  with own as materialized (
      select account.staff_id, own.*
      from (${nicksOn('on_day between $2::date - 7 and $2')} union all ${nicksOn(`on_day = ${MONTH_AGO}`)}) own
        join agent_account account on account.store_id = own.store_id and account.nick = own.nick),
    day as materialized (
      select staff_id, on_day, sum(volume)::int as v, sum(volume) filter (where source = 'keyed') as keyed,
        bool_or('handled_users' = any(corrected)) as corrected, ${WORK}
      from own group by staff_id, on_day),
    places as (
      select staff_id, count(*) as stores
      from (select distinct staff_id, store_id from own where on_day >= $1 and volume is not null) store group by staff_id),
    month as (select staff_id, v as month_ago from day where on_day = ${MONTH_AGO}),
    days as (select $2::date - n as on_day from generate_series(0, 7) n),
    duty as (select distinct staff_id as id, on_day, true as of
      from (select distinct staff_id, from_on, to_on from store_assignment) span
        join days on on_day >= from_on and (to_on is null or on_day <= to_on)),
    cell as (
      select *, duty.of is not null as serving
      from (select id from staff where role = 2) agent cross join days
        left join duty using (id, on_day) left join (select staff_id as id, day.* from day) day using (id, on_day)),
    one as materialized (
      select id, sum(v) filter (where on_day >= $1) as sum, count(v) filter (where on_day >= $1) as reported,
        count(*) filter (where on_day >= $1 and (serving or v is not null)) as expected,
        bool_or(serving and v is null) filter (where on_day = $2) as missing,
        sum(v) filter (where on_day = $2) as volume, sum(v) filter (where on_day = $2::date - 1) as day_before,
        sum(v) filter (where on_day = $2::date - 7) as week_ago, sum(v) filter (where on_day < $2) as sum7,
        count(v) filter (where on_day < $2) as days7, count(*) filter (where corrected and on_day >= $1) as corrected,
        array_agg(v order by on_day) filter (where on_day >= $1) as series, sum(keyed) filter (where on_day >= $1) as keyed,
        ${SUMS}
      from cell group by id having bool_or(serving or v is not null)),
    agent as materialized (
      select one.*, staff.name, head.name as leader, stores, month_ago, (2 * sum7 + days7) / nullif(2 * days7, 0) as mean
      from one join staff using (id) join staff head on head.id = coalesce(staff.parent_id, staff.id)
        left join places on places.staff_id = one.id left join month on month.staff_id = one.id)
  select agent.*, totals.* from agent, (
      select count(*) as total, sum(sum) as sums, sum(reported) as all_reported, sum(expected) as all_expected,
        count(volume) as volumes, sum(volume) as all_volume, sum(mean) as means, sum(keyed) as all_keyed,
        sum(volume) filter (where day_before is not null) as now1, sum(day_before) filter (where volume is not null) as before1,
        sum(volume) filter (where week_ago is not null) as now7, sum(week_ago) filter (where volume is not null) as before7,
        sum(volume) filter (where month_ago is not null) as now30, sum(month_ago) filter (where volume is not null) as before30
      from agent) totals
  order by missing desc, coalesce(least(volume / nullif(day_before, 0), volume / nullif(mean, 0)) <= 0.6, false) desc,
    volume desc nulls last, mean desc nulls last, id limit 20`

/** Stores by the sum of a longer period, read from their days. */
export function sumsOf({ from, last }: ReportPeriod): Statement[] {
  const text = `select store_id, sum(${VOLUME}) as sum, count(*) as days from store_daily
    where on_day between $1 and $2 group by store_id order by sum desc limit 20`
  return [{ text, values: [from, last] }]
}

/** The least SQL over the days that returns as much as each report of a week. */
export function leastOf({ from, last }: ReportPeriod): Record<string, Statement[]> {
  const monthAgo = monthBefore(last)
  const values = [from, last, monthAgo]
  const one = (text: string): Statement[] => [{ text, values }]
  return {
    'one day’s rows': one(ONE_DAY),
    'a week’s stores': one(WEEK_OF_STORES),
    'a week’s overview': one(OVERVIEW),
    'a week’s reply rates': one(RATES),
    'a week’s customers': one(WEEK_OF_CUSTOMERS),
    'a week’s agents': [{ text: AGENTS, values: [from, last] }],
  }
}

/** SQL of a rate in basis points, and of the median of four values: rounded half up, in integer arithmetic. */
const bp = (part: string, base: string) => `(20000 * ${part} + ${base}) / nullif(2 * ${base}, 0)`
const medianOf = (four: string) =>
  `((${four.replaceAll(', ', ' + ')} - greatest(${four}) - least(${four}) + 1) / 2)`

/**
 * Number of ordinary weeks before the run's week that contain every baseline here: four, and some with a missing day.
 */
const WEEKS = 8

/** Replies count only on platforms whose metric is the reply rate. */
const OTHERS = Object.entries(headlineMetrics).flatMap(([name, of]) =>
  of === 'within3min' ? [`'${name}'`] : [],
)
const ofReplies = (column: string) =>
  `case when platform in (${OTHERS.join(', ')}) then 0 else coalesce(${column}, 0) end as ${column}`

/** SQL of one reason of a score. */
const reason = (key: string, points: string, value: string, of = 'null') =>
  `jsonb_build_object('key', '${key}', 'points', ${points}, 'value', ${value}, 'of', ${of})`

const eachOfFour = (column: string, name: string, from = 1) =>
  [0, 1, 2, 3].map((k) => `sum(${column}[${from + k}])::bigint as ${name}${k + 1}`).join(', ')

/**
 * A weekly run in one statement: reads the weeks in one pass, finds the same warnings and scores as our run, and writes
 * the same rows of `customer_week`, `store_week`, `warning` and `warning_event`. Relies on this data: all stores are in
 * service on all days, there are no included volumes, complaints, bills, custom thresholds or earlier warnings, and eight
 * ordinary weeks contain every baseline. Writes no notices and no log.
 */
export const WEEKLY_RUN = `
  with ordinary as (
      select back from generate_series(1, 24) back
      where not exists (select from promotion_period p where coalesce(p.company_code, '001') = '001'
          and p.from_on <= $1::date - 7 * back + 6 and p.to_on >= $1::date - 7 * back)
      order by back limit ${WEEKS}),
    week as (
      select store_id, ($1::date + 6 - on_day) / 7 as back, sum(${VOLUME})::int as v, count(${VOLUME})::int as days,
        sum(replied)::int as part, sum(reply_base)::int as base
      from store_daily where on_day between $1::date - 7 * (select greatest(max(back), 7) from ordinary) and $1::date + 6 group by 1, 2),
    course as (
      select store_id, max(v) filter (where back = 0) as now, max(days) filter (where back = 0) as days,
        array_agg(v order by back) filter (where days = 7 and counts) as vs,
        array_agg(back order by back) filter (where days = 7 and counts) as backs,
        sum(part) filter (where back < 4)::bigint as part, sum(base) filter (where back < 4)::bigint as base,
        sum(part) filter (where back between 4 and 7)::bigint as part_before,
        sum(base) filter (where back between 4 and 7)::bigint as base_before
      from (select week.*, back = 0 or back in (select back from ordinary) as counts from week) week group by store_id),
    part as materialized (
      select store.id, store.customer_id, store.company_code, target_reply_rate_bp as target, coalesce(now, 0) as now,
        coalesce(days, 0) as days, ${ofReplies('part')}, ${ofReplies('base')}, ${ofReplies('part_before')}, ${ofReplies('base_before')},
        case when backs[1] = 0 and cardinality(vs) >= 5 then vs[2:5] end as before,
        case when backs[1] = before_it and cardinality(vs) >= 5 then vs[1:5]
          when backs[2] = before_it and cardinality(vs) >= 6 then vs[2:6] end as earlier
      from store left join course on course.store_id = store.id, (select min(back) as before_it from ordinary) ordinary),
    rated as (select *, ${bp('part', 'base')} as rate, ${bp('part_before', 'base_before')} as was_rate from part),
    summed as (
      select customer_id, company_code, sum(now)::bigint as volume, 7 * count(*) as expected, sum(days)::int as reported,
        count(before) as stores, sum(now) filter (where before is not null)::bigint as compared, ${eachOfFour('before', 'b')},
        sum(earlier[1])::bigint as was, ${eachOfFour('earlier', 'e', 2)}, bool_or(days = 0) as is_absent,
        bool_or(now = 0 and ${medianOf('before[1], before[2], before[3], before[4]')} >= 7) as is_silent,
        count(rate) as rated, count(*) filter (where rate < target) as below, count(*) filter (where rate <= was_rate - 200) as worse
      from rated group by customer_id, company_code),
    compared as (
      select *, ${medianOf('b1, b2, b3, b4')} as baseline, ${medianOf('e1, e2, e3, e4')} as earlier,
        ${bp('compared', 'b3')} - 10000 as overall
      from summed),
    changed as (
      select *, ${bp('compared', 'baseline')} - 10000 as change, ${bp('was', 'earlier')} - 10000 as earlier_change
      from compared),
    scored as materialized (
      select *, case when change is null then jsonb_build_array(${reason('notCompared', '0', 'null')})
          when compared = 0 then jsonb_build_array(${reason('silent', '45', 'change')})
          else jsonb_build_array(${reason(
            'volume',
            'case when change <= -6000 then 35 when change <= -4000 then 28 when change <= -2500 then 18 when change <= -1000 then 8 else 0 end',
            'change',
          )}) || case when compared < b1 and b1 < b2 and b2 < b3 and overall <= -1500
              then jsonb_build_array(${reason('decline', '10', 'overall')}) else '[]' end end
        || jsonb_build_array(
          ${reason('belowTarget', 'case when below = 0 then 0 when below * 2 >= rated then 12 else 6 end', 'below', 'rated')},
          ${reason('ratesFell', 'case when worse > 0 then 8 else 0 end', 'worse', 'rated')},
          ${reason('complaints', '0', '0')}, ${reason('arrears', '0', '0')}) as reasons
      from changed),
    customers as (
      insert into customer_week (customer_id, week_on, company_code, volume, expected, reported, volume_of, compared_stores,
        compared_volume, baseline, change_bp, score, risk_parts, score_version)
      select customer_id, $1, company_code, case when reported > 0 then volume end, expected, reported,
        case when reported > 0 then '{consultUsers}'::text[] else '{}' end, stores, compared, baseline, change,
        (select sum((one ->> 'points')::int) from jsonb_array_elements(reasons) one), reasons, 2
      from scored),
    stores as (
      insert into store_week (store_id, week_on, customer_id, company_code, volume, expected, reported, volume_of, before,
        target_bp, reply_part, reply_base, reply_part_before, reply_base_before)
      select id, $1, customer_id, company_code, now, 7, days, case when days > 0 then '{consultUsers}'::text[] else '{}' end,
        before, target, part, base, part_before, base_before
      from part),
    warnings as (
      insert into warning (company_code, customer_id, week_on, kind, level, value, created_at, updated_at)
      select company_code, customer_id, $1, kind, level, value, now(), now()
      from scored cross join lateral (
        select 'zero' as kind, case when compared = 0 then 'red' else 'yellow' end as level, change as value
          where change is not null and (compared = 0 or is_silent)
        union all select 'fall', case when earlier_change <= -4000 then 'red' else 'yellow' end, change
          where compared > 0 and change <= -4000
        union all select 'missing', case when is_absent then 'red' else 'yellow' end, expected - reported
          where reported < expected) found
      returning id)
  insert into warning_event (warning_id, at, status) select id, now(), 'pending' from warnings`

/** Deletes the rows of a run, so that the next one writes all of them again. */
export const DELETE_WEEKLY_RUN = [
  'set session_replication_role = replica',
  'delete from warning_event',
  'delete from warning',
  'delete from store_week',
  'delete from customer_week',
  'delete from warning_run',
  "delete from notice where kind = 'warning'",
  'set session_replication_role = origin',
  'vacuum analyze customer_week, store_week, warning, warning_event, notice',
]
