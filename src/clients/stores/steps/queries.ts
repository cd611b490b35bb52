import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'

/** The number of stores of a customer that are not stopped, without the store `but`. */
export async function countLiveStores(db: Database, customerId: number, but = 0): Promise<number> {
  const { n } = await db
    .selectFrom('store')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('customerId', '=', customerId)
    .where('status', '!=', 'stopped')
    .where('id', '!=', but)
    .executeTakeFirstOrThrow()
  return n
}

/** The id of the open churn record of a store; undefined if there is none. */
export async function findOpenChurn(db: Database, storeId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('churnRecord')
    .select('id')
    .where('storeId', '=', storeId)
    .where('status', 'in', ['retaining', 'churned'])
    .executeTakeFirst()
  return row?.id
}

/** The names of the staff with assignments to the store after a day. */
export async function findAgentsAfter(db: Database, storeId: number, on: Day): Promise<string[]> {
  const rows = await db
    .selectFrom('storeAssignment')
    .innerJoin('staff', 'staff.id', 'storeAssignment.staffId')
    .select(['staff.id', 'staff.name', 'staff.namePinyin'])
    .distinct()
    .where('storeId', '=', storeId)
    .where((eb) => eb.or([eb('toOn', 'is', null), eb('toOn', '>', on)]))
    .orderBy('staff.namePinyin')
    .execute()
  return rows.map(({ name }) => name)
}
