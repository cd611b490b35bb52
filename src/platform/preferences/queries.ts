import type { Database } from '#db/connect.ts'

/** All that a person keeps, by key. */
export async function findPreferences(db: Database, staffId: number) {
  return db
    .selectFrom('preference')
    .select(['key', 'value'])
    .where('staffId', '=', staffId)
    .orderBy('key')
    .execute()
}

/** How many keys a person keeps beside this one. Two writes at once may pass a limit by one: it guards room, not truth. */
export async function countOthers(db: Database, staffId: number, key: string): Promise<number> {
  const { count } = await db
    .selectFrom('preference')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staffId', '=', staffId)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow()
  return count
}

/** Keeps a value; whatever stood under the key is gone. */
export async function setPreference(
  db: Database,
  row: { staffId: number; key: string; value: string; updatedAt: Date },
): Promise<void> {
  const { value, updatedAt } = row
  await db
    .insertInto('preference')
    .values(row)
    .onConflict((conflict) => conflict.columns(['staffId', 'key']).doUpdateSet({ value, updatedAt }))
    .execute()
}

/** Forgets a value, if there is one. */
export async function deletePreference(db: Database, staffId: number, key: string): Promise<void> {
  await db.deleteFrom('preference').where('staffId', '=', staffId).where('key', '=', key).execute()
}
