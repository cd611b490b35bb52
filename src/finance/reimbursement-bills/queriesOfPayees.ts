import type { Database } from '#db/connect.ts'

/** Current bank details of a person. */
export async function findPayee(db: Database, staffId: number) {
  return db
    .selectFrom('staff')
    .select(['name', 'payeeBank', 'payeeCard'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
}
