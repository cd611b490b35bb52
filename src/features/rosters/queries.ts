import { sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Assignment } from '#features/store-assignments/contract.ts'
import type { Day } from '#kit/calendar.ts'

/** Somebody who works a shift on a day, and hence owes its log. */
export interface Rostered {
  staffId: number
  on: Day
  shift: Assignment['shift']
}

export interface RosteredFilter {
  companyCode: string
  from: Day
  to: Day
  staffIds?: readonly number[]
}

/**
 * Who works which shift on which day. A person who has any entry in a week is planned for that week, and the plan alone
 * counts; for whoever has none, the shifts of the assignments of each day do, at stores that owe that day's figures
 * (decision 009). Days before a person came or after they left are nobody's. In the order of day, person and shift.
 */
export async function rosteredOn(
  db: Database,
  { companyCode, from, to, staffIds }: RosteredFilter,
): Promise<Rostered[]> {
  const { rows } = await sql<Rostered>`
    with person as materialized (
      select id, hired_on, left_on from staff where company_code = ${companyCode} and role = ${ROLES.agent}
        and status <> 'disabled' and (${staffIds === undefined} or id = any(${[...(staffIds ?? [])]}::int[]))),
    planned as (
      select staff_id, on_day, shift from roster_shift join person on person.id = staff_id
        where on_day between ${from} and ${to} and shift not in ('rest', 'leave')),
    assigned as (
      select distinct a.staff_id, day.on_day, a.shift
        from person join store_assignment a on a.staff_id = person.id join store on store.id = a.store_id
          cross join lateral (select n::date as on_day from generate_series(greatest(a.from_on, ${from}::date),
            least(a.to_on, ${to}::date), interval '1 day') n) day
        where a.from_on <= ${to} and (a.to_on is null or a.to_on >= ${from})
          and not exists (select 1 from roster_shift r where r.staff_id = a.staff_id
            and r.on_day between date_trunc('week', day.on_day)::date and date_trunc('week', day.on_day)::date + 6)
          and day.on_day >= coalesce(least(store.trial_on, store.online_on),
            (store.created_at at time zone 'Asia/Shanghai')::date)
          and (store.status in ('trial', 'serving')
            or (store.status = 'stopped' and day.on_day <= store.stopped_on)))
    select staff_id, on_day as on, shift
      from (select * from planned union all select * from assigned) worked join person on person.id = staff_id
      where (hired_on is null or on_day >= hired_on) and (left_on is null or on_day <= left_on)
      order by on_day, staff_id, array_position(array['morning', 'middle', 'evening', 'night'], shift)`.execute(
    db,
  )
  return rows
}
