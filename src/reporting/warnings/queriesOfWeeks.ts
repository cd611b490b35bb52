import { sql } from 'kysely'
import { headlineMetrics } from '#clients/stores/rules.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays } from '#kit/calendar.ts'
import type { QuotaPart } from './findings.ts'
import { addWeeks, SEARCHED_WEEKS, sundayOf } from './weeks.ts'

/** The run of 下降 two weeks running looks one more ordinary week back. */
const READ_WEEKS = 2 * SEARCHED_WEEKS

/** A store's week as the tables have it. */
export interface StoreWeekRow {
  customerId: number
  storeId: number
  weekOn: Day
  volume: number
  expected: number
  reported: number
  volumeOf: ('consultUsers' | 'consultSessions' | 'handledUsers')[]
}

/** V of domain.md: consult users, else consult sessions, else handled users. */
const VOLUME = sql`coalesce(d.consult_users, d.consult_sessions, d.handled_users)`

const VOLUME_OF = sql`array_remove(array[
  case when bool_or(d.consult_users is not null) then 'consultUsers' end,
  case when bool_or(d.consult_users is null and d.consult_sessions is not null) then 'consultSessions' end,
  case when bool_or(d.consult_users is null and d.consult_sessions is null and d.handled_users is not null)
    then 'handledUsers' end], null)`

/** The stores of the customers and, by day, the states in which they were: of two rows of a day the later counts. */
function stores(customerIds: readonly number[]) {
  return sql`chosen as materialized (
      select id as store_id, customer_id from store where customer_id = any(${[...customerIds]})),
    span as materialized (
      select s.store_id, s.status, s.from_on,
        lead(s.from_on) over (partition by s.store_id order by s.from_on, s.id) as next_on
      from store_state s join chosen using (store_id)),
    served as (
      select store_id, from_on, next_on from span
      where status in ('trial', 'serving') and (next_on is null or next_on > from_on))`
}

/**
 * The weeks of the stores of customers, from as far back as a baseline may reach up to the given one. Days are owed while
 * a store was on trial or in service by its states, so that a later pause or stop does not change a week that is over.
 */
export async function findStoreWeeks(db: Database, customerIds: readonly number[], weekOn: Day) {
  const first = addWeeks(weekOn, -READ_WEEKS)
  const { rows } = await sql<StoreWeekRow>`with ${stores(customerIds)},
    owed as (
      select store_id, week_on,
        sum(least(next_on - 1, week_on + 6) - greatest(from_on, week_on) + 1) as expected
      from served join (select ${first}::date + 7 * n as week_on from generate_series(0, ${READ_WEEKS}::int) n) week
        on from_on <= week_on + 6 and (next_on is null or next_on > week_on)
      group by store_id, week_on),
    given as (
      select d.store_id, date_trunc('week', d.on_day)::date as week_on, sum(${VOLUME}) as volume,
        count(${VOLUME}) filter (where served.store_id is not null) as reported, ${VOLUME_OF} as volume_of
      from chosen join store_daily d on d.store_id = chosen.store_id
          and d.on_day between ${first} and ${sundayOf(weekOn)}
        left join served on served.store_id = d.store_id and d.on_day >= served.from_on
          and (served.next_on is null or d.on_day < served.next_on)
      group by 1, 2)
    select customer_id, store_id, week_on, coalesce(volume, 0) as volume, coalesce(expected, 0) as expected,
      coalesce(reported, 0) as reported, coalesce(volume_of, '{}') as volume_of
    from owed full join given using (store_id, week_on) join chosen using (store_id)
    order by store_id, week_on`.execute(db)
  return rows
}

/** The first day on which a store of each customer was on trial or in service. */
export async function findBeginnings(db: Database, customerIds: readonly number[]) {
  const { rows } = await sql<{ customerId: number; beganOn: Day }>`with ${stores(customerIds)}
    select customer_id, min(from_on) as began_on from served join chosen using (store_id) group by customer_id`.execute(
    db,
  )
  return new Map(rows.map(({ customerId, beganOn }) => [customerId, beganOn]))
}

