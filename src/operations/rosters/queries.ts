import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Assignment } from '#clients/stores/assignments/contract.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { addDays, mondayOf } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import { awaySpans, FIRST_DAY, runningSpans } from '#operations/attendance/queries.ts'
import type { RosterCell, RosterEntry } from './contract.ts'
import { inOrder } from './rules.ts'

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

/** The agents of a company, whatever has become of them since. */
function persons({ companyCode, staffIds }: RosteredFilter) {
  return sql`select id, ${FIRST_DAY} as first_on, left_on from staff
    where company_code = ${companyCode} and role = ${ROLES.agent}
      and (${staffIds === undefined} or id = any(${[...(staffIds ?? [])]}::int[]))`
}

const ASSIGNED_STORES = sql`select store_id from store_assignment where staff_id in (select id from person)`

const IN_ORDER = sql`array['morning', 'middle', 'evening', 'night']`

/**
 * The shifts of the assignments, day by day, at stores that were on trial or in service on that day: every one, or of
 * each day the one with the most stores, the earlier of two that have as many (decision 047).
 */
function assignedShifts({ from, to }: RosteredFilter, which: 'every' | 'main') {
  return sql`select staff_id, on_day, shift from (select a.staff_id, day.on_day, a.shift,
      row_number() over (partition by a.staff_id, day.on_day
        order by count(*) desc, array_position(${IN_ORDER}, a.shift)) as place
    from person join store_assignment a on a.staff_id = person.id
      join (${runningSpans(ASSIGNED_STORES, { from, to })}) running on running.store_id = a.store_id
      cross join lateral (select n::date as on_day from generate_series(greatest(a.from_on, running.from_on),
        least(a.to_on, running.to_on), interval '1 day') n) day
    group by a.staff_id, day.on_day, a.shift) ranked
    where ${which === 'every'} or place = 1`
}

/** Those of the rows on whose day the person was with the company and not disabled; by day, person and shift. */
function whileThere(rows: Expression<unknown>, days: RosteredFilter) {
  return sql<Rostered>`select staff_id, on_day as on, shift
    from (${rows}) worked join person on person.id = staff_id
    where on_day >= first_on and (left_on is null or on_day <= left_on)
      and not exists (select from (${awaySpans(days)}) away
        where away.staff_id = worked.staff_id and worked.on_day between away.from_on and away.to_on)
    order by on_day, staff_id, array_position(${IN_ORDER}, shift)`
}

/**
 * Who works which shift on which day, and hence owes its log. A person who has a shift or a rest in a week is planned for
 * that week, and the plan alone counts; for whoever has none, the main shift of the store assignments does, one a day, but
 * for days of leave. Days before a person came, after they left or while they were disabled are nobody's. What held on
 * the day counts (074), not what holds now. In the order of day, person and shift.
 */
export async function rosteredOn(db: Database, filter: RosteredFilter): Promise<Rostered[]> {
  return worked(db, filter, 'main')
}

/** Who is at the stores on which shift of a day: as `rosteredOn`, but of whoever is not planned every assigned shift. */
export async function presentOn(db: Database, filter: RosteredFilter): Promise<Rostered[]> {
  return worked(db, filter, 'every')
}

async function worked(db: Database, filter: RosteredFilter, which: 'every' | 'main'): Promise<Rostered[]> {
  const { rows } = await sql<Rostered>`
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
    ${whileThere(sql`select * from planned union all select * from assigned`, filter)}`.execute(db)
  return rows
}

/** The shift that the store assignments alone expect of each day, whatever is planned; as `rosteredOn`. */
export async function assignedOn(db: Database, filter: RosteredFilter): Promise<Rostered[]> {
  const { rows } = await sql<Rostered>`
    with person as materialized (${persons(filter)})
    ${whileThere(assignedShifts(filter, 'main'), filter)}`.execute(db)
  return rows
}

/** More rows than a person can read at once; a team has fewer. */
const MAX_AGENTS = 200

/** Whose row of the roster a person may read, and whose they may write. */
function rosterScope(actor: Actor, permission: 'canReportWorklog' | 'canAssignStore') {
  return scope(actor, permission, {
    company: 'staff.companyCode',
    team: (id) => sql<SqlBool>`(staff.parent_id = ${id} or staff.id = ${id})`,
    ...(permission === 'canReportWorklog' && { own: (id: number) => sql<SqlBool>`staff.id = ${id}` }),
  })
}

/** Throws NOT_FOUND unless the person may read that one's row of the roster. */
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

const AGENT = [
  ...(['staff.id', 'staff.name', 'staff.companyCode', 'staff.hiredOn', 'staff.leftOn'] as const),
  'head.name as headName',
] as const

/** The rows of a week: people within reach, team by team, 200 at most, and how many there are. */
export async function findRosterAgents(db: Database, actor: Actor, filter: AgentFilter) {
  const query = selectAgents(db, rosterScope(actor, 'canReportWorklog'), filter)
  const { total } = await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const agents = await query
    .select(AGENT)
    .orderBy(sql`coalesce(staff.parent_id, staff.id)`)
    .orderBy(sql`staff.parent_id is not null`)
    .orderBy('staff.namePinyin')
    .orderBy('staff.id')
    .limit(MAX_AGENTS)
    .execute()
  return { agents, total }
}

/** Those of the people whose roster the person may write, locked: nobody writes it meanwhile. */
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

/** The numbers of everybody whose week the person may write, by the filter. */
export async function findPlannable(db: Database, actor: Actor, filter: AgentFilter): Promise<number[]> {
  const rows = await selectAgents(db, rosterScope(actor, 'canAssignStore'), filter)
    .select('staff.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** What is planned for people on the days of a span: a cell for each day that has something. */
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
  return rows.map((row) => ({ ...row, entries: inOrder(row.entries) }))
}

/** A day as it is to stand, with whose company it belongs to. */
export interface NewCell {
  staffId: number
  companyCode: string
  on: Day
  entries: readonly RosterEntry[]
}

/** Writes days as they are to stand; the people are to be locked. */
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

/** Takes a person's days after the last one off the plan; answers how many there were. */
export async function unplanAfter(db: Database, staffId: number, lastOn: Day): Promise<number> {
  const query = db.deleteFrom('rosterShift').where('staffId', '=', staffId).where('onDay', '>', lastOn)
  const { numDeletedRows } = await query.executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
