import { type RawBuilder, sql } from 'kysely'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { FIRST_DAY, inactiveSpans, runningSpans } from '#operations/attendance/queries.ts'
import { type DutyFacts, dutyOf, type PersonDay, type ShiftFacts, wholeWeeks } from './rules.ts'

/** A person's shift on a day. */
export interface RosteredShift {
  staffId: number
  on: Day
  shift: string
}

export interface DutyFilter {
  companyCode: string
  from: Day
  to: Day
  /** Only these people; default: all agents of the company. */
  staffIds?: readonly number[] | undefined
}

/** SQL of an array of JSON objects; empty without rows. */
const rowsOf = (fields: RawBuilder<unknown>, rows: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(json_build_object(${fields})), '[]'::json) ${rows})`

/** The facts of duty, with the times of the shifts. */
export interface FoundDutyFacts extends DutyFacts {
  shifts: readonly ShiftFacts[]
}

/**
 * Reads the facts from which the duty of a company's agents follows, including people who have left or are disabled, in
 * one statement. The states are those of each day (074), not the current ones.
 */
export async function findDutyFacts(db: Database, filter: DutyFilter): Promise<FoundDutyFacts> {
  const { companyCode, from, to, staffIds } = filter
  const weeks = wholeWeeks({ from, to })
  const ofSpan = sql`a.from_on <= ${to}::date and (a.to_on is null or a.to_on >= ${from}::date)`
  const assignedStores = sql`select a.store_id from store_assignment a join person on person.id = a.staff_id where ${ofSpan}`
  const { rows } = await sql<FoundDutyFacts>`
    with person as materialized (select id, ${FIRST_DAY} as first_on, left_on from staff
      where company_code = ${companyCode} and role = ${ROLES.agent}
        and (${staffIds === undefined} or id = any(${[...(staffIds ?? [])]}::int[])))
    select
      ${rowsOf(sql`'id', id, 'firstOn', first_on, 'leftOn', left_on`, sql`from person`)} as people,
      ${rowsOf(
        sql`'staffId', a.staff_id, 'storeId', a.store_id, 'shift', a.shift, 'duty', a.duty, 'fromOn', a.from_on,
          'toOn', a.to_on, 'insteadOf', a.instead_of`,
        sql`from (select a.* from store_assignment a join person on person.id = a.staff_id
          where ${ofSpan} order by a.id) a`,
      )} as assignments,
      ${rowsOf(
        sql`'storeId', a.store_id, 'shift', a.shift, 'fromOn', a.from_on, 'toOn', a.to_on, 'insteadOf', a.instead_of`,
        sql`from store_assignment a join person on person.id = a.instead_of where ${ofSpan}`,
      )} as replacements,
      ${rowsOf(
        sql`'storeId', r.store_id, 'fromOn', r.from_on, 'toOn', r.to_on`,
        sql`from (${runningSpans(assignedStores, { from, to })}) r`,
      )} as running,
      ${rowsOf(
        sql`'staffId', r.staff_id, 'on', r.on_day, 'entry', r.shift`,
        sql`from roster_shift r join person on person.id = r.staff_id
          where r.on_day between ${weeks.from} and ${weeks.to}`,
      )} as entries,
      ${rowsOf(
        sql`'staffId', l.staff_id, 'fromOn', l.from_on, 'fromNoon', l.from_noon, 'toOn', l.to_on, 'toNoon', l.to_noon`,
        sql`from staff_leave l join person on person.id = l.staff_id
          where l.status = 'approved' and l.from_on <= ${to}::date and l.to_on >= ${from}::date`,
      )} as leaves,
      ${rowsOf(
        sql`'staffId', i.staff_id, 'fromOn', i.from_on, 'toOn', i.to_on`,
        sql`from (${inactiveSpans({ from, to })}) i join person on person.id = i.staff_id`,
      )} as away,
      ${rowsOf(
        sql`'code', code, 'starts', starts, 'name', name, 'ends', ends, 'minutes', minutes, 'fromOn', from_on,
          'toOn', to_on`,
        sql`from (select * from (select distinct on (code) * from shift_def
          where company_code = ${companyCode} and from_on <= ${to}::date order by code, from_on desc) latest
          order by place, code) shift`,
      )} as shifts`.execute(db)
  const [facts] = rows
  if (!facts) throw new Error('a statement without a row')
  return facts
}

/** Returns what the agents of a company do on the days of a span; ordered by day and person. */
export async function findDuty(db: Database, filter: DutyFilter): Promise<PersonDay[]> {
  return dutyOf(await findDutyFacts(db, filter), filter)
}

const shiftsOf = (days: readonly PersonDay[], which: 'owed' | 'shifts'): RosteredShift[] =>
  days.flatMap(({ staffId, on, [which]: shifts }) => shifts.map((shift) => ({ staffId, on, shift })))

/** Returns who owes a work log for which shift of which day. Ordered by day, person and shift. */
export async function findRostered(db: Database, filter: DutyFilter): Promise<RosteredShift[]> {
  return shiftsOf(await findDuty(db, filter), 'owed')
}

/** Returns who works which shift: like `findRostered`, but with every assigned shift of people without a plan. */
export async function findOnDuty(db: Database, filter: DutyFilter): Promise<RosteredShift[]> {
  return shiftsOf(await findDuty(db, filter), 'shifts')
}

/** Returns the main shift of each day by the store assignments, regardless of the roster; a leave still beats it. */
export async function findAssigned(db: Database, filter: DutyFilter): Promise<RosteredShift[]> {
  const facts = await findDutyFacts(db, filter)
  return shiftsOf(dutyOf({ ...facts, entries: [] }, filter), 'owed')
}