/** The week's days in service under terms with an included volume, per store and agreement. */
export async function findQuota(db: Database, customerIds: readonly number[], weekOn: Day) {
  const { rows } = await sql<QuotaPart & { customerId: number }>`with ${stores(customerIds)},
    agreed as (
      select t.id, t.store_id, t.pricing, t.from_on,
        lead(t.from_on) over (partition by t.store_id order by t.from_on) as next_on
      from store_terms t join chosen using (store_id) where t.replaced_at is null)
    select chosen.customer_id, chosen.store_id, sum((agreed.pricing ->> 'includedDaily')::int) as included,
      coalesce(sum(${VOLUME}), 0) as volume, (agreed.pricing ->> 'overageCents')::bigint as overage_cents
    from chosen cross join (select ${weekOn}::date + n as on_day from generate_series(0, 6) n) day
      join span on span.store_id = chosen.store_id and span.status = 'serving' and day.on_day >= span.from_on
        and (span.next_on is null or day.on_day < span.next_on)
      join agreed on agreed.store_id = chosen.store_id and day.on_day >= agreed.from_on
        and (agreed.next_on is null or day.on_day < agreed.next_on)
      left join store_daily d on d.store_id = chosen.store_id and d.on_day = day.on_day
    where agreed.pricing ->> 'model' = 'included'
    group by chosen.customer_id, chosen.store_id, agreed.id, agreed.pricing
    order by chosen.store_id, agreed.id`.execute(db)
  return rows
}

interface ReplyRow {
  customerId: number
  storeId: number
  targetBp: number | null
  part: number
  base: number
  partBefore: number
  baseBefore: number
}

const platformsOf = (metric: 'replied' | 'within3min') =>
  Object.entries(headlineMetrics).flatMap(([platform, own]) => (own === metric ? [platform] : []))

/** Whether a day's headline metric is the reply rate: by the platform, else whichever the day gives, reply rate first. */
const BY_REPLIES = sql`(store.platform = any(${platformsOf('replied')})
  or (store.platform <> all(${platformsOf('within3min')}) and d.reply_base is not null))`

/** Replies by the platform's own metric: Σ of the four weeks up to the given one, and of the four before. */
export async function findReplies(db: Database, customerIds: readonly number[], weekOn: Day) {
  const [middle, first, last] = [addWeeks(weekOn, -3), addWeeks(weekOn, -7), sundayOf(weekOn)]
  const within = (from: Day, to: Day) => sql`d.on_day between ${from} and ${to}`
  const [now, before] = [within(middle, last), within(first, addDays(middle, -1))]
  const sum = (of: 'part' | 'base', when: typeof now) =>
    sql`coalesce(sum(${sql.ref(of)}) filter (where ${when}), 0)`
  const { rows } = await sql<ReplyRow>`
    select store.customer_id, store.id as store_id, store.target_reply_rate_bp as target_bp,
      ${sum('part', now)} as part, ${sum('base', now)} as base,
      ${sum('part', before)} as part_before, ${sum('base', before)} as base_before
    from store join store_daily d on d.store_id = store.id and d.on_day between ${first} and ${last},
      lateral (select
        case when ${BY_REPLIES} then d.replied else d.within_3min end as part,
        case when ${BY_REPLIES} then d.reply_base else d.within_3min_base end as base) metric
    where store.customer_id = any(${[...customerIds]})
    group by store.id order by store.id`.execute(db)
  return rows.map(({ customerId, storeId, targetBp, part, base, partBefore, baseBefore }) => ({
    ...{ customerId, storeId, targetBp },
    ...{ now: { part, base }, before: { part: partBefore, base: baseBefore } },
  }))
}

/** How many notes of each customer within these days are marked as complaints. */
export async function countComplaints(
  db: Database,
  customerIds: readonly number[],
  { from, to }: { from: Day; to: Day },
) {
  const rows = await db
    .selectFrom('customerNote')
    .select(['customerId', sql<number>`count(*)`.as('count')])
    .where('customerId', 'in', customerIds)
    .where('complaint', '=', true)
    .where(sql<boolean>`created_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
      and created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
    .groupBy('customerId')
    .execute()
  return new Map(rows.map(({ customerId, count }) => [customerId, count]))
}
