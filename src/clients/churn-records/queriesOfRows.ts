import type { Expression, Insertable, Selectable, SqlBool, Updateable } from 'kysely'
import type { ChurnSubject } from '#clients/retention/contract.ts'
import type { Database } from '#db/connect.ts'
import type { ChurnMeasure, ChurnRecord } from '#db/tables.ts'
import { notFound } from '#kit/errors.ts'

export type ChurnRow = Selectable<ChurnRecord>

/** Adds a record; answers the row. */
export async function insertRecord(db: Database, row: Insertable<ChurnRecord>): Promise<ChurnRow> {
  return db.insertInto('churnRecord').values(row).returningAll().executeTakeFirstOrThrow()
}

/** The bare row, locked until the transaction ends; throws NOT_FOUND. Reach is asked before. */
export async function lockRecord(db: Database, id: number): Promise<ChurnRow> {
  const row = await db
    .selectFrom('churnRecord')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('这条流失记录')
  return row
}

/** Changes a record under its lock; answers the row. */
export async function updateRecord(
  db: Database,
  id: number,
  changes: Updateable<ChurnRecord>,
): Promise<ChurnRow> {
  return db
    .updateTable('churnRecord')
    .set(changes)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** The record of a customer or a store that is open: 挽留中, or 已流失 and not won back; locked. */
export async function findOpenRecord(db: Database, subject: ChurnSubject, subjectId: number) {
  return db
    .selectFrom('churnRecord')
    .selectAll()
    .where('subject', '=', subject)
    .where(subject === 'customer' ? 'customerId' : 'storeId', '=', subjectId)
    .where('status', 'in', ['retaining', 'churned'])
    .forUpdate()
    .executeTakeFirst()
}

/** The merchant behind a customer or a store, and the sales person in charge. */
export async function getSubject(db: Database, subject: ChurnSubject, id: number) {
  const customers = db.selectFrom('customer').select(['customer.id as customerId', 'customer.ownerId'])
  const query =
    subject === 'customer'
      ? customers.where('customer.id', '=', id)
      : customers.innerJoin('store', 'store.customerId', 'customer.id').where('store.id', '=', id)
  return query.executeTakeFirstOrThrow()
}

/** What a record asks about whoever takes care of it or did something for it. */
export async function findHandler(db: Database, id: number) {
  return db
    .selectFrom('staff')
    .select(['id', 'role', 'companyCode', 'status'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()
}

/** The measures of a record, the newest first. */
export async function findMeasures(db: Database, recordId: number) {
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

/** Adds a measure; answers the row. */
export async function insertMeasure(db: Database, row: Insertable<ChurnMeasure>) {
  return db.insertInto('churnMeasure').values(row).returningAll().executeTakeFirstOrThrow()
}

/** One measure of a record; throws NOT_FOUND. */
export async function lockMeasure(db: Database, recordId: number, id: number) {
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

/** Changes what came of a measure; answers the row. */
export async function updateMeasure(
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

/** The merchant of a store within reach; throws NOT_FOUND. */
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
