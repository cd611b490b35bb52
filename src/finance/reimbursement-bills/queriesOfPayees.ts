import type { Database } from '#db/connect.ts'

/** Where a person's money goes, as it stands now. */
export async function findPayee(db: Database, staffId: number) {
  return db
    .selectFrom('staff')
    .select(['name', 'payeeBank', 'payeeCard'])
    .where('id', '=', staffId)
    .executeTakeFirstOrThrow()
}
