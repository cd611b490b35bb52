import type { Expression, Insertable, SqlBool, Updateable } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { ChurnMeasure } from '#db/tables.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { getRecord } from './queriesOfList.ts'

/** The fields of a person that `assertHandler` checks; share lock. */
export async function findHandler(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** The retention actions of a record, newest first. */
export async function findRetentionActions(db: Database, recordId: number) {
  return db
    .selectFrom('churnMeasure')
    .innerJoin('staff', 'staff.id', 'churnMeasure.staffId')
    .selectAll('churnMeasure')
    .select('staff.name as staffName')
    .where('recordId', '=', recordId)
    .orderBy('onDay', 'desc')
    .orderBy('churnMeasure.id', 'desc')
    .execute()
}

export async function insertRetentionAction(db: Database, row: Insertable<ChurnMeasure>) {
  return db.insertInto('churnMeasure').values(row).returningAll().executeTakeFirstOrThrow()
}

/** Locks a retention action of a record; throws NOT_FOUND. */
export async function lockRetentionAction(db: Database, recordId: number, id: number) {
  const row = await db
    .selectFrom('churnMeasure')
    .selectAll()
    .where('recordId', '=', recordId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这条措施')
  return row
}

/** Updates the outcome of a retention action; returns the row. */
export async function updateRetentionAction(
  db: Database,
  id: number,
  changes: Pick<Updateable<ChurnMeasure>, 'outcome' | 'result' | 'updatedAt' | 'updatedBy'>,
) {
  return db
    .updateTable('churnMeasure')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns the customer id of a store within reach; throws NOT_FOUND. */
export async function getStoreCustomer(
  db: Database,
  reach: Expression<SqlBool>,
  storeId: number,
): Promise<number> {
  const row = await db
    .selectFrom('store')
    .select('customerId')
    .where('id', '=', storeId)
    .where(reach)
    .executeTakeFirst()
  if (!row) throw notFound('店铺')
  return row.customerId
}

/** Throws NOT_FOUND unless the actor may read the record. */
export async function assertReachesRecord(db: Database, actor: Actor, id: number, on: Day): Promise<void> {
  await getRecord(db, { actor, on }, 'canReadCustomer', id)
}
