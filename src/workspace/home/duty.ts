import { type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import { readableStores } from '#clients/scopes.ts'
import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Platform } from '#clients/stores/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { runningSpans } from '#operations/attendance/queries.ts'
import { findCells, findOnDuty, findRostered } from '#operations/rosters/queries.ts'
import type { Conflict, Gap } from './contract.ts'

type Shift = Assignment['shift']

// Everything that the home page knows about who works when: its only place that reads assignments and rosters.

/** The number of days, beginning today, in which gaps and contradictions are looked for. */
export const DUTY_DAYS = 7

/** A store at which a person works, and in which shifts. */
interface DutyStore {
  storeId: number
  storeName: string
  platform: Platform
  shifts: Shift[]
}

/**
 * The stores that a person is responsible for on a day, with the shifts; `off` names the rest or leave of a day without
 * duty. A person who works other shifts than the assigned ones serves the store in the first shift worked.
 */
export async function findDuty(db: Database, { id, companyCode }: Actor, on: Day) {
  const days = { from: on, to: on }
  const worked = (await findOnDuty(db, { companyCode, ...days, staffIds: [id] })).map(({ shift }) => shift)
  const [cell] = await findCells(db, [id], days)
  const entries = cell?.entries ?? []
  const off = (['leave', 'rest'] as const).find((entry) => entries.includes(entry)) ?? null
  const [first] = worked
  if (!first) return { off, stores: [] }
  const assigned = sql`select store_id from store_assignment where staff_id = ${id}`
  const { rows } = await sql<DutyStore>`
    select store.id as store_id, store.name as store_name, store.platform, array_agg(distinct a.shift) as shifts
    from store_assignment a join (${runningSpans(assigned, days)}) running using (store_id)
      join store on store.id = a.store_id
    where a.staff_id = ${id} and a.from_on <= ${on} and (a.to_on is null or a.to_on >= ${on})
    group by store.id order by store.platform, store.name_pinyin, store.id`.execute(db)
  const stores = rows.map((row) => {
    const both = worked.filter((shift) => row.shifts.includes(shift))
    return { ...row, shifts: both.length > 0 ? both : [first] }
  })
  return { off: null, stores }
}

/** A store's day on which nobody assigned to it works; `agents` are those who are assigned. */
interface StoreDay {
  storeId: number
  storeName: string
  platform: Platform
  on: Day
  agents: { id: number; name: string }[]
}

/**
 * The stores on trial or in service within reach that have a day without anybody on duty, today or in the days after
 * it: soonest first, with the first such day and the number of them.
 */
export async function findGaps(db: Database, actor: Actor, today: Day): Promise<Gap[]> {
  const span = { from: today, to: addDays(today, DUTY_DAYS - 1) }
  const { rows } = await sql<StoreDay>`
    select store.id as store_id, store.name as store_name, store.platform, day.on_day as on,
      coalesce((select json_agg(json_build_object('id', agent.id, 'name', agent.name) order by agent.name_pinyin)
        from (select distinct staff_id from store_assignment a where a.store_id = store.id
          and a.from_on <= day.on_day and (a.to_on is null or a.to_on >= day.on_day)) a
        join staff agent on agent.id = a.staff_id), '[]') as agents
    from (select * from store where ${readableStores(actor, today)}) store
      join (${runningSpans(sql`select id from store where company_code = ${actor.companyCode}`, span)}) running
        on running.store_id = store.id
      cross join lateral (select n::date as on_day
        from generate_series(running.from_on, running.to_on, interval '1 day') n) day
    order by day.on_day, store.name_pinyin, store.id`.execute(db)
  const staffIds = [...new Set(rows.flatMap(({ agents }) => agents.map(({ id }) => id)))]
  const working = await findOnDuty(db, { companyCode: actor.companyCode, ...span, staffIds })
  const present = new Set(working.map(({ staffId, on }) => `${staffId} ${on}`))
  const open = rows.filter(({ on, agents }) => !agents.some(({ id }) => present.has(`${id} ${on}`)))
  return [...Map.groupBy(open, ({ storeId }) => storeId).values()].flatMap((days) => {
    const [first] = days
    if (!first) return []
    const { storeId, storeName, platform, on, agents } = first
    return [{ storeId, storeName, platform, on, days: days.length, agents: agents.map(({ name }) => name) }]
  })
}

interface PlannedDay {
  staffId: number
  staffName: string
  on: Day
  assigned: Shift[]
}

/**
 * The days, today or after it, on which people of the team are rostered for other shifts than they are assigned to, and
 * so leave the assigned shift of a store without them. Listed, never refused.
 */
export async function findConflicts(db: Database, actor: Actor, today: Day): Promise<Conflict[]> {
  const span = { from: today, to: addDays(today, DUTY_DAYS - 1) }
  const people = sql`select id, name, name_pinyin from staff where company_code = ${actor.companyCode}
    and role = ${ROLES.agent} and status = 'active' and (parent_id = ${actor.id} or id = ${actor.id})`
  const assigned = sql`select store_id from store_assignment where staff_id in (select id from person)`
  const { rows } = await sql<PlannedDay>`
    with person as materialized (${people})
    select a.staff_id, person.name as staff_name, day.on_day as on, array_agg(distinct a.shift) as assigned
    from person join store_assignment a on a.staff_id = person.id
      join (${runningSpans(assigned, span)}) running using (store_id)
      cross join lateral (select n::date as on_day from generate_series(greatest(a.from_on, running.from_on),
        least(a.to_on, running.to_on), interval '1 day') n) day
    where ${sql<SqlBool>`exists (select from roster_shift r where r.staff_id = a.staff_id and r.on_day = day.on_day)`}
    group by a.staff_id, person.name, person.name_pinyin, day.on_day
    order by day.on_day, person.name_pinyin, a.staff_id`.execute(db)
  const staffIds = [...new Set(rows.map(({ staffId }) => staffId))]
  const planned = await findRostered(db, { companyCode: actor.companyCode, ...span, staffIds })
  return rows.flatMap(({ staffId, staffName, on, assigned: shifts }) => {
    const rostered = planned
      .filter((one) => one.staffId === staffId && one.on === on)
      .map(({ shift }) => shift)
    const left = shifts.filter((shift) => !rostered.includes(shift))
    if (rostered.length === 0 || left.length === 0) return []
    return [{ staffId, staffName, on, rostered, assigned: left }]
  })
}
