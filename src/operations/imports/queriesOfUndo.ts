import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Cells } from './queriesOfSettling.ts'

/** Returns the stores whose figures a committed import wrote. */
export async function findWrittenStores(db: Database, batchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('importGroup')
    .select('storeId')
    .distinct()
    .where('batchId', '=', batchId)
    .where('committed', '=', true)
    .execute()
  return rows.flatMap(({ storeId }) => storeId ?? [])
}

/** SQL of the stores and days that a committed import wrote. */
export function writtenCells(batchId: number): Cells {
  return sql`select g.store_id, g.on_day from import_group g where g.batch_id = ${batchId} and g.committed`
}

/** Returns the latest import that wrote to a store and day of this one after it; undefined if there is none. */
export async function findLater(db: Database, batch: { id: number; commitNo: number | null }) {
  return db
    .selectFrom('importGroup as own')
    .innerJoin('importGroup as other', (join) =>
      join
        .onRef('other.storeId', '=', 'own.storeId')
        .onRef('other.onDay', '=', 'own.onDay')
        .on('other.committed', '=', true),
    )
    .innerJoin('importBatch as later', 'later.id', 'other.batchId')
    .innerJoin('store', 'store.id', 'own.storeId')
    .select(['later.id', 'later.fileName', 'later.committedAt', 'store.name as storeName', 'own.onDay'])
    .where('own.batchId', '=', batch.id)
    .where('own.committed', '=', true)
    .where('later.status', '=', 'committed')
    .where('later.commitNo', '>', batch.commitNo)
    .orderBy('later.commitNo', 'desc')
    .executeTakeFirst()
}

/**
 * Deletes the rows that the import wrote and restores those that it replaced: agents' rows, which have its batch id
 * while it is the latest import of their store and day, and the stores' own rows.
 */
export async function restoreReplaced(db: Database, batchId: number): Promise<void> {
  // Keyed figures are derived from the logs; `settle` writes them afterwards.
  await sql`delete from agent_daily a using import_group g
    where g.batch_id = ${batchId} and g.committed
      and a.store_id = g.store_id and a.on_day = g.on_day and a.source = 'keyed'`.execute(db)
  await sql`update keyed_figure set aside_batch_id = null where aside_batch_id = ${batchId}`.execute(db)
  await sql`delete from agent_daily a using import_group g
    where g.batch_id = ${batchId} and g.committed
      and a.store_id = g.store_id and a.on_day = g.on_day and a.batch_id = ${batchId}`.execute(db)
  await sql`delete from store_daily d using import_replaced x
    where x.batch_id = ${batchId} and x.nick is null
      and d.store_id = x.store_id and d.on_day = x.on_day`.execute(db)
  await sql`insert into agent_daily select old.* from import_replaced x
    cross join lateral jsonb_populate_record(null::agent_daily, '{"corrected": []}'::jsonb || x.old_row) old
    where x.batch_id = ${batchId} and x.nick is not null and x.old_row is not null`.execute(db)
  await sql`insert into store_daily select old.* from import_replaced x
    cross join lateral jsonb_populate_record(null::store_daily, '{"corrected": []}'::jsonb || x.old_row) old
    where x.batch_id = ${batchId} and x.nick is null and x.old_row is not null`.execute(db)
}

/** Marks the batch as undone. */
export async function markUndone(db: Database, batchId: number, actorId: number, now: Date): Promise<void> {
  await db
    .updateTable('importBatch')
    .set({ status: 'undone', undoneAt: now, updatedAt: now, updatedBy: actorId })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', batchId)
    .execute()
}
