import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'

/** Locks stores in ascending id order, so that concurrent imports of the same stores cannot deadlock. */
export async function lockStores(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('store')
    .select(['id', 'companyCode', 'name'])
    .where(sql<boolean>`id = any(${ids})`)
    .orderBy('id')
    .forUpdate()
    .execute()
}
