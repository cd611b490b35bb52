import { type Expression, type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import { type Actor, reachOf } from '#access/can.ts'
import { type Permission, ROLES } from '#access/permissions.ts'
import type { Database } from '#db/connect.ts'
import type { Worklog } from '#db/tables.ts'
import { type Day, daysFrom } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { keywordIn, type PageInput, pageItems, sizesOf } from '#kit/list.ts'
import { rateBpSql } from '#kit/ratesSql.ts'
import { scope } from '#kit/scope.ts'
import { nextVersion } from '#kit/version.ts'
import { findRostered } from '#operations/duty/queries.ts'
import { shiftMinutesOn } from '#people/shifts/queries.ts'
import type { WorklogStatus } from './contract.ts'
import type { DayState } from './contractDay.ts'
import { earliestDay } from './rules.ts'
import { dayState, isUnsubmitted, type Shift } from './shifts.ts'

/** SQL condition: the log is within the permission's reach. A head reaches their own logs and those of the team. */
export function logScope(actor: Actor, permission: Permission): Expression<SqlBool> {
  return scope(actor, permission, {
    company: 'worklog.companyCode',
    team: (headId) => sql<SqlBool>`(author.parent_id = ${headId} or worklog.staff_id = ${headId})`,
    own: (staffId) => sql<SqlBool>`worklog.staff_id = ${staffId}`,
  })
}

/**
 * SQL condition: the log is submitted and the actor has to review it. A head reviews the logs of the team; an admin
 * those of the heads of the company, and of agents without an active head.
 */
export function awaitsReviewBy(actor: Actor): Expression<SqlBool> {
  const reach = reachOf(actor, 'canReviewWorklog')
  if (reach === null) return sql<SqlBool>`false`
  const theirs =
    reach === 'team'
      ? sql<SqlBool>`author.parent_id = ${actor.id}`
      : sql<SqlBool>`(head.id is null or head.status <> 'active')`
  return sql<SqlBool>`(worklog.status = 'submitted' and worklog.company_code = ${actor.companyCode}
    and worklog.staff_id <> ${actor.id} and ${theirs})`
}

/** Selects logs with the names of their author, the author's head and the reviewer. */
export function selectLogs(db: Database) {
  return db
    .selectFrom('worklog')
    .innerJoin('staff as author', 'author.id', 'worklog.staffId')
    .leftJoin('staff as head', 'head.id', 'author.parentId')
    .leftJoin('staffName as reviewer', 'reviewer.id', 'worklog.reviewedBy')
    .selectAll('worklog')
    .select(['author.name as staffName', 'author.parentId as headId', 'head.name as headName'])
    .select(['reviewer.name as reviewedByName', 'author.status as authorStatus'])
    .select(shiftMinutesOn('worklog.companyCode', 'worklog.shift', 'worklog.onDay').as('shiftMinutes'))
    .$narrowType<{ status: WorklogStatus }>()
}

export type LogRow = Awaited<ReturnType<typeof getLog>>

export interface LogFilter {
  keyword?: string | undefined
  staffId?: number[] | undefined
  headId?: number[] | undefined
  storeId?: number[] | undefined
  shift?: string[] | undefined
  status?: (WorklogStatus | 'toReview')[] | undefined
  from?: Day | undefined
  to?: Day | undefined
  mine?: 'true' | undefined
  companyCode?: string[] | undefined
}

const KEYWORD_COLUMNS = [
  'author.name',
  'author.namePinyin',
  'worklog.summary',
  'worklog.problems',
  'worklog.suggestions',
  'worklog.handover',
]

function selectFiltered(db: Database, actor: Actor, filter: LogFilter) {
  const reach = logScope(actor, 'canReportWorklog')
  let query = selectLogs(db).where(reach).where(keywordIn(filter.keyword, KEYWORD_COLUMNS))
  if (filter.staffId) query = query.where('worklog.staffId', 'in', filter.staffId)
  if (filter.shift) query = query.where('worklog.shift', 'in', filter.shift)
  if (filter.from) query = query.where('worklog.onDay', '>=', filter.from)
  if (filter.to) query = query.where('worklog.onDay', '<=', filter.to)
  if (filter.mine) query = query.where('worklog.staffId', '=', actor.id)
  if (filter.companyCode) query = query.where('worklog.companyCode', 'in', filter.companyCode)
  if (filter.headId) {
    const { headId } = filter
    query = query.where((eb) => eb.or([eb('author.parentId', 'in', headId), eb('author.id', 'in', headId)]))
  }
  if (filter.storeId) {
    const { storeId } = filter
    query = query.where(sql<SqlBool>`exists (select 1 from worklog_line l
      where l.worklog_id = worklog.id and l.store_id = any(${storeId}))`)
  }
  return query
}

const ORDER = {
  columns: { id: 'worklog.id', on: 'worklog.onDay', submittedAt: 'worklog.submittedAt' },
  fallback: '-on',
  tieBreaker: 'worklog.id',
}

/** Returns a page of the logs within reach, their number by status, and how many of them the actor has to review. */
export async function findLogs(db: Database, actor: Actor, filter: LogFilter & PageInput) {
  const query = selectFiltered(db, actor, filter)
  const counts = await query
    .clearSelect()
    .select(['worklog.status', sql<number>`count(*)`.as('count')])
    .groupBy('worklog.status')
    .execute()
  const toReviewQuery = query.where(awaitsReviewBy(actor))
  const toReview = await countOf(toReviewQuery)
  if (filter.status?.includes('toReview')) {
    const { statusCounts } = sizesOf(counts, undefined)
    return {
      items: await pageItems(toReviewQuery, filter, ORDER),
      total: toReview,
      statusCounts: { ...statusCounts, toReview },
    }
  }
  const status = filter.status?.filter((one) => one !== 'toReview')
  const listed = status ? query.where('worklog.status', 'in', status) : query
  const { total, statusCounts } = sizesOf(counts, status)
  return { items: await pageItems(listed, filter, ORDER), total, statusCounts: { ...statusCounts, toReview } }
}

async function countOf(query: ReturnType<typeof selectFiltered>): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The number of logs, and the day of the oldest. */
interface LogCount {
  count: number
  firstOn: Day | null
}

async function countWithOldest(query: ReturnType<typeof selectFiltered>): Promise<LogCount> {
  return query
    .clearSelect()
    .select([sql<number>`count(*)`.as('count'), sql<Day | null>`min(worklog.on_day)`.as('firstOn')])
    .executeTakeFirstOrThrow()
}

/** Counts the logs that the actor has to review; the list with `status=toReview` has as many. */
export async function countLogsToReview(db: Database, actor: Actor): Promise<LogCount> {
  return countWithOldest(selectFiltered(db, actor, {}).where(awaitsReviewBy(actor)))
}

/** Counts the actor's own returned logs; the list with `mine=true&status=returned` has as many. */
export async function countOwnReturned(db: Database, actor: Actor): Promise<LogCount> {
  return countWithOldest(selectFiltered(db, actor, { mine: 'true' }).where('worklog.status', '=', 'returned'))
}

/** Counts the actor's days whose log is missing or a draft; the strip of days shows as many. */
export async function countUnsubmittedDays(db: Database, actor: Actor, today: Day): Promise<LogCount> {
  const owed = (await findAgentDays(db, actor, today)).filter(({ state }) => isUnsubmitted(state))
  return { count: owed.length, firstOn: owed[0]?.on ?? null }
}

/** Returns a log within the permission's reach; throws NOT_FOUND. */
export async function getLog(db: Database, actor: Actor, id: number, permission: Permission) {
  const row = await selectLogs(db)
    .where('worklog.id', '=', id)
    .where(logScope(actor, permission))
    .executeTakeFirst()
  if (!row) throw notFound('日志')
  return row
}

/** Like `getLog`, but locks the row until the transaction ends. */
export async function lockLog(db: Database, actor: Actor, id: number, permission: Permission) {
  await db.selectFrom('worklog').select('id').where('id', '=', id).forUpdate().execute()
  return getLog(db, actor, id, permission)
}

/** Locks logs in ascending id order until the transaction ends; returns those within the permission's reach. */
export async function lockLogs(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  permission: Permission,
): Promise<LogRow[]> {
  const which = sql<SqlBool>`worklog.id = any(${[...ids]})`
  await db.selectFrom('worklog').select('id').where(which).orderBy('id').forUpdate().execute()
  return selectLogs(db).where(which).where(logScope(actor, permission)).orderBy('worklog.id').execute()
}

/** Inserts a log and returns its id. */
export async function insertLog(db: Database, row: Insertable<Worklog>): Promise<number> {
  const { id } = await db.insertInto('worklog').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Updates a log and increments its version. The caller holds the lock and has checked the version. */
export async function updateLog(db: Database, id: number, changes: Updateable<Worklog>): Promise<void> {
  await db.updateTable('worklog').set(changes).set(nextVersion).where('id', '=', id).execute()
}

/** Deletes a log that was never approved (not checked here). */
export async function deleteLog(db: Database, id: number): Promise<void> {
  await db.deleteFrom('worklog').where('id', '=', id).execute()
}

/**
 * Transfers a leaver's unread notes about a store to the person who takes it over after the last day. Returns each
 * transferred note with its author. If that person wrote the note, it is only removed from the leaver.
 */
export async function transferNotes(
  db: Database,
  { fromId, toId, storeId, leftOn }: { fromId: number; toId: number; storeId: number; leftOn: Day },
) {
  const { rows } = await sql<{ companyCode: string; authorName: string; text: string; onDay: Day }>`
    with unread as (
      update worklog_handover set store_ids = array_remove(store_ids, ${storeId})
        where staff_id = ${fromId} and read_at is null and on_day >= ${leftOn} and ${storeId} = any(store_ids)
        returning worklog_id, greatest(on_day, ${leftOn}::date + 1) as on_day, shift, text, created_at),
    given as (
      insert into worklog_handover (worklog_id, staff_id, on_day, shift, store_ids, text, created_at)
        select worklog_id, ${toId}::int, unread.on_day, unread.shift, array[${storeId}::int], text, unread.created_at
          from unread join worklog on worklog.id = worklog_id where worklog.staff_id <> ${toId}
        on conflict (worklog_id, staff_id) do update
          set store_ids = array_append(worklog_handover.store_ids, ${storeId}::int)
        returning worklog_id, on_day, text)
    select worklog.company_code, author.name as author_name, given.text, given.on_day
      from given join worklog on worklog.id = given.worklog_id join staff author on author.id = worklog.staff_id`.execute(
    db,
  )
  await sql`delete from worklog_handover where staff_id = ${fromId} and store_ids = '{}'`.execute(db)
  return rows
}

/** Returns the ids of a company's active admins, who review the logs of heads. */
export async function findAdmins(db: Database, companyCode: string): Promise<number[]> {
  const rows = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', ROLES.admin)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the names of people, sorted by name. */
export async function findNames(db: Database, ids: readonly number[]): Promise<string[]> {
  const rows = await db.selectFrom('staff').select('name').where('id', 'in', ids).orderBy('name').execute()
  return rows.map(({ name }) => name)
}

/** Returns an agent's logs in a span of days, by day. */
export async function findAgentLogs(db: Database, staffId: number, from: Day, to: Day) {
  return selectLogs(db)
    .where('worklog.staffId', '=', staffId)
    .where('worklog.onDay', '>=', from)
    .where('worklog.onDay', '<=', to)
    .orderBy('worklog.onDay')
    .orderBy('worklog.id')
    .execute()
}

/** Returns an agent's logs with status `returned`, newest day first. */
export async function findReturnedLogs(db: Database, staffId: number) {
  return selectLogs(db)
    .where('worklog.staffId', '=', staffId)
    .where('worklog.status', '=', 'returned')
    .orderBy('worklog.onDay', 'desc')
    .execute()
}

/** Returns an agent's last log before a day; undefined if there is none. */
export async function findPreviousLog(db: Database, staffId: number, before: Day) {
  return selectLogs(db)
    .where('worklog.staffId', '=', staffId)
    .where('worklog.onDay', '<', before)
    .orderBy('worklog.onDay', 'desc')
    .orderBy('worklog.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export interface Tally {
  worklogId: number
  lineCount: number
  emptyCount: number
  keyedCount: number
  differingCount: number
  handledUsers: number | null
}

/** The hundredths of a second that `secondsOf` in kit/rates.ts gives: a mean with one decimal, rounded half up. */
const secondsInCs = (totalCs: RawBuilder<unknown>, weight: RawBuilder<unknown>) =>
  sql`(2 * ${totalCs} + 10 * ${weight}) / nullif(20 * ${weight}, 0) * 10`

/**
 * The imported figure for each saved column, rounded as in `importedOf` (lineQueries.ts). Integer division rounds down.
 */
const importedFigures: Record<string, RawBuilder<unknown>> = {
  consult_users: sql`d.consult_users`,
  handled_users: sql`d.handled_users`,
  unreplied: sql`d.unreplied`,
  rate_3min_bp: rateBpSql(sql`d.within_3min`, sql`d.within_3min_base`),
  frt_cs: secondsInCs(sql`d.frt_total_cs`, sql`d.frt_weight`),
  art_cs: secondsInCs(sql`d.art_total_cs`, sql`d.art_weight`),
  satisfied: sql`d.satisfied`,
  evaluated: sql`d.evaluated`,
}

const differs = sql.join(
  Object.entries(importedFigures).map(([column, imported]) => sql`${imported} <> l.${sql.raw(column)}`),
  sql` or `,
)

/** Counts the lines of logs by source and sums the handled buyers; imported figures take precedence. */
export async function findTallies(db: Database, worklogIds: readonly number[]): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select l.worklog_id, count(*) as line_count,
        count(*) filter (where d.store_id is null and l.source = 'empty') as empty_count,
        count(*) filter (where d.store_id is null and l.source = 'keyed') as keyed_count,
        count(*) filter (where l.source = 'keyed' and (${differs})) as differing_count,
        sum(case when d.store_id is null then l.handled_users else d.handled_users end)::int as handled_users
      from worklog_line l
      join worklog w on w.id = l.worklog_id
      left join agent_daily d on d.store_id = l.store_id and d.on_day = w.on_day and d.nick = l.nick
        and d.source <> 'keyed'
      where l.worklog_id = any(${[...worklogIds]})
      group by l.worklog_id`.execute(db)
  return rows
}

interface Span {
  from: Day
  to: Day
}

/** Returns the status of people's logs in a span of days. */
async function findStates(db: Database, { from, to }: Span, staffIds: readonly number[]) {
  return db
    .selectFrom('worklog')
    .select(['staffId', 'onDay', 'shift', 'status'])
    .where('staffId', 'in', [...staffIds])
    .where('onDay', '>=', from)
    .where('onDay', '<=', to)
    .execute()
}

/** A day of an agent: its state and the rostered shifts. */
export interface AgentDay {
  on: Day
  state: DayState
  shifts: Shift[]
}

/** Returns the days for which a person can write logs today, up to today, with their states. */
export async function findAgentDays(
  db: Database,
  { id, companyCode }: Pick<Actor, 'id' | 'companyCode'>,
  today: Day,
): Promise<AgentDay[]> {
  const span = { from: earliestDay(today), to: today }
  const rostered = await findRostered(db, { companyCode, ...span, staffIds: [id] })
  const logs = await findStates(db, span, [id])
  return daysFrom(span.from, span.to).map((on) => {
    const shifts = rostered.filter((one) => one.on === on).map(({ shift }) => shift)
    const ofDay = logs.filter(({ onDay }) => onDay === on)
    return { on, state: dayState(shifts, ofDay, on < today), shifts }
  })
}

/**
 * Returns the people of a company who were rostered on a past day, with the state of their day; with `staffIds`, only
 * these.
 */
export async function findRosteredStates(
  db: Database,
  { companyCode, on, staffIds }: { companyCode: string; on: Day; staffIds?: readonly number[] },
): Promise<{ staffId: number; state: DayState }[]> {
  const rostered = await findRostered(db, { companyCode, from: on, to: on, staffIds })
  if (rostered.length === 0) return []
  const people = Map.groupBy(rostered, ({ staffId }) => staffId)
  const logs = Map.groupBy(
    await findStates(db, { from: on, to: on }, [...people.keys()]),
    ({ staffId }) => staffId,
  )
  return [...people].map(([staffId, ofPerson]) => {
    const shifts = ofPerson.map(({ shift }) => shift)
    return { staffId, state: dayState(shifts, logs.get(staffId) ?? [], true) }
  })
}
