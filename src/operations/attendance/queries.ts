import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

/** The days to query, both ends included. */
interface DaySpan {
  from: Day
  to: Day
}

/**
 * SQL of the spans (`store_id, from_on, to_on`), clipped to the days, in which stores were in trial or in service. If a
 * store has two states from the same day, the later row counts. `stores` is the SQL of their ids.
 */
export function runningSpans(stores: RawBuilder<unknown>, { from, to }: DaySpan) {
  return sql`select store_id, greatest(from_on, ${from}::date) as from_on, least(to_on, ${to}::date) as to_on
    from (select s.store_id, s.status, s.from_on,
        lead(s.from_on) over (partition by s.store_id order by s.from_on, s.id) - 1 as to_on
      from store_state s where s.from_on <= ${to} and s.store_id in (${stores})) state
    where status in ('trial', 'serving') and coalesce(to_on, ${to}::date) >= greatest(from_on, ${from}::date)`
}

/**
 * SQL of the spans (`staff_id, from_on, to_on`), clipped to the days, in which staff were disabled or had left. A state
 * replaces every state entered before it from its own first day on.
 */
export function inactiveSpans({ from, to }: DaySpan) {
  return sql`select staff_id, greatest(from_on, ${from}::date) as from_on, least(to_on, ${to}::date) as to_on
    from (select s.staff_id, s.status, s.from_on,
        lead(s.from_on) over (partition by s.staff_id order by s.from_on, s.id) - 1 as to_on
      from staff_state s where s.from_on <= ${to} and not exists (
        select from staff_state later where later.staff_id = s.staff_id and later.id > s.id
          and later.from_on <= s.from_on)) state
    where status <> 'active' and coalesce(to_on, ${to}::date) >= ${from}::date`
}

/** SQL of the first day of a `staff` row with the company: `hired_on`, or else the day on which the row was created. */
export const FIRST_DAY = sql<Day>`coalesce(staff.hired_on, (staff.created_at at time zone 'Asia/Shanghai')::date)`

/** SQL condition: a `staff` row was with the company on one of the days, and not disabled or gone on all of them. */
export function wasEmployed({ from, to }: DaySpan) {
  return sql<boolean>`(${FIRST_DAY} <= ${to} and (staff.left_on is null or staff.left_on >= ${from})
    and not exists (select from (${inactiveSpans({ from, to })}) away where away.staff_id = staff.id
      and away.from_on = greatest(${FIRST_DAY}, ${from}::date)
      and away.to_on = least(staff.left_on, ${to}::date)))`
}

/** Returns the spans of the days in which staff of a company were disabled or had left, by staff id. */
export async function findInactiveSpans(
  db: Database,
  { companyCode, ...days }: DaySpan & { companyCode: string },
): Promise<Map<number, { fromOn: Day; toOn: Day }[]>> {
  const { rows } = await sql<{ staffId: number; fromOn: Day; toOn: Day }>`
    select away.staff_id, away.from_on, away.to_on from (${inactiveSpans(days)}) away
      join staff on staff.id = away.staff_id
      where staff.company_code = ${companyCode} order by away.staff_id, away.from_on`.execute(db)
  return Map.groupBy(rows, ({ staffId }) => staffId)
}
