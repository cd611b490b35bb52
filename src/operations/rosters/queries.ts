import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, mondayOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { FIRST_DAY, inactiveSpans, runningSpans } from '#operations/attendance/queries.ts'
import type { RosterCell, RosterEntry } from './contract.ts'
import { sortEntries } from './rules.ts'

/** A person's shift on a day, for which the person owes a work log. */
export interface RosteredShift {
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

/** SQL of the agents of a company, including those who have left or are disabled. */
function persons({ companyCode, staffIds }: RosteredFilter) {
  return sql`select id, ${FIRST_DAY} as first_on, left_on from staff
    where company_code = ${companyCode} and role = ${ROLES.agent}
      and (${staffIds === undefined} or id = any(${[...(staffIds ?? [])]}::int[]))`
}

const ASSIGNED_STORES = sql`select store_id from store_assignment where staff_id in (select id from person)`

const SHIFT_ORDER = sql`array['morning', 'middle', 'evening', 'night']`

/**
 * SQL of the shifts from store assignments, day by day, at stores that were in trial or in service on that day. `every`
 * selects all of them; `main` selects, per person and day, the shift with the most stores, or the earliest of several
 * with equally many (decision 047).
 */
function assignedShifts({ from, to }: RosteredFilter, which: 'every' | 'main') {
  return sql`select staff_id, on_day, shift from (select a.staff_id, day.on_day, a.shift,
      row_number() over (partition by a.staff_id, day.on_day
        order by count(*) desc, array_position(${SHIFT_ORDER}, a.shift)) as place
    from person join store_assignment a on a.staff_id = person.id
      join (${runningSpans(ASSIGNED_STORES, { from, to })}) running on running.store_id = a.store_id
      cross join lateral (select n::date as on_day from generate_series(greatest(a.from_on, running.from_on),
        least(a.to_on, running.to_on), interval '1 day') n) day
    group by a.staff_id, day.on_day, a.shift) ranked
    where ${which === 'every'} or place = 1`
}

/** SQL of the rows on days when the person was with the company and not disabled, by day, person and shift. */
function whileEmployed(rows: Expression<unknown>, days: RosteredFilter) {
  return sql<RosteredShift>`select staff_id, on_day as on, shift
    from (${rows}) worked join person on person.id = staff_id
    where on_day >= first_on and (left_on is null or on_day <= left_on)
      and not exists (select from (${inactiveSpans(days)}) away
        where away.staff_id = worked.staff_id and worked.on_day between away.from_on and away.to_on)
    order by on_day, staff_id, array_position(${SHIFT_ORDER}, shift)`
}

/**
 * Returns who works which shift on which day and therefore owes its work log. A person with a shift or a rest in a week
 * is planned for that week, and only the plan counts. For a person without a plan, the main shift of the store
 * assignments counts, one per day, except on days of leave. Days before a person joined, after they left or while they
 * were disabled are excluded. Uses the states of each day (074), not the current ones. Ordered by day, person and
 * shift.
 */
export async function findRostered(db: Database, filter: RosteredFilter): Promise<RosteredShift[]> {
  return findShifts(db, filter, 'main')
}

/** Returns who works at the stores: like `findRostered`, but with every assigned shift of people without a plan. */
export async function findOnDuty(db: Database, filter: RosteredFilter): Promise<RosteredShift[]> {
  return findShifts(db, filter, 'every')
}

async function findShifts(
  db: Database,
  filter: RosteredFilter,
  which: 'every' | 'main',
): Promise<RosteredShift[]> {
  const { rows } = await sql<RosteredShift>`
    with person as materialized (${persons(filter)}),
    entry as materialized (
      select r.staff_id, r.on_day, r.shift from roster_shift r join person on person.id = r.staff_id
        where r.on_day between ${mondayOf(filter.from)} and ${addDays(mondayOf(filter.to), 6)}),
    planned as (
      select * from entry where on_day between ${filter.from} and ${filter.to} and shift not in ('rest', 'leave')),
    assigned as (
      select * from (${assignedShifts(filter, which)}) a
        where not exists (select 1 from entry where entry.staff_id = a.staff_id and (
          entry.on_day = a.on_day
          or (entry.shift <> 'leave' and date_trunc('week', entry.on_day) = date_trunc('week', a.on_day)))))
    ${whileEmployed(sql`select * from planned union all select * from assigned`, filter)}`.execute(db)
  return rows
}

/** Returns the main shift of each day by the store assignments, regardless of the plan; else like `findRostered`. */
export async function findAssigned(db: Database, filter: RosteredFilter): Promise<RosteredShift[]> {
  const { rows } = await sql<RosteredShift>`
    with person as materialized (${persons(filter)})
    ${whileEmployed(assignedShifts(filter, 'main'), filter)}`.execute(db)
  return rows
}

/** Maximum number of people in a response; a team has fewer. */
const MAX_AGENTS = 200

/** SQL condition: the actor may read (`canReportWorklog`) or write (`canAssignStore`) the person's roster. */
function rosterScope(actor: Actor, permission: 'canReportWorklog' | 'canAssignStore') {
  return scope(actor, permission, {
    company: 'staff.companyCode',
    team: (id) => sql<SqlBool>`(staff.parent_id = ${id} or staff.id = ${id})`,
    ...(permission === 'canReportWorklog' && { own: (id: number) => sql<SqlBool>`staff.id = ${id}` }),
  })
}

/** Throws NOT_FOUND unless the actor may read the person's roster. */
export async function assertReachesRoster(db: Database, actor: Actor, staffId: number): Promise<void> {
  const row = await db
    .selectFrom('staff')
    .select('id')
    .where(rosterScope(actor, 'canReportWorklog'))
    .where('role', '=', ROLES.agent)
    .where('id', '=', staffId)
    .executeTakeFirst()
  if (!row) throw notFound('员工')
}

interface AgentFilter {
  monday: Day
  headId?: number | undefined
  keyword?: string | undefined
}

function selectAgents(db: Database, reach: Expression<SqlBool>, { monday, headId, keyword }: AgentFilter) {
  const query = db
    .selectFrom('staff')
    .leftJoin('staff as head', 'head.id', 'staff.parentId')
    .where(reach)
    .where('staff.role', '=', ROLES.agent)
    .where(
      sql<SqlBool>`(staff.status = 'active' or (staff.status = 'left' and staff.left_on >= ${monday}))
        and (staff.hired_on is null or staff.hired_on <= ${addDays(monday, 6)})`,
    )
    .where(keywordIn(keyword, ['staff.name', 'staff.namePinyin', 'staff.employeeNo']))
  if (!headId) return query
  return query.where((eb) => eb.or([eb('staff.parentId', '=', headId), eb('staff.id', '=', headId)]))
}

const AGENT_COLUMNS = [
  ...(['staff.id', 'staff.name', 'staff.companyCode', 'staff.hiredOn', 'staff.leftOn'] as const),
  'head.name as headName',
] as const

/** Returns the people of a week within the actor's reach, grouped by team, 200 at most, and how many there are. */
export async function findRosterAgents(db: Database, actor: Actor, filter: AgentFilter) {
  const query = selectAgents(db, rosterScope(actor, 'canReportWorklog'), filter)
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const agents = await query
    .select(AGENT_COLUMNS)
    .orderBy(sql`coalesce(staff.parent_id, staff.id)`)
    .orderBy(sql`staff.parent_id is not null`)
    .orderBy('staff.namePinyin')
    .orderBy('staff.id')
    .limit(MAX_AGENTS)
    .execute()
  return { agents, total }
}

/** Returns the given people whose roster the actor may write, and locks them against concurrent roster writes. */
export async function lockRosterAgents(db: Database, actor: Actor, ids: readonly number[]) {
  return db
    .selectFrom('staff')
    .select(['id', 'name', 'companyCode', 'hiredOn', 'leftOn'])
    .where(rosterScope(actor, 'canAssignStore'))
    .where('role', '=', ROLES.agent)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Returns the ids of the people in the filter whose roster the actor may write. */
export async function findPlannable(db: Database, actor: Actor, filter: AgentFilter): Promise<number[]> {
  const rows = await selectAgents(db, rosterScope(actor, 'canAssignStore'), filter)
    .select('staff.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the planned days of people in a span: one cell for each day with entries. */
export async function findCells(
  db: Database,
  staffIds: readonly number[],
  { from, to }: { from: Day; to: Day },
): Promise<RosterCell[]> {
  if (staffIds.length === 0) return []
  const { rows } = await sql<RosterCell>`
    select staff_id, on_day as on, array_agg(shift) as entries from roster_shift
      where staff_id = any(${[...staffIds]}::int[]) and on_day between ${from} and ${to}
      group by staff_id, on_day order by staff_id, on_day`.execute(db)
  return rows.map((row) => ({ ...row, entries: sortEntries(row.entries) }))
}

/** The new entries of a day, and the person's company. */
export interface NewCell {
  staffId: number
  companyCode: string
  on: Day
  entries: readonly RosterEntry[]
}

/** Replaces the entries of the given days. The caller must have locked the people. */
export async function writeCells(
  db: Database,
  cells: readonly NewCell[],
  { by, at }: { by: number; at: Date },
): Promise<void> {
  if (cells.length === 0) return
  await sql`delete from roster_shift using
      unnest(${cells.map(({ staffId }) => staffId)}::int[], ${cells.map(({ on }) => on)}::date[]) as cell (staff_id, on_day)
    where roster_shift.staff_id = cell.staff_id and roster_shift.on_day = cell.on_day`.execute(db)
  const rows = cells.flatMap(({ entries, ...cell }) => entries.map((shift) => ({ ...cell, shift })))
  await sql`insert into roster_shift (staff_id, on_day, shift, company_code, created_at, created_by)
    select staff_id, on_day, shift, company_code, ${at}, ${by}
      from unnest(${rows.map(({ staffId }) => staffId)}::int[], ${rows.map(({ on }) => on)}::date[],
        ${rows.map(({ shift }) => shift)}::text[], ${rows.map(({ companyCode }) => companyCode)}::text[])
        as entry (staff_id, on_day, shift, company_code)`.execute(db)
}

/** Deletes a person's planned entries after their last day and returns how many there were. */
export async function deleteEntriesAfter(db: Database, staffId: number, lastOn: Day): Promise<number> {
  const query = db.deleteFrom('rosterShift').where('staffId', '=', staffId).where('onDay', '>', lastOn)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
