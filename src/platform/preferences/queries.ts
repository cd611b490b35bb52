import type { Database } from '#db/connect.ts'

/** All preferences of a person, by key. */
export async function findPreferences(db: Database, staffId: number) {
  return db
    .selectFrom('preference')
    .select(['key', 'value'])
    .where('staffId', '=', staffId)
    .orderBy('key')
    .execute()
}

/** The number of a person's other keys. Takes no lock: concurrent writes may exceed the limit by one. */
export async function countOthers(db: Database, staffId: number, key: string): Promise<number> {
  const { count } = await db
    .selectFrom('preference')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staffId', '=', staffId)
    .where('key', '!=', key)
    .executeTakeFirstOrThrow()
  return count
}

/** Saves a value, replacing the previous one. */
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

/** Deletes a value, if there is one. */
export async function deletePreference(db: Database, staffId: number, key: string): Promise<void> {
  await db.deleteFrom('preference').where('staffId', '=', staffId).where('key', '=', key).execute()
}
