import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { SHOWN_ROWS } from './contract.ts'
import { figureColumns } from './figureColumns.ts'
import { batchScope } from './queries.ts'

const columnsOf = (table: string) => sql.raw(figureColumns.map((column) => `${table}.${column}`).join(', '))
/** SQL condition: the file's row `r` differs from the current row `a`, or `a` was not imported. */
export const differs = sql<boolean>`(a.source <> 'imported' or (${columnsOf('a')}) is distinct from (${columnsOf('r')}))`

/**
 * SQL condition: binding `b` determines the owner of a row's nick on its day. A nick's first binding also applies to
 * the days before it (as in `findAccounts` of agent-accounts).
 */
export const bindingApplies = sql<boolean>`b.store_id = g.store_id and b.nick = r.nick
  and (b.to_on is null or b.to_on >= g.on_day) and (b.from_on <= g.on_day or not exists (
    select 1 from agent_account earlier
      where earlier.store_id = b.store_id and earlier.nick = b.nick and earlier.from_on < b.from_on))`

/** Returns an import with the findings in its file; throws NOT_FOUND. */
export async function getFindings(db: Database, actor: Actor, id: number, today: Day) {
  const row = await db
    .selectFrom('importBatch')
    .innerJoin('staffName as staff', 'staff.id', 'importBatch.createdBy')
    .selectAll('importBatch')
    .select('staff.name as createdByName')
    .where('importBatch.id', '=', id)
    .where(batchScope(actor, today))
    .executeTakeFirst()
  if (!row) throw notFound('这条导入记录')
  return row
}

/** Returns the latest committed import of an identical file, other than this one. */
export async function findDuplicate(
  db: Database,
  batch: { id: number; companyCode: string; fileHash: string },
) {
  return db
    .selectFrom('importBatch')
    .innerJoin('staffName as staff', 'staff.id', 'importBatch.createdBy')
    .select([
      'importBatch.id',
      'importBatch.fileName',
      'importBatch.committedAt',
      'staff.name as createdByName',
    ])
    .where('importBatch.companyCode', '=', batch.companyCode)
    .where('importBatch.fileHash', '=', batch.fileHash)
    .where('importBatch.status', '=', 'committed')
    .where('importBatch.id', '!=', batch.id)
    .orderBy('importBatch.commitNo', 'desc')
    .executeTakeFirst()
}

/** Returns the first agents' rows of a file with their owners and the current figures of the nicks. */
export async function findAgentRows(db: Database, batchId: number) {
  const { rows } = await sql<{
    groupId: number
    row: number
    nick: string
    pending: string[]
    asRead: Record<string, number | null>
    staffId: number | null
    staffName: string | null
    effect: 'insert' | 'replace' | 'unchanged'
    before: { consultUsers: number | null; handledUsers: number | null } | null
  }>`with r as materialized (
      select * from import_row where batch_id = ${batchId} and nick is not null
        order by row_no limit ${SHOWN_ROWS})
    select r.group_id, r.row_no as row, r.nick, r.pending, r.as_read, person.id as staff_id,
      person.name as staff_name,
      case when a.nick is null then 'insert' when ${differs} then 'replace' else 'unchanged' end as effect,
      case when a.nick is not null then
        jsonb_build_object('consultUsers', a.consult_users, 'handledUsers', a.handled_users) end as before
    from r
    join import_group g on g.id = r.group_id
    left join lateral (select * from agent_daily standing where standing.store_id = g.store_id
      and standing.on_day = g.on_day and standing.nick = r.nick limit 1) a on true
    left join lateral (select staff.id, staff.name from agent_account b join staff on staff.id = b.staff_id
      where ${bindingApplies} limit 1) person on true
    order by r.row_no`.execute(db)
  return rows
}

/** Returns the stores' own rows of a file; at most one per group. */
export async function findStoreRows(db: Database, batchId: number) {
  const { rows } = await sql<{
    groupId: number
    row: number
    pending: string[]
    asRead: Record<string, number | null>
  }>`select group_id, row_no as row, pending, as_read from import_row
    where batch_id = ${batchId} and nick is null`.execute(db)
  return rows
}

/** Counts the rows of each group: all, new ones, and those that replace other figures. */
export async function findEffects(db: Database, batchId: number) {
  const { rows } = await sql<{
    groupId: number
    total: number
    inserted: number
    replaced: number
  }>`with met as (
      select r.group_id, count(*) as standing, count(*) filter (where ${differs}) as replaced
      from import_group g
      join agent_daily a on a.store_id = g.store_id and a.on_day = g.on_day
      join import_row r on r.group_id = g.id and r.nick = a.nick
      where g.batch_id = ${batchId}
      group by r.group_id)
    select r.group_id, count(*) as total, count(*) - coalesce(max(met.standing), 0) as inserted,
      coalesce(max(met.replaced), 0) as replaced
    from import_row r left join met using (group_id)
    where r.batch_id = ${batchId} and r.nick is not null
    group by r.group_id`.execute(db)
  return new Map(rows.map((row) => [row.groupId, row]))
}

/** Counts the nicks that have figures now, by group. */
export async function countNicksByGroup(db: Database, batchId: number): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; n: number }>`select g.id, count(*) as n
    from import_group g
    join agent_daily a on a.store_id = g.store_id and a.on_day = g.on_day
    where g.batch_id = ${batchId}
    group by g.id`.execute(db)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

const MAX_SHOWN_NICKS = 200

/** Returns the first nicks with figures that are not in the file, by group; omits groups without any. */
export async function findNicksNotInFile(
  db: Database,
  groupIds: readonly number[],
): Promise<Map<number, string[]>> {
  if (groupIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; nick: string }>`select g.id, kept.nick
    from import_group g
    cross join lateral (select a.nick from agent_daily a
      where a.store_id = g.store_id and a.on_day = g.on_day
        and not exists (select 1 from import_row r where r.group_id = g.id and r.nick = a.nick)
      order by a.nick limit ${MAX_SHOWN_NICKS}) kept
    where g.id = any(${groupIds})
    order by g.id, kept.nick`.execute(db)
  const groups = Map.groupBy(rows, ({ id }) => id)
  return new Map([...groups].map(([id, ofGroup]) => [id, ofGroup.map(({ nick }) => nick)]))
}

/** Returns the groups whose store has imported figures of its own. */
export async function findGroupsWithStoreFigures(db: Database, batchId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select g.id from import_group g
    join store_daily d on d.store_id = g.store_id and d.on_day = g.on_day
    where g.batch_id = ${batchId} and d.source = 'imported'`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the nicks of known stores without an owner on the figures' day, in the file's order. */
export async function findUnmatchedNicks(db: Database, batchId: number) {
  const { rows } = await sql<{ groupId: number; nick: string }>`select r.group_id, r.nick
    from import_row r
    join import_group g on g.id = r.group_id
    where r.batch_id = ${batchId} and r.nick is not null and g.store_id is not null and g.on_day is not null
      and not exists (select 1 from agent_account b where ${bindingApplies})
    order by r.row_no limit ${SHOWN_ROWS}`.execute(db)
  return rows
}
