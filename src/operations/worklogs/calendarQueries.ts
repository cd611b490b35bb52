import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { type Day, monthOf } from '#kit/calendar.ts'
import { wasEmployed } from '#operations/attendance/queries.ts'
import { findRostered } from '#operations/duty/queries.ts'
import { staffScope } from '#people/staff/queries.ts'

interface CalendarQuery {
  from: Day
  to: Day
  headId?: number | undefined
  ids?: readonly number[] | undefined
}

/**
 * Selects the agents of the actor's company whose logs the actor reviews, if they were with the company in the span;
 * excludes the actor.
 */
function selectPeople(db: Database, actor: Actor, { from, to, headId, ids }: CalendarQuery) {
  let query = db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .select(['staff.id', 'staff.name', 'staff.companyCode', 'staff.status', 'head.name as headName'])
    .select(
      sql<Date | null>`(select max(r.at) from worklog_reminder r where r.staff_id = staff.id)`.as(
        'remindedAt',
      ),
    )
    .where(staffScope(actor, 'canReviewWorklog'))
    .where('staff.role', '=', ROLES.agent)
    .where('staff.companyCode', '=', actor.companyCode)
    .where('staff.id', '!=', actor.id)
    .where(wasEmployed({ from, to }))
  if (headId)
    query = query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
  if (ids) query = query.where('staff.id', 'in', [...ids])
  return query
    .orderBy(sql`coalesce(staff.parent_id, staff.id)`)
    .orderBy('staff.parentId', 'desc')
    .orderBy('staff.id')
}

/** Returns people with their rostered shifts and their logs in a span of days. */
export async function findPeopleWithLogs(db: Database, actor: Actor, span: CalendarQuery) {
  const people = await selectPeople(db, actor, span).execute()
  const staffIds = people.map(({ id }) => id)
  if (staffIds.length === 0) return { people, rostered: [], logs: [], closedMonths: [] }
  const { from, to } = span
  const { companyCode } = actor
  const logs = await db
    .selectFrom('worklog')
    .select(['id', 'staffId', 'onDay', 'shift', 'status', 'wasReturned'])
    .where('staffId', 'in', staffIds)
    .where('onDay', '>=', from)
    .where('onDay', '<=', to)
    .orderBy('onDay')
    .execute()
  const rostered = await findRostered(db, { companyCode, from, to, staffIds })
  return { people, rostered, logs, closedMonths: await findClosedMonths(db, companyCode, { from, to }) }
}

/** Returns the closed months of a company in a span of days; logs of these months cannot be written. */
export async function findClosedMonths(
  db: Database,
  companyCode: string,
  { from, to }: Pick<CalendarQuery, 'from' | 'to'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('monthlyFinancial')
    .select('monthOn')
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'closed')
    .where('monthOn', '>=', `${monthOf(from)}-01`)
    .where('monthOn', '<=', to)
    .execute()
  return rows.map(({ monthOn }) => monthOf(monthOn))
}

/** Locks the staff rows so that concurrent reminders are not sent twice. */
export async function lockPeople(db: Database, ids: readonly number[]): Promise<void> {
  await db
    .selectFrom('staff')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Stores a reminder, which starts the pause before the next one. */
export async function insertReminder(
  db: Database,
  reminder: { companyCode: string; staffId: number; days: Day[]; at: Date; byId: number },
): Promise<void> {
  await db.insertInto('worklogReminder').values(reminder).execute()
}
