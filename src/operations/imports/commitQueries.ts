import { sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import { storeScope } from '#clients/scopes.ts'
import type { Binding } from '#clients/stores/nicks/queries.ts'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { nextVersion } from '#kit/version.ts'
import { figureColumns } from './figureColumns.ts'
import { columnList } from './figureSql.ts'
import { differs } from './previewQueries.ts'
import type { Cells } from './settlingQueries.ts'

/** The groups of a batch to commit. */
export interface Commit {
  batchId: number
  groupIds: number[]
  now: Date
}

/** SQL of the columns that an upsert overwrites. */
const overwritten = sql.raw(
  [...figureColumns, 'source', 'batch_id', 'updated_at']
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
)
const agentRows = ({ batchId, groupIds }: Commit) =>
  sql`r.batch_id = ${batchId} and r.group_id = any(${groupIds}) and r.nick is not null`

/** Returns those of the stores for which the actor may report figures of a day; excludes stopped stores. */
export async function findReachable(
  db: Database,
  actor: Actor,
  ids: readonly number[],
  on: Day,
): Promise<number[]> {
  const rows = await db
    .selectFrom('store')
    .select('id')
    .where(sql<boolean>`id = any(${ids})`)
    .where('status', '!=', 'stopped')
    .where(storeScope(actor, 'canReportWorklog', on))
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the stores of the groups in which nicks occur, each with its first day; `today` if the groups have no day. */
export async function findNickStores(
  db: Database,
  groupIds: readonly number[],
  { nicks, today }: { nicks: readonly string[]; today: Day },
) {
  const { rows } = await sql<{ nick: string; storeId: number; companyCode: string; fromOn: Day }>`
    select r.nick, g.store_id, s.company_code, coalesce(min(g.on_day), ${today}::date) as from_on
    from import_group g
    join import_row r on r.group_id = g.id and r.nick = any(${nicks})
    join store s on s.id = g.store_id
    where g.id = any(${groupIds})
    group by r.nick, g.store_id, s.company_code`.execute(db)
  return rows
}

/** Returns each nick's first binding that starts after figures in the groups; `fromOn` is the day of these figures. */
export async function findLaterBindings(db: Database, groupIds: readonly number[]): Promise<Binding[]> {
  const { rows } = await sql<Binding>`
    select b.nick, b.store_id, b.staff_id, b.company_code, min(g.on_day) as from_on
    from import_group g
    join agent_account b on b.store_id = g.store_id and b.from_on > g.on_day
    join import_row r on r.group_id = g.id and r.nick = b.nick
    where g.id = any(${groupIds}) and not exists (select 1 from agent_account earlier
      where earlier.store_id = b.store_id and earlier.nick = b.nick and earlier.from_on < b.from_on)
    group by b.nick, b.store_id, b.staff_id, b.company_code`.execute(db)
  return rows
}

const joinedRows = sql`import_row r
  join import_group g on g.id = r.group_id
  join agent_daily a on a.store_id = g.store_id and a.on_day = g.on_day and a.nick = r.nick`

/**
 * Saves the rows that the file will replace, for the undo; added rows are identified by their batch. Returns how many
 * were saved, and how many nicks of the file already have figures (`standing`).
 */
export async function saveReplaced(db: Database, commit: Commit) {
  const saved = await sql`insert into import_replaced (batch_id, store_id, on_day, nick, old_row)
    select ${commit.batchId}, a.store_id, a.on_day, a.nick, to_jsonb(a)
    from ${joinedRows} where ${agentRows(commit)} and ${differs}`.execute(db)
  const counted = await sql<{ n: number }>`select count(*) as n
    from ${joinedRows} where ${agentRows(commit)}`.execute(db)
  return { replaced: Number(saved.numAffectedRows ?? 0), existing: counted.rows[0]?.n ?? 0 }
}

/** 整店替换: deletes the figures of nicks that are not in the file and saves them for the undo; returns how many. */
export async function removeOthers(db: Database, { batchId, groupIds }: Commit): Promise<number> {
  const { numAffectedRows } = await sql`with gone as (
      delete from agent_daily a using import_group g
      where g.id = any(${groupIds}) and a.store_id = g.store_id and a.on_day = g.on_day
        and not exists (select 1 from import_row r where r.group_id = g.id and r.nick = a.nick)
      returning a.*)
    insert into import_replaced (batch_id, store_id, on_day, nick, old_row)
    select ${batchId}, store_id, on_day, nick, to_jsonb(gone) from gone`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Writes the agents' rows of the file; skips those that were imported before with equal figures. */
export async function writeAgentRows(db: Database, commit: Commit): Promise<void> {
  await sql`insert into agent_daily as a
      (store_id, on_day, nick, company_code, ${columnList(figureColumns)}, source, batch_id, updated_at)
    select g.store_id, g.on_day, r.nick, s.company_code, ${columnList(figureColumns, 'r')},
      'imported', ${commit.batchId}, ${commit.now}
    from import_row r
    join import_group g on g.id = r.group_id
    join store s on s.id = g.store_id
    where ${agentRows(commit)}
    on conflict (store_id, on_day, nick) do update set ${overwritten}
      where a.source <> 'imported'
        or (${columnList(figureColumns, 'a')}) is distinct from (${columnList(figureColumns, 'excluded')})`.execute(
    db,
  )
}

/** Saves the stores' own current figures for the undo. */
export async function saveStoreFigures(db: Database, { batchId, groupIds }: Commit): Promise<void> {
  await sql`insert into import_replaced (batch_id, store_id, on_day, nick, old_row)
    select ${batchId}, g.store_id, g.on_day, null, to_jsonb(d)
    from import_group g
    left join store_daily d on d.store_id = g.store_id and d.on_day = g.on_day
    where g.id = any(${groupIds})`.execute(db)
}

/** Writes the stores' own rows of the file. */
export async function writeStoreRows(db: Database, { batchId, groupIds, now }: Commit): Promise<void> {
  await sql`insert into store_daily
      (store_id, on_day, company_code, ${columnList(figureColumns)}, source, batch_id, updated_at)
    select g.store_id, g.on_day, s.company_code, ${columnList(figureColumns, 'r')}, 'imported', ${batchId}, ${now}
    from import_row r
    join import_group g on g.id = r.group_id
    join store s on s.id = g.store_id
    where r.batch_id = ${batchId} and r.group_id = any(${groupIds}) and r.nick is null
    on conflict (store_id, on_day) do update set ${overwritten}`.execute(db)
}

/** SQL of the stores and days of a commit. */
export function committedCells({ groupIds }: Commit): Cells {
  return sql`select g.store_id, g.on_day from import_group g where g.id = any(${groupIds})`
}

/**
 * 整店替换: also deletes the stores' own figures if the file has none, and sets aside for the undo the keyed figures of
 * nicks that are not in the file.
 */
export async function removeStoreFigures(db: Database, { batchId, groupIds }: Commit): Promise<void> {
  await sql`delete from store_daily d using import_group g
    where g.id = any(${groupIds}) and d.store_id = g.store_id and d.on_day = g.on_day
      and not exists (select 1 from import_row r where r.group_id = g.id and r.nick is null)`.execute(db)
  await sql`update keyed_figure k set aside_batch_id = ${batchId} from import_group g
    where g.id = any(${groupIds}) and k.store_id = g.store_id and k.on_day = g.on_day
      and k.aside_batch_id is null
      and not exists (select 1 from import_row r where r.group_id = g.id and r.nick = k.nick)`.execute(db)
}

/** Counts the nicks with figures on the groups' stores and days. */
export async function countNicksWithFigures(db: Database, { groupIds }: Commit): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from agent_daily a
    join import_group g on g.store_id = a.store_id and g.on_day = a.on_day
    where g.id = any(${groupIds})`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns the number of rows, and the SHA-256 over the SHA-256 of each canonical row in the file's order. */
export async function digestRows(db: Database, { batchId, groupIds }: Commit) {
  const { rows } = await sql<{ agents: number; total: number; hash: string | null }>`
    select count(r.nick) as agents, count(*) as total,
      encode(sha256(string_agg(sha256(convert_to(
        jsonb_build_array(g.store_id, g.on_day, r.nick, r.as_read, r.pending)::text, 'UTF8')), ''::bytea
        order by r.row_no)), 'hex') as hash
    from import_row r join import_group g on g.id = r.group_id
    where r.batch_id = ${batchId} and r.group_id = any(${groupIds})`.execute(db)
  return rows[0] ?? { agents: 0, total: 0, hash: null }
}

/** Marks the batch and its groups as committed, with the next commit number. */
export async function markCommitted(
  db: Database,
  { batchId, groupIds, now }: Commit,
  by: { actorId: number; rowsHash: string | null },
): Promise<void> {
  await sql`update import_group set committed = true where id = any(${groupIds})`.execute(db)
  await db
    .updateTable('importBatch')
    .set({
      status: 'committed',
      rowsHash: by.rowsHash,
      committedAt: now,
      updatedAt: now,
      updatedBy: by.actorId,
    })
    .set({ commitNo: sql<number>`nextval('import_commit_no')` })
    .set(nextVersion)
    .where('id', '=', batchId)
    .execute()
}
