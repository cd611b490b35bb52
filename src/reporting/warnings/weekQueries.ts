import { type SqlBool, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { planEachTime } from '#db/statements.ts'
import type { Day } from '#kit/calendar.ts'
import { platformsOf } from '#operations/replyRate.ts'
import type { QuotaPart } from './findings.ts'
import { addWeeks, SEARCHED_WEEKS, sundayOf } from './weeks.ts'

/** The oldest week that can affect a result: the start of the baseline search of the week before. */
export const oldestWeek = (weekOn: Day) => addWeeks(weekOn, -2 * SEARCHED_WEEKS)

/** A range of weeks by their Mondays, both inclusive. */
export interface Weeks {
  from: Day
  to: Day
}

/** A store's week as computed from the tables. */
export interface StoreWeekRow {
  customerId: number
  storeId: number
  weekOn: Day
  volume: number
  expected: number
  reported: number
  volumeOf: ('consultUsers' | 'consultSessions' | 'handledUsers')[]
  targetBp: number | null
  /** Replies by the platform's own metric; null if the store has no figures in the week. */
  replyPart: number | null
  replyBase: number | null
}

/** V of domain.md: consult users, else consult sessions, else handled users. */
const VOLUME = sql`coalesce(d.consult_users, d.consult_sessions, d.handled_users)`

/** The stores of the customers, and their states by day; if two states begin on the same day, the later row counts. */
function stores(customerIds: readonly number[]) {
  return sql`chosen as materialized (
      select id as store_id, customer_id, target_reply_rate_bp as target_bp
      from store where customer_id = any(${[...customerIds]}::int[])),
    span as materialized (
      select s.store_id, s.status, s.from_on,
        lead(s.from_on) over (partition by s.store_id order by s.from_on, s.id) as next_on
      from store_state s join chosen using (store_id)),
    served as (
      select store_id, from_on, next_on from span
      where status in ('trial', 'serving') and (next_on is null or next_on > from_on))`
}

/** Whether a day's metric is the reply rate: by platform, or for other platforms if the day has a reply rate. */
const BY_REPLIES = sql`(store.platform = any(${platformsOf('replied')})
  or (store.platform <> all(${platformsOf('within3min')}) and d.reply_base is not null))`

/** The weekday of a day, 0 for Monday. */
const WEEKDAY = sql`((d.on_day - date '2001-01-01') % 7)`

/** The column that provides a day's volume, as a bit; null without a volume. */
const VOLUME_BIT = sql`case when d.consult_users is not null then 1 when d.consult_sessions is not null then 2
  when d.handled_users is not null then 4 end`

/** The names of the columns whose bits are set. */
const VOLUME_OF = sql`array_remove(array[case when volume_bits & 1 > 0 then 'consultUsers' end,
  case when volume_bits & 2 > 0 then 'consultSessions' end, case when volume_bits & 4 > 0 then 'handledUsers' end], null)`

/**
 * The weeks of the customers' stores. Days are expected while a store was on trial or in service by its states, so that
 * a later pause or stop does not change a past week. The days of a week are bits, so that expected and reported days
 * are compared once per week. Planned for each execution: for all customers of a company PostgreSQL reads the days as
 * one range of the index by day, for a few customers store by store.
 */
export async function findStoreWeeks(db: Database, customerIds: readonly number[], { from, to }: Weeks) {
  const last = sundayOf(to)
  const { rows } = await sql<StoreWeekRow>`${planEachTime} with ${stores(customerIds)},
    owed as (
      select store_id, week_on,
        bit_or((2 << least(next_on - 1 - week_on, 6)) - (1 << greatest(from_on - week_on, 0))) as days
      from served join (select n::date as week_on from generate_series(${from}::date, ${to}::date, interval '7 days') n) week
        on from_on <= week_on + 6 and (next_on is null or next_on > week_on)
      group by store_id, week_on),
    given as (
      select d.store_id, d.on_day - ${WEEKDAY} as week_on, sum(${VOLUME}) as volume,
        bit_or(1 << ${WEEKDAY}) filter (where ${VOLUME} is not null) as days, bit_or(${VOLUME_BIT}) as volume_bits,
        coalesce(sum(case when ${BY_REPLIES} then d.replied else d.within_3min end), 0) as reply_part,
        coalesce(sum(case when ${BY_REPLIES} then d.reply_base else d.within_3min_base end), 0) as reply_base
      from store join store_daily d on d.store_id = store.id and d.on_day between ${from} and ${last}
      where store.customer_id = any(${[...customerIds]}::int[])
      group by 1, 2)
    select customer_id, store_id, week_on, coalesce(volume, 0) as volume,
      coalesce(bit_count(owed.days::bit(7)), 0)::int as expected,
      coalesce(bit_count((owed.days & given.days)::bit(7)), 0)::int as reported,
      ${VOLUME_OF} as volume_of, target_bp, reply_part, reply_base
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
        and d.on_day between ${weekOn} and ${sundayOf(weekOn)}
    where agreed.pricing ->> 'model' = 'included'
    group by chosen.customer_id, chosen.store_id, agreed.id, agreed.pricing
    order by chosen.store_id, agreed.id`.execute(db)
  return rows
}

/** The number of notes marked as complaints between two days, per customer. */
export async function countComplaints(
  db: Database,
  customerIds: readonly number[],
  { from, to }: { from: Day; to: Day },
) {
  const rows = await db
    .selectFrom('customerNote')
    .select(['customerId', sql<number>`count(*)`.as('count')])
    .where(sql<SqlBool>`customer_id = any(${[...customerIds]}::int[])`)
    .where('complaint', '=', true)
    .where(sql<boolean>`created_at >= (${from}::date)::timestamp at time zone 'Asia/Shanghai'
      and created_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`)
    .groupBy('customerId')
    .execute()
  return new Map(rows.map(({ customerId, count }) => [customerId, count]))
}
