import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, mondayOf } from '#kit/calendar.ts'
import { findSpecialDays } from '#operations/calendar-days/queries.ts'
import { findRostered } from '#operations/rosters/queries.ts'
import { owedDays } from './pay.ts'
import type { OfMonth } from './queriesOfFacts.ts'
import { daysOf } from './queriesOfFacts.ts'

/** Owed days of a month and days with an approved log, in order. */
export interface WorkDays {
  owed: Day[]
  logged: Day[]
}

/** Owed days of the given people in the month, and days with an approved log of all people. */
export async function findWorkDays(
  db: Database,
  of: OfMonth,
  staffIds: readonly number[],
): Promise<Map<number, WorkDays>> {
  const { first, last } = daysOf(of.month)
  const { companyCode } = of
  const expected =
    staffIds.length === 0 ? [] : await findRostered(db, { companyCode, from: first, to: last, staffIds })
  const planned = await findPlannedWeeks(db, of)
  const special = new Map(
    (await findSpecialDays(db, companyCode, first, last)).map(({ on, kind }) => [on, kind] as const),
  )
  const found = new Map<number, WorkDays>()
  for (const [id, shifts] of Map.groupBy(expected, (shift) => shift.staffId)) {
    const days = [...new Set(shifts.map(({ on }) => on))]
    found.set(id, { owed: owedDays(days, planned.get(id) ?? new Set(), special), logged: [] })
  }
  for (const { staffId: id, days } of await findLoggedDays(db, of)) {
    found.set(id, { owed: found.get(id)?.owed ?? [], logged: days })
  }
  return found
}

/** Mondays of the weeks in which a person has a shift or a rest in the roster; same rule as `rosteredOn`. */
async function findPlannedWeeks(db: Database, { companyCode, month }: OfMonth) {
  const { first, last } = daysOf(month)
  const { rows } = await sql<{ staffId: number; monday: Day }>`
    select distinct staff_id, date_trunc('week', on_day)::date as monday from roster_shift
    where company_code = ${companyCode} and shift <> 'leave'
      and on_day between ${mondayOf(first)} and ${addDays(mondayOf(last), 6)}`.execute(db)
  const byPerson = Map.groupBy(rows, ({ staffId }) => staffId)
  return new Map([...byPerson].map(([id, weeks]) => [id, new Set(weeks.map(({ monday }) => monday))]))
}

async function findLoggedDays(db: Database, { companyCode, month, staffId }: OfMonth) {
  const { first, last } = daysOf(month)
  const { rows } = await sql<{ staffId: number; days: Day[] }>`
    select staff_id, array_agg(distinct on_day::text order by on_day::text) as days from worklog
    where company_code = ${companyCode} and status = 'approved' and on_day between ${first} and ${last}
      and (${staffId ?? null}::int is null or staff_id = ${staffId ?? null}::int)
    group by staff_id`.execute(db)
  return rows
}
