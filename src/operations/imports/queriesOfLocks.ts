import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'

/** Locks stores in the order of their ids, so that imports of the same store wait for each other and never in a ring. */
export async function lockStores(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('store')
    .select(['id', 'companyCode', 'name'])
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}
