import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Obstacles } from './obstacles.ts'
import { CUSTOMER_USES, STORE_USES, type Use } from './uses.ts'

/** SQL: `made` contains the stores and customers that the runs created, `files` the imports of their files. */
const madeBy = (setupIds: readonly number[]) => sql`
  made as materialized (
    select r.setup_id, r.kind, r.record_id, coalesce(s.name, c.name) as name
    from import_setup_record r
      left join store s on r.kind = 'store' and s.id = r.record_id
      left join customer c on r.kind = 'customer' and c.id = r.record_id
    where r.setup_id = any(${[...setupIds]}) and coalesce(s.id, c.id) is not null),
  files as materialized (
    select r.setup_id, b.id, b.commit_no from import_setup_record r join import_batch b on b.id = r.record_id
    where r.setup_id = any(${[...setupIds]}) and r.kind = 'import' and b.status = 'committed')`

/** Returns what prevents the undo of runs, by run; see `Obstacles`. */
export async function findObstacles(
  db: Database,
  setupIds: readonly number[],
): Promise<Map<number, Obstacles>> {
  if (setupIds.length === 0) return new Map()
  const closed = new Map((await findClosedMonths(db, setupIds)).map((row) => [row.setupId, row.month]))
  const later = new Map((await findLaterImports(db, setupIds)).map((row) => [row.setupId, row]))
  const changed = new Map((await findChangedNicks(db, setupIds)).map((row) => [row.setupId, row.nick]))
  const uses = Map.groupBy(await findUses(db, setupIds), ({ setupId }) => setupId)
  return new Map(
    setupIds.map((id) => [
      id,
      {
        closedMonth: closed.get(id) ?? null,
        later: later.get(id) ?? null,
        uses: uses.get(id) ?? [],
        changedNick: changed.get(id) ?? null,
      },
    ]),
  )
}

/** Finds the first closed month in which a created store was in service, or of which figures were imported. */
async function findClosedMonths(db: Database, setupIds: readonly number[]) {
  const { rows } = await sql<{ setupId: number; month: string }>`with ${madeBy(setupIds)},
    counted as (
      select made.setup_id, s.company_code, s.from_on, 'infinity'::date as to_on
      from made join store_state s on s.store_id = made.record_id and s.status = 'serving' where made.kind = 'store'
      union all
      select files.setup_id, store.company_code, g.on_day, g.on_day
      from files join import_group g on g.batch_id = files.id and g.committed join store on store.id = g.store_id)
    select counted.setup_id, to_char(min(m.month_on), 'YYYY-MM') as month
    from counted join monthly_financial m on m.company_code = counted.company_code and m.status = 'closed'
      and m.month_on between date_trunc('month', counted.from_on)::date and counted.to_on
    group by counted.setup_id`.execute(db)
  return rows
}

/** Finds an import of another file that wrote to a created store, or after the run to a store and day of its files. */
async function findLaterImports(db: Database, setupIds: readonly number[]) {
  const { rows } = await sql<{
    setupId: number
    storeName: string
    fileName: string
  }>`with ${madeBy(setupIds)},
    later as (
      select made.setup_id, g.store_id, g.batch_id from made
        join import_group g on g.store_id = made.record_id and g.committed where made.kind = 'store'
      union all
      select files.setup_id, other.store_id, other.batch_id from files
        join import_group own on own.batch_id = files.id and own.committed
        join import_group other on other.store_id = own.store_id and other.on_day = own.on_day and other.committed
        join import_batch b on b.id = other.batch_id and b.commit_no > files.commit_no)
    select distinct on (later.setup_id) later.setup_id, store.name as store_name, b.file_name
    from later join import_batch b on b.id = later.batch_id and b.status = 'committed'
      join store on store.id = later.store_id
    where not exists (select 1 from files where files.setup_id = later.setup_id and files.id = later.batch_id)
    order by later.setup_id, b.commit_no desc`.execute(db)
  return rows
}

/** Finds a binding of a run, in a store that the run did not create, that was changed since. */
async function findChangedNicks(db: Database, setupIds: readonly number[]) {
  const { rows } = await sql<{ setupId: number; nick: string }>`with ${madeBy(setupIds)}
    select r.setup_id, min(a.nick) as nick
    from import_setup_record r join agent_account a on a.id = r.record_id and a.version <> r.version
    where r.setup_id = any(${[...setupIds]}) and r.kind = 'nick' and not exists (
      select 1 from made where made.setup_id = r.setup_id and made.kind = 'store' and made.record_id = a.store_id)
    group by r.setup_id`.execute(db)
  return rows
}

/** Finds the tables whose rows use created records, each with the name of one of these records. */
async function findUses(db: Database, setupIds: readonly number[]): Promise<(Use & { setupId: number })[]> {
  const parts = [
    ...Object.keys(STORE_USES).map((table) => usesIn(table, 'store')),
    ...Object.keys(CUSTOMER_USES).map((table) => usesIn(table, 'customer')),
  ]
  const { rows } = await sql<Use & { setupId: number }>`with ${madeBy(setupIds)}
    select setup_id, kind, used_in, min(name) as name from (${sql.join(parts, sql` union all `)}) used
    group by setup_id, kind, used_in`.execute(db)
  return rows
}

function usesIn(table: string, kind: 'store' | 'customer'): RawBuilder<unknown> {
  // A customer's stores are deleted with it if the run created them, too.
  const ofOthers =
    table === 'store'
      ? sql`not exists (select 1 from made own
          where own.setup_id = made.setup_id and own.kind = 'store' and own.record_id = u.id)`
      : sql`true`
  return sql`select made.setup_id, made.kind, ${sql.lit(table)} as used_in, made.name
    from made join ${sql.table(table)} u on u.${sql.ref(`${kind}_id`)} = made.record_id
    where made.kind = ${sql.lit(kind)} and ${ofOthers}`
}
