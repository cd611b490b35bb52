import { type Expression, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn } from '#kit/list.ts'
import { scope } from '#kit/scope.ts'
import type { RosterCell, RosterEntry } from './contract.ts'
import { sortEntries } from './rules.ts'

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
