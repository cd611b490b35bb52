import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { nextVersion } from '#kit/version.ts'

/** SQL of the batches that have some of the groups. */
const batchesOf = (groupIds: readonly number[]) =>
  sql<boolean>`import_batch.id in (select g.batch_id from import_group g where g.id = any(${groupIds}))`

/** Sets the store of groups whose store was unknown, and marks their previews as changed. The caller has locked them. */
export async function resolveGroups(
  db: Database,
  { storeId, groupIds }: { storeId: number; groupIds: readonly number[] },
): Promise<void> {
  await sql`update import_group set store_id = ${storeId} where id = any(${groupIds})`.execute(db)
}

/** Marks the previews of groups as changed, so that a page that shows them loads them again. */
export async function touchPreviews(
  db: Database,
  groupIds: readonly number[],
  by: { actorId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('importBatch')
    .set({ updatedAt: by.now, updatedBy: by.actorId })
    .set(nextVersion)
    .where(batchesOf(groupIds))
    .execute()
}

/**
 * Moves groups of a preview with their rows to a preview of their own, so that the others can be committed. The new one
 * has no findings: they stay with the file. Returns its id. The caller has locked the preview.
 */
export async function splitPreview(
  db: Database,
  batchId: number,
  groupIds: readonly number[],
): Promise<number> {
  // Another hash: the part is no repetition of the committed file.
  const { rows } = await sql<{ id: number }>`
    insert into import_batch (company_code, file_name, file_hash, file_bytes, platform, on_from, status, rows_ok,
        rows_problem, rows_skipped, findings, created_at, created_by, updated_at, updated_by)
      select company_code, file_name, file_hash || ' ' || ${groupIds.length}::int, file_bytes, platform, on_from, status,
        (select count(*) from import_row r where r.group_id = any(${groupIds})), 0, 0,
        findings || '{"skippedRows": [], "problems": [], "pending": [], "otherSheets": []}',
        created_at, created_by, updated_at, updated_by
      from import_batch where id = ${batchId}
    returning id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error(`import ${batchId} is gone`)
  await sql`update import_row set batch_id = ${id} where group_id = any(${groupIds})`.execute(db)
  await sql`update import_group set batch_id = ${id} where id = any(${groupIds})`.execute(db)
  await sql`update import_batch set rows_ok = rows_ok - (select rows_ok from import_batch part where part.id = ${id})
    where id = ${batchId}`.execute(db)
  return id
}

/**
 * Detaches previews and undone imports from stores that are about to be deleted: their groups have the stores' names
 * instead, and what the imports had replaced there is dropped. The caller has undone the committed ones.
 */
export async function detachStores(
  db: Database,
  storeIds: readonly number[],
  by: { actorId: number; now: Date },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update import_group g set store_id = null, store_name = coalesce(g.store_name, store.name)
    from store where store.id = g.store_id and g.store_id = any(${storeIds})
    returning g.id`.execute(db)
  const groupIds = rows.map(({ id }) => id)
  await touchPreviews(db, groupIds, by)
  await sql`delete from import_replaced where store_id = any(${storeIds})`.execute(db)
}
